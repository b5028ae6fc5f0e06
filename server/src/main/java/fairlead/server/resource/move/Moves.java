package fairlead.server.resource.move;

import fairlead.server.access.Caller;
import fairlead.server.access.Requester;
import fairlead.server.access.policy.ApprovalNeeded;
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
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.change.OperationProblems;
import fairlead.server.scope.ResourceGroup;
import fairlead.server.scope.Scopes;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/// Moves resources into another group, perhaps of another subscription.
///
/// All resources that a request names move in one transaction, with all that are nested in them, or none does. A
/// resource keeps its uid and its physical resource; its id, its entity tag and its `systemData` change.
public final class Moves {

    private static final Duration LIMIT = Duration.ofHours(1);

    private final Database database;
    private final Scopes scopes;
    private final Operations operations;
    private final RecordTransfer transfer;
    private final Clock clock;
    private final Supplier<UUID> ids;
    private final Duration patience;

    /// @param patience how long a request waits for the end, so that it can tell of a failure
    public Moves(
            Database database,
            Scopes scopes,
            Operations operations,
            RecordTransfer transfer,
            Clock clock,
            Supplier<UUID> ids,
            Duration patience) {
        this.database = database;
        this.scopes = scopes;
        this.operations = operations;
        this.clock = clock;
        this.ids = ids;
        this.patience = patience;
        this.transfer = transfer;
    }

    /// Says what stands in the way of a move, by a problem; nothing if it can be begun.
    public void validate(MoveRequest move) {
        requireTarget(move.requireSound());
        database.rehearse(transaction -> transfer.carryOut(transaction, move));
    }

    /// Begins a move; the operation, which may have ended well by now. A problem if it can't be begun, or has failed
    /// already. What has to be approved is asked for, and the request is to be sent again then.
    public Operation begin(MoveRequest move) {
        try {
            validate(move);
        } catch (ApprovalNeeded unapproved) {
            throw unapproved.asked(database);
        }
        OperationId id = new OperationId(ids.get());
        Operation begun;
        try {
            begun = database.write(transaction -> {
                move.caller().confirm(transaction);
                return operations.accept(transaction, operation(transaction, move, id));
            });
        } catch (DatabaseException failure) {
            operations.doubt(id);
            throw failure;
        }
        Operation now = operations.start(begun, patience).orElse(begun);
        if (now.state() instanceof OperationState.Failed(var _, var failure)) {
            throw new ProblemException(OperationProblems.of(failure));
        }
        return now;
    }

    /// "Target subscription missing or disabled", "target group missing": those are mistakes of the request.
    private void requireTarget(MoveRequest move) {
        MoveRequest.Place target = move.target();
        try {
            ResourceGroup group = scopes.group(target.subscription(), target.group());
            scopes.requireInOrder(group.subscription());
        } catch (ProblemException missing) {
            throw new ProblemException(
                    Problem.InvalidBody.of("move.target", missing.problem().message(), "/targetResourceGroup"));
        }
    }

    private NewOperation operation(Transaction transaction, MoveRequest move, OperationId id) {
        MoveRequest.Place from = move.source();
        ResourceGroup source = scopes.group(transaction, from.subscription(), from.group())
                .orElseThrow(() ->
                        new ProblemException(scopes.groupNotFound(transaction, from.subscription(), from.group())));
        Instant now = clock.instant();
        Caller caller = move.caller();
        return new NewOperation(
                id,
                OperationKind.MOVE,
                new OperationTarget(
                        source.subscription(),
                        source.location(),
                        source.subject().toString(),
                        source.id(),
                        ResourceGroup.TYPE),
                new OperationRequest(
                        now,
                        now.plus(LIMIT),
                        MoveTask.input(move.target(), transfer.named(transaction, move)),
                        Optional.empty(),
                        caller.origin(),
                        Requester.text(caller)),
                Optional.empty());
    }
}
