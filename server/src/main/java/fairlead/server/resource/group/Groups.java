package fairlead.server.resource.group;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Asked;
import fairlead.server.access.Caller;
import fairlead.server.access.Requester;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.Transaction;
import fairlead.server.operation.NewOperation;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.OperationRequest;
import fairlead.server.operation.OperationState;
import fairlead.server.operation.OperationTarget;
import fairlead.server.operation.Operations;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.change.OperationProblems;
import fairlead.server.resource.record.Member;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.scope.ResourceGroup;
import fairlead.server.scope.Scopes;
import fairlead.server.type.Types;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/// The deletion of groups with everything in them.
public final class Groups {

    private static final Duration LIMIT = Duration.ofHours(24);
    private static final int PAGE = 100;

    private final Database database;
    private final Scopes scopes;
    private final ResourceStore store;
    private final Operations operations;
    private final Clock clock;
    private final Supplier<UUID> ids;
    private final Duration patience;

    /// @param types how what is in a group is sealed
    /// @param patience how long a request waits for the end before it answers that it goes on
    public Groups(
            Database database,
            Scopes scopes,
            Types types,
            Operations operations,
            Clock clock,
            Supplier<UUID> ids,
            Duration patience) {
        this.database = database;
        this.scopes = scopes;
        store = new ResourceStore(types.sealing());
        this.operations = operations;
        this.clock = clock;
        this.ids = ids;
        this.patience = patience;
    }

    /// Deletes a group; while it is being deleted, the same operation. Empty if it is gone already; a problem if
    /// there is no such group, or the deletion has ended in failure.
    public Optional<Operation> delete(Caller caller, String subscription, String name) {
        return delete(caller, subscription, name, Scopes.Demand.NONE);
    }

    /// As [#delete(Caller, String, String)], if the group is as the caller demands.
    public Optional<Operation> delete(Caller caller, String subscription, String name, Scopes.Demand demand) {
        OperationId id = new OperationId(ids.get());
        ResourceGroup present = scopes.group(subscription, name);
        demand.require(Optional.of(present));
        if (present.deletion().isPresent()) {
            return OperationId.parse(present.deletion().get()).flatMap(operations::find);
        }
        Operation begun = begin(caller, present, id, demand);
        Operation now =
                begun.id().equals(id) ? operations.start(begun, patience).orElse(begun) : begun;
        return switch (now.state()) {
            case OperationState.Succeeded _ -> Optional.empty();
            case OperationState.Failed(var _, var failure) -> throw new ProblemException(OperationProblems.of(failure));
            case OperationState.Canceled _ ->
                throw new ProblemException(
                        new Problem.OperationFailed(ProblemCode.OPERATION_CANCELED, "The operation was cancelled."));
            case OperationState.Accepted(), OperationState.Running(), OperationState.Canceling() -> Optional.of(now);
        };
    }

    /// That no deny assignment forbids the deletion of anything in a subscription; else a problem that names it.
    public void requireNoneDenied(Caller caller, String subscription) {
        database.read(transaction -> {
            requireNoneDenied(transaction, caller, "/subscriptions/" + subscription);
            return subscription;
        });
    }

    /// Who may delete a group may delete what is in it, except what is denied: then nothing is deleted.
    private void requireNoneDenied(Transaction transaction, Caller caller, String scope) {
        caller.requireNotDenied(
                transaction,
                () -> store.members(transaction, ResourceId.key(scope) + "/").stream()
                        .map(Member::id)
                        .map(id -> new Asked.Of(Action.delete(id.type().toString()), new AccessScope(id.toString())))
                        .iterator());
    }

    /// Deletes all groups of a subscription that was deleted, without waiting for the end.
    public void deleteAll(Caller caller, String subscription) {
        Optional<String> last = Optional.of("");
        while (last.isPresent()) {
            List<ResourceGroup> page = scopes.groups(subscription, last.get(), PAGE);
            for (ResourceGroup group : page) {
                OperationId id = new OperationId(ids.get());
                Operation begun = begin(caller, group, id, Scopes.Demand.NONE);
                if (begun.id().equals(id)) {
                    operations.start(begun, Duration.ZERO);
                }
            }
            last = page.size() < PAGE
                    ? Optional.empty()
                    : Optional.of(page.getLast().name());
        }
    }

    private Operation begin(Caller caller, ResourceGroup named, OperationId id, Scopes.Demand demand) {
        if (operations.isFull()) {
            throw new ProblemException(new Problem.Overloaded());
        }
        try {
            return database.write(transaction -> {
                ResourceGroup group =
                        scopes.beginDeletion(transaction, caller, named.subscription(), named.name(), id.toString());
                demand.require(Optional.of(group));
                Optional<OperationId> earlier = group.deletion().flatMap(OperationId::parse);
                if (earlier.isPresent()) {
                    return operations.find(transaction, earlier.get()).orElseThrow();
                }
                requireNoneDenied(transaction, caller, group.id());
                return operations.accept(transaction, operation(caller, group, id));
            });
        } catch (DatabaseException failure) {
            operations.doubt(id);
            throw failure;
        }
    }

    private NewOperation operation(Caller caller, ResourceGroup group, OperationId id) {
        Instant now = clock.instant();
        return new NewOperation(
                id,
                OperationKind.DELETE_GROUP,
                new OperationTarget(
                        group.subscription(),
                        group.location(),
                        group.subject().toString(),
                        group.id(),
                        ResourceGroup.TYPE),
                new OperationRequest(
                        now, now.plus(LIMIT), new byte[0], Optional.empty(), caller.origin(), Requester.text(caller)),
                Optional.empty());
    }
}
