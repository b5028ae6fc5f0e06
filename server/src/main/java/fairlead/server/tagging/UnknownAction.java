package fairlead.server.tagging;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;

/// The refusal of an action that this server does not have.
final class UnknownAction {

    private UnknownAction() {}

    static ProblemException of(String action) {
        return new ProblemException(new Problem.BadRequest(
                ProblemCode.UNKNOWN_OPERATION_EXCEPTION, "There is no action '" + action + "'."));
    }
}
