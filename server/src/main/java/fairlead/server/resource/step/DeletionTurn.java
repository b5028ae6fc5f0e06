package fairlead.server.resource.step;

import fairlead.server.database.Database;
import fairlead.server.operation.Change;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.Step;
import fairlead.server.problem.FailureCode;
import fairlead.server.resource.change.FollowingDelete;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceStore;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/// The wait of a [FollowingDelete] for its turn: until the operation ahead of it has ended, the record is not its own.
final class DeletionTurn {

    private static final Duration PAUSE = Duration.ofMillis(250);

    private final Database database;
    private final ResourceStore store;
    private final Clock clock;

    DeletionTurn(Database database, ResourceStore store, Clock clock) {
        this.database = database;
        this.store = store;
        this.clock = clock;
    }

    /// Whether the operation is a delete that has not taken the record over yet.
    boolean isToCome(Operation operation, Resource resource) {
        return operation.kind() == OperationKind.DELETE && !resource.operation().equals(Optional.of(operation.id()));
    }

    /// As above, by the record as it is stored.
    boolean isToCome(Operation operation) {
        UUID uid = UUID.fromString(operation.subject());
        return operation.kind() == OperationKind.DELETE
                && database.read(transaction -> store.find(transaction, uid))
                        .filter(resource -> isToCome(operation, resource))
                        .isPresent();
    }

    /// Waits, or takes the record over. What another request has changed since the delete was asked for is not
    /// deleted; what another request deletes is waited for.
    Step step(Operation operation, Resource resource) {
        Optional<OperationId> ahead = FollowingDelete.ahead(operation.input());
        if (resource.state() == ProvisioningState.DELETING) {
            return new Step.Again(PAUSE, operation.progress(), Optional.empty(), "deleted already", Change.none());
        }
        if (!resource.operation().equals(ahead)) {
            String message = "Another request has changed the resource while the delete waited for the operation '"
                    + ahead.map(OperationId::toString).orElse("") + "' to end.";
            return new Step.Fail(new Failure(FailureCode.CONFLICT, message), Change.none());
        }
        String message =
                "waiting for the operation " + ahead.map(OperationId::toString).orElse("") + " to end";
        return resource.busy()
                ? new Step.Again(PAUSE, operation.progress(), Optional.empty(), message, Change.none())
                : new Step.Again(Duration.ZERO, operation.progress(), Optional.empty(), "", taken(operation, resource));
    }

    /// If another request is faster, the next step sees it.
    private Change taken(Operation operation, Resource resource) {
        Resource next = resource.deleting(operation.id());
        return transaction -> {
            if (store.update(transaction, resource, next)) {
                store.append(
                        transaction,
                        clock.instant(),
                        operation.origin(),
                        next.state().word(),
                        next,
                        next.version());
            }
        };
    }
}
