package fairlead.server.resource.change;

import fairlead.handler.ErrorCode;
import fairlead.server.operation.Failure;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import java.util.Optional;

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

    /// What is refused by a policy, by a hook, for the lack of an approval or by a quota is told over AWS's protocol by
    /// a
    /// request that has failed, with this code; empty for all else.
    public static Optional<ErrorCode> failing(Problem problem) {
        boolean denied = problem instanceof Problem.Disallowed
                || problem instanceof Problem.ApprovalRequired
                || problem.code() == ProblemCode.HOOK_FAILED;
        return denied
                ? Optional.of(ErrorCode.ACCESS_DENIED)
                : problem.code() == ProblemCode.QUOTA_EXCEEDED
                        ? Optional.of(ErrorCode.SERVICE_LIMIT_EXCEEDED)
                        : Optional.empty();
    }
}
