package fairlead.server.resource.change;

import fairlead.server.operation.ClientToken;
import fairlead.server.operation.NewOperation;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.Operations;
import fairlead.server.resource.record.ChangeRecorder;
import fairlead.server.resource.record.Resource;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/// A delete of a resource that another operation works on. That operation is asked to stop, and the delete begins
/// once it has ended: a caller who gave up waiting for a create gets rid of what it made by one request.
///
/// The delete is an operation from the start. Its input is the id of the operation ahead of it; it takes the record
/// over in a step of its own, see [fairlead.server.resource.step.DeletionTurn].
public final class FollowingDelete {

    private static final String TOKEN = "delete-after:";

    private final Operations operations;
    private final OperationStart start;
    private final ChangeRecorder recorder;
    private final Supplier<UUID> ids;

    public FollowingDelete(Operations operations, OperationStart start, ChangeRecorder recorder, Supplier<UUID> ids) {
        this.operations = operations;
        this.start = start;
        this.recorder = recorder;
        this.ids = ids;
    }

    /// The operation ahead of a delete that was accepted so; empty for any other delete.
    public static Optional<OperationId> ahead(byte[] input) {
        return input.length == 0 ? Optional.empty() : OperationId.parse(new String(input, StandardCharsets.UTF_8));
    }

    /// The delete that was accepted earlier and has not taken the record over yet.
    public Optional<ChangeStart> waiting(Resource present) {
        return present.operation()
                .flatMap(ahead -> operations.replay(present.id().subscription(), present.location(), token(ahead)))
                .filter(delete -> !delete.state().terminal())
                .map(delete -> settled(present, delete));
    }

    private static String token(OperationId ahead) {
        return TOKEN + ahead;
    }

    /// Accepts the delete. Empty if the operation ahead has ended since the resource was read; a problem if
    /// it can't be stopped for a delete.
    ///
    /// @param conditions throws what stands in the way of the delete
    public Optional<ChangeStart> begin(Delete request, Resource present, OperationStart.Condition conditions) {
        Optional<Operation> found = present.operation().flatMap(operations::find);
        if (found.isPresent() && found.get().state().terminal()) {
            return Optional.empty();
        }
        if (found.isEmpty() || !givesWay(found.get().kind())) {
            present.requireIdle();
            return Optional.empty();
        }
        Operation ahead = found.get();
        Optional<ClientToken> own = operations
                        .replay(present.id().subscription(), present.location(), token(ahead.id()))
                        .isPresent()
                ? Optional.empty()
                : Optional.of(new ClientToken(token(ahead.id()), ""));
        return accepted(request, present, ahead, own, conditions).map(delete -> {
            operations.cancel(ahead.id());
            operations.start(delete, Duration.ZERO);
            return settled(present, delete);
        });
    }

    private static boolean givesWay(OperationKind kind) {
        return switch (kind) {
            case CREATE, UPDATE, ACTION -> true;
            case DELETE, DELETE_GROUP, MOVE, IMPORT, REGISTER_TYPE, TEST_TYPE, STACK -> false;
        };
    }

    private Optional<Operation> accepted(
            Delete request,
            Resource present,
            Operation ahead,
            Optional<ClientToken> token,
            OperationStart.Condition conditions) {
        NewOperation delete = start.operation(
                request.caller(),
                present.deleting(new OperationId(ids.get())),
                OperationKind.DELETE,
                request.type(),
                ahead.id().toString().getBytes(StandardCharsets.UTF_8),
                token);
        return start.begin(delete, transaction -> {
            conditions.require(transaction);
            recorder.announceDeletion(transaction, request.caller(), present);
            return Optional.of(operations.accept(transaction, delete));
        });
    }

    private static ChangeStart settled(Resource present, Operation delete) {
        return new ChangeStart.Settled(new Outcome.Accepted(present, delete, false));
    }
}
