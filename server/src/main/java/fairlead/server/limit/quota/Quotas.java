package fairlead.server.limit.quota;

import fairlead.server.database.Database;
import fairlead.server.database.Dialect;
import fairlead.server.database.Transaction;
import fairlead.server.limit.quota.Quota.Counted;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Counts records towards quotas, in the transactions that make and remove them. Called by the one class that writes
/// records, so that none is missed. Where no quota is set, nothing is read or written on SQLite, and one number is read
/// on PostgreSQL.
public final class Quotas {

    private final QuotaStore store = new QuotaStore();
    private final Database database;
    private final boolean alone;
    private volatile Known known;
    private volatile long announced;

    private record Known(long version, List<Quota> quotas) {}

    public Quotas(Database database) {
        this.database = database;
        alone = database.dialect() == Dialect.SQLITE;
        known = new Known(-1, List.of());
        announced = 0;
    }

    /// A quota and how much of it is used.
    public record Used(Quota quota, long used) {}

    // -- counting -----------------------------------------------------------------------------------------------------

    /// Counts a record that was made; a problem if that is one too many.
    public void made(Transaction transaction, Counted record) {
        for (Quota quota : in(transaction)) {
            if (quota.concerns(record) && !store.take(transaction, quota, quota.payer(record))) {
                throw exceeded(quota, store.used(transaction, quota, quota.payer(record)), 1);
            }
        }
    }

    /// Counts a record that was removed.
    public void gone(Transaction transaction, Counted record) {
        for (Quota quota : in(transaction)) {
            if (quota.concerns(record)) {
                store.give(transaction, quota, quota.payer(record));
            }
        }
    }

    /// Counts a record that was one thing and is another one.
    public void moved(Transaction transaction, Counted before, Counted after) {
        gone(transaction, before);
        made(transaction, after);
    }

    /// Makes a change of what is measured: a problem if there is more afterwards than before, and more than a
    /// quota. What takes away only need not be made here.
    ///
    /// @param owner the subscription whose it is; empty for the operator
    public <T> T changing(Transaction transaction, Set<Measured> what, String owner, Supplier<T> change) {
        List<Quota> concerned = in(transaction).stream()
                .filter(quota -> what.stream().anyMatch(one -> quota.measures(one, owner)))
                .toList();
        concerned.forEach(quota -> store.hold(transaction, quota));
        List<Long> before =
                concerned.stream().map(quota -> store.used(transaction, quota)).toList();
        T made = change.get();
        for (int i = 0; i < concerned.size(); i++) {
            Quota quota = concerned.get(i);
            long more = store.used(transaction, quota) - before.get(i);
            if (more > 0 && before.get(i) + more > quota.most()) {
                throw exceeded(quota, before.get(i), more);
            }
        }
        return made;
    }

    /// Those that count in a transaction. Where this process has the database alone, its own changes are all there are.
    private List<Quota> in(Transaction transaction) {
        Known present = known;
        long version = alone ? announced : store.heldVersion(transaction);
        if (version == present.version()) {
            return present.quotas();
        }
        return read(transaction).quotas();
    }

    private Known read(Transaction transaction) {
        Known read = new Known(store.version(transaction), sorted(store.all(transaction)));
        if (!alone) {
            known = read;
        }
        return read;
    }

    /// In one order for all transactions, so that two of them never wait for each other.
    private static List<Quota> sorted(List<Quota> quotas) {
        return quotas.stream().sorted(Comparator.comparing(Quota::id)).toList();
    }

    private static ProblemException exceeded(Quota quota, long used, long more) {
        String type = quota.typeName().isEmpty() ? "resources" : quota.typeName();
        String name = quota.measured().map(Measured::word).orElse(type);
        return new ProblemException(new Problem.Conflict(
                ProblemCode.QUOTA_EXCEEDED,
                "Operation could not be completed as it results in exceeding approved " + name
                        + (quota.eachPrincipal() ? " (each principal)" : "") + " quota. Additional details - Location: "
                        + (quota.location().isEmpty() ? "all" : quota.location()) + ", Current Limit: " + quota.most()
                        + ", Current Usage: " + used + ", Additional Required: " + more
                        + ", (Minimum) New Limit Required: " + (used + more) + "."));
    }

    // -- reading ------------------------------------------------------------------------------------------------------

    /// Those of a subscription, or with no subscription those of the whole server, with what is used of each.
    public List<Used> of(String subscription) {
        return database.read(transaction -> store.all(transaction).stream()
                .filter(quota -> quota.subscription().equals(subscription))
                .map(quota -> new Used(quota, store.used(transaction, quota)))
                .toList());
    }

    /// The one of that id.
    public Optional<Used> find(String id) {
        return database.read(transaction ->
                store.find(transaction, id).map(quota -> new Used(quota, store.used(transaction, quota))));
    }

    // -- setting ------------------------------------------------------------------------------------------------------

    /// What is done in the transaction of a change.
    interface Change {
        void in(Transaction transaction);
    }

    /// Sets one, and counts what is there already in the same transaction.
    void set(Quota quota, Change also) {
        change(transaction -> {
            store.put(transaction, quota);
            also.in(transaction);
        });
    }

    /// Removes one.
    void remove(Quota quota, Change also) {
        change(transaction -> {
            store.delete(transaction, quota);
            also.in(transaction);
        });
    }

    /// All that are set.
    public List<Quota> all() {
        return database.read(store::all);
    }

    /// Makes them those that another server has. What is there already counts.
    public void copy(List<Quota> others) {
        List<Quota> present = all();
        List<Quota> gone =
                present.stream().filter(quota -> !others.contains(quota)).toList();
        List<Quota> fresh =
                others.stream().filter(quota -> !present.contains(quota)).toList();
        if (!gone.isEmpty() || !fresh.isEmpty()) {
            change(transaction -> {
                gone.forEach(quota -> store.delete(transaction, quota));
                fresh.forEach(quota -> store.put(transaction, quota));
            });
        }
    }

    /// What is counted otherwise than it is: one line each; nothing is changed.
    public List<String> differences() {
        return database.read(Quotas::differences);
    }

    /// As [#differences()], as a transaction sees it.
    public static List<String> differences(Transaction transaction) {
        QuotaStore store = new QuotaStore();
        return store.all(transaction).stream()
                .filter(quota -> quota.measured().isEmpty())
                .flatMap(quota -> difference(transaction, store, quota).stream())
                .toList();
    }

    private static Optional<String> difference(Transaction transaction, QuotaStore store, Quota quota) {
        List<QuotaStore.Usage> present = counted(store.present(transaction, quota));
        List<QuotaStore.Usage> stored = counted(store.stored(transaction, quota));
        return present.equals(stored)
                ? Optional.empty()
                : Optional.of("the quota " + quota.id() + " counts " + stored + ", and there are " + present);
    }

    private static List<QuotaStore.Usage> counted(List<QuotaStore.Usage> usages) {
        return usages.stream()
                .filter(usage -> usage.used() != 0)
                .sorted(Comparator.comparing(QuotaStore.Usage::principal))
                .toList();
    }

    private synchronized void change(Change change) {
        try {
            database.write(transaction -> {
                store.count(transaction);
                announced = store.version(transaction);
                change.in(transaction);
                return announced;
            });
        } finally {
            refresh();
        }
    }

    /// Reads them as they are; has to be called once before the first record is written where the process has the
    /// database alone.
    public synchronized Quotas refresh() {
        known = database.read(transaction -> new Known(store.version(transaction), sorted(store.all(transaction))));
        announced = known.version();
        return this;
    }
}
