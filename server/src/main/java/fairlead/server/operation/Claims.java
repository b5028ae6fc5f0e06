package fairlead.server.operation;

import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import fairlead.server.operation.OperationStore.Claimant;
import fairlead.server.time.Clocks;
import fairlead.server.time.Countdowns;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Which of the operations that are due a node takes: those that no living node has, and of those in whose step
/// processes have ended one at a time.
final class Claims {

    private final OperationStore store = new OperationStore();
    private final Database database;
    private final Settings settings;
    private final String node;
    private final Leases leases;
    private final Probation probation;
    private final Countdowns<OperationId> pauses;

    Claims(Database database, Settings settings, Clocks clocks, String node, Leases leases, Probation probation) {
        this.database = database;
        this.settings = settings;
        this.node = node;
        this.leases = leases;
        this.probation = probation;
        pauses = new Countdowns<>(clocks);
    }

    /// Renews the lease on what this node has, and begins pauses anew that a clock which was set back has prolonged.
    void renew(Transaction transaction) {
        store.shorten(transaction, leases.now());
        leases.renew(transaction);
    }

    List<Operation> claim(int limit) {
        Instant now = leases.now();
        Claimant claimant = new Claimant(node, now, leases.alive(now));
        if (limit == 0 || !database.read(transaction -> store.isAnyDue(transaction, node, now, claimant.alive()))) {
            return List.of();
        }
        if (settings.paused()) {
            return database.write(transaction -> store.claimCanceled(transaction, claimant, limit));
        }
        int triedAlone = settings.interruptions().triedAlone();
        boolean free = probation.isFree();
        List<Operation> claimed = database.write(transaction -> {
            List<Operation> next = new ArrayList<>();
            if (free) {
                next.addAll(store.claimInterrupted(transaction, claimant, triedAlone));
            }
            next.addAll(store.claimNext(transaction, claimant, triedAlone, limit));
            return next;
        });
        claimed.stream()
                .filter(operation -> operation.interruptions() >= triedAlone && !operation.cancelRequested())
                .forEach(operation -> probation.begin(operation.id()));
        claimed.forEach(operation -> pauses.forget(operation.id()));
        return claimed;
    }

    /// Notes what this node has given back until then.
    void pausesUntil(OperationId id, Instant due) {
        pauses.left(id, due);
    }

    /// Makes due what has waited for its time, where the clock was set back meanwhile.
    void endPauses() {
        List<OperationId> over = pauses.takeOver();
        Instant now = leases.now();
        for (OperationId id : over) {
            if (database.read(transaction -> store.isPutOff(transaction, id, now))) {
                database.write(transaction -> store.hasten(transaction, id, now));
            }
        }
    }

    /// Makes one due that has been given back for a pause.
    void hasten(OperationId id) {
        int _ = database.write(transaction -> store.hasten(transaction, id, leases.now()));
    }

    /// For how many seconds the first of the due operations that no node works on has been due.
    long longestWait() {
        Instant now = leases.now();
        return database.readReserved(transaction -> store.firstDue(transaction, node, now, leases.alive(now)))
                .map(due -> Duration.between(due, now).toSeconds())
                .orElse(0L);
    }
}
