package fairlead.server.operation;

import fairlead.server.database.Transaction;
import fairlead.server.event.EventStore;
import fairlead.server.event.OperationChange;
import fairlead.server.operation.OperationStore.Continuation;
import java.time.Instant;
import java.util.Optional;

/// Records the events of operations, in the transaction that changes the operation.
final class OperationEvents {

    private final EventStore events = new EventStore();

    void accepted(Transaction transaction, Operation operation) {
        tell(transaction, operation, new OperationState.Accepted(), operation.createdAt());
    }

    void canceling(Transaction transaction, Operation operation, Instant now) {
        tell(transaction, operation, new OperationState.Canceling(), now);
    }

    /// @param state in which it has ended
    void ended(Transaction transaction, Operation operation, OperationState state, Instant now) {
        tell(transaction, operation.reached(Optional.empty(), ""), state, now);
    }

    /// Records the progress if it is new: a handler may report the same progress at many calls.
    void continued(Transaction transaction, Operation operation, Continuation next, boolean canceling, Instant now) {
        boolean news = operation.state() instanceof OperationState.Accepted
                || !next.percent().equals(operation.percent())
                || !next.message().equals(operation.message());
        if (news && !canceling) {
            tell(transaction, operation.reached(next.percent(), next.message()), new OperationState.Running(), now);
        }
    }

    private void tell(Transaction transaction, Operation operation, OperationState state, Instant at) {
        Optional<OperationChange.Failure> failure = state instanceof OperationState.Failed(var _, var why)
                ? Optional.of(new OperationChange.Failure(why.code().text(), why.message()))
                : Optional.empty();
        events.tell(
                transaction,
                new OperationChange(
                        at,
                        operation.origin(),
                        operation.id().toString(),
                        operation.kind().wireName(),
                        new OperationChange.Subject(operation.subject(), operation.subjectId()),
                        new OperationChange.Outcome(state.word(), state.terminal(), failure),
                        operation.percent(),
                        operation.message()));
    }
}
