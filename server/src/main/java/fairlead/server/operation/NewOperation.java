package fairlead.server.operation;

import java.time.Instant;
import java.util.Optional;

/// An operation that is about to be accepted.
///
/// @param identifier of what it works on, as far as that is known to be there: not of a resource that is yet to be made
public record NewOperation(
        OperationId id,
        OperationKind kind,
        OperationTarget target,
        OperationRequest request,
        Optional<String> identifier) {

    /// The same with more time.
    public NewOperation until(Instant deadline) {
        return new NewOperation(id, kind, target, request.withDeadline(deadline), identifier);
    }

    Operation accepted() {
        return new Operation(
                id,
                kind,
                target,
                request,
                new OperationState.Accepted(),
                Operation.Execution.FIRST,
                new Operation.Report(Optional.empty(), "", identifier));
    }
}
