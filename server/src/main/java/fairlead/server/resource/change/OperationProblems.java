package fairlead.server.resource.change;

import fairlead.server.operation.Failure;
import fairlead.server.problem.Problem;

/// Turns the failure of an operation into the problem with which a request for its result is answered.
public final class OperationProblems {

    private OperationProblems() {}

    /// The failure with its code, its message and its details.
    public static Problem of(Failure failure) {
        return new Problem.OperationFailed(
                failure.code(),
                failure.message(),
                failure.details().stream()
                        .map(part -> new Problem.Detail(part.code().text(), part.message(), part.target()))
                        .toList());
    }
}
