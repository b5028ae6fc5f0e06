package fairlead.server.resource;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.record.Orphan;
import fairlead.server.resource.record.OrphanStore;
import fairlead.server.resource.step.OrphanCleanup;
import fairlead.server.scope.Scopes;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The verbs on orphans, which are the physical resources that replacements could not delete: list them, delete
/// one at once, forget one.
public final class Orphans {

    private static final byte[] NOTHING = "{}".getBytes(StandardCharsets.US_ASCII);

    private final OrphanStore store = new OrphanStore();
    private final AuditTrail audit;
    private final Database database;
    private final Scopes scopes;
    private final OrphanCleanup cleanup;
    private final Clock clock;

    public Orphans(Database database, Scopes scopes, OrphanCleanup cleanup, AuditTrail audit, Clock clock) {
        this.database = database;
        this.scopes = scopes;
        this.cleanup = cleanup;
        this.audit = audit;
        this.clock = clock;
    }

    /// One page of a list.
    ///
    /// @param next the mark to continue behind; empty on the last page
    public record Page(List<Orphan> orphans, Optional<String> next) {
        public Page {
            orphans = List.copyOf(orphans);
        }
    }

    /// Those of a subscription or of a group, by the resources that had them. The group may be gone by now.
    public Page list(String subscription, Optional<String> group, String after, int limit) {
        scopes.subscription(subscription);
        String prefix = "/subscriptions/" + subscription + "/"
                + group.map(name -> "resourcegroups/" + name.toLowerCase(Locale.ROOT) + "/")
                        .orElse("");
        String end = prefix.substring(0, prefix.length() - 1) + "0";
        Orphan.Mark mark = Orphan.Mark.parse(after, prefix);
        List<Orphan> found = database.read(transaction -> store.list(transaction, mark, end, limit + 1));
        return found.size() <= limit
                ? new Page(found, Optional.empty())
                : new Page(
                        found.subList(0, limit),
                        Optional.of(Orphan.Mark.of(found.get(limit - 1)).toString()));
    }

    public Orphan get(String subscription, String location, String name) {
        return find(subscription, location, name)
                .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                        ProblemCode.LEFT_BEHIND_NOT_FOUND, "Nothing is left behind under the name '" + name + "'.")));
    }

    private Optional<Orphan> find(String subscription, String location, String name) {
        return database.read(transaction -> store.find(transaction, name.toLowerCase(Locale.ROOT)))
                .filter(orphan -> orphan.id().subscription().equals(subscription)
                        && orphan.location().equals(location));
    }

    /// Deletes the orphan now; false if there was none. A problem if it is still there.
    public boolean delete(Caller caller, String subscription, String location, String name) {
        Optional<Orphan> orphan = find(subscription, location, name);
        if (orphan.isEmpty()) {
            return false;
        }
        database.write(transaction -> record(transaction, caller, "DeleteLeftBehind", orphan.get()));
        return switch (cleanup.attempt(orphan.get())) {
            case OrphanCleanup.Attempt.Gone() -> true;
            case OrphanCleanup.Attempt.UnderWay _ -> throw notDeleted("Its deletion is under way.");
            case OrphanCleanup.Attempt.Still(var why) -> throw notDeleted(why);
        };
    }

    private static ProblemException notDeleted(String why) {
        return new ProblemException(new Problem.Conflict(
                ProblemCode.LEFT_BEHIND_NOT_DELETED, "It could not be deleted, and is tried again later. " + why));
    }

    /// No longer tries to delete the orphan, and leaves it where it is; false if there was none.
    public boolean forget(Caller caller, String subscription, String location, String name) {
        Optional<Orphan> orphan = find(subscription, location, name);
        return orphan.isPresent()
                && database.write(transaction -> {
                    record(transaction, caller, "ForgetLeftBehind", orphan.get());
                    return store.forget(transaction, orphan.get());
                });
    }

    private Orphan record(Transaction transaction, Caller caller, String deed, Orphan orphan) {
        audit.append(
                transaction,
                clock.instant(),
                caller,
                AuditTrail.Deed.managing(
                        deed,
                        orphan.id().subscription(),
                        orphan.location(),
                        orphan.id().toString(),
                        orphan.type().toString(),
                        NOTHING));
        return orphan;
    }
}
