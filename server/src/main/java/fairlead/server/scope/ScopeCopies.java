package fairlead.server.scope;

import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/// What cells have of scopes whose home is another: as much of a subscription or group as what is in it needs,
/// with the locks that stand at it.
public final class ScopeCopies {

    private static final String KEEP_SUBSCRIPTION = """
        INSERT INTO subscription (id, display_name, state, created_at) VALUES (?, ?, ?, ?)
        ON CONFLICT (id) DO NOTHING
        """;

    private static final String PUT_GROUP = """
        INSERT INTO resource_group (subscription, name_key, name, location, tags, version, created_at)
        VALUES (?, ?, ?, ?, ?, 1, ?)
        ON CONFLICT (subscription, name_key) DO UPDATE SET
          name = excluded.name, location = excluded.location, tags = excluded.tags
        """;

    private final Database database;
    private final Scopes scopes;
    private final Clock clock;

    public ScopeCopies(Database database, Scopes scopes, Clock clock) {
        this.database = database;
        this.scopes = scopes;
        this.clock = clock;
    }

    /// A scope as another cell gets it.
    ///
    /// @param group empty for the subscription itself
    /// @param locks those that stand at the scope
    public record Copy(Subscription subscription, Optional<ResourceGroup> group, List<Lock> locks) {

        public Copy {
            locks = List.copyOf(locks);
        }

        /// Of what.
        public ScopeId scope() {
            return new ScopeId(subscription.id(), group.map(ResourceGroup::name).orElse(""));
        }
    }

    /// Notes that the scope will be in a location, and gives what the cell there has to know. A problem if there
    /// is no such scope, or it is being deleted.
    public Copy spread(ScopeId scope, String location) {
        return database.write(transaction -> {
            Subscription subscription = scopes.subscription(transaction, scope.subscription());
            Optional<ResourceGroup> group = scope.group().isEmpty()
                    ? Optional.empty()
                    : Optional.of(scopes.living(transaction, scope.subscription(), scope.group()));
            scopes.placements().spread(transaction, scope, location);
            return new Copy(subscription, group, Locks.at(transaction, scope));
        });
    }

    /// Takes over a copy, and gives out a pass. A problem if what was there before is being deleted.
    public String hold(Copy copy, String location) {
        return database.write(transaction -> {
            keep(transaction, copy);
            copy.group().ifPresent(group -> put(transaction, group));
            Locks.replace(transaction, copy.scope(), copy.locks());
            return scopes.placements().renewed(transaction, copy.scope().key(), Locations.normal(location));
        });
    }

    private void keep(Transaction transaction, Copy copy) {
        Subscription subscription = copy.subscription();
        if (copy.group().isEmpty()) {
            scopes.putSubscription(transaction, subscription.id(), subscription.displayName(), subscription.state());
        } else {
            transaction.update(
                    KEEP_SUBSCRIPTION,
                    subscription.id(),
                    subscription.displayName(),
                    subscription.state(),
                    clock.instant());
        }
    }

    private void put(Transaction transaction, ResourceGroup group) {
        String key = new ScopeId(group.subscription(), group.name()).group();
        if (scopes.isBeingDeleted(transaction, group.subscription(), key)) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.RESOURCE_GROUP_BEING_DELETED,
                    "The resource group '" + group.name() + "' is being deleted."));
        }
        transaction.update(
                PUT_GROUP,
                group.subscription(),
                key,
                group.name(),
                group.location(),
                Scopes.bytes(group.tags()),
                clock.instant());
    }
}
