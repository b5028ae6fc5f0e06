package fairlead.server.resource.change;

import fairlead.server.operation.Failure;
import fairlead.server.problem.Problem;

/// The failure of an operation as the problem of the request that asks for its result.
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
