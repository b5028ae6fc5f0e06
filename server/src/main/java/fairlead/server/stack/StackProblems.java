package fairlead.server.stack;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.stack.record.Stack;

/// Why requests about stacks are refused. The words are those of the service that clients were written for,
/// since they look for them.
final class StackProblems {

    private StackProblems() {}

    static ProblemException invalid(String message) {
        return of(ProblemCode.VALIDATION_ERROR, message);
    }

    static ProblemException of(ProblemCode code, String message) {
        return new ProblemException(new Problem.BadRequest(code, message, ""));
    }

    static ProblemException exists(String name) {
        return of(ProblemCode.ALREADY_EXISTS_EXCEPTION, "Stack [" + name + "] already exists");
    }

    static ProblemException state(Stack stack, String done) {
        return invalid("Stack:" + stack.id() + " is in " + stack.status() + " state and can not be " + done + ".");
    }

    static ProblemException token(String token) {
        return of(
                ProblemCode.TOKEN_ALREADY_EXISTS_EXCEPTION,
                "A client request token already exists for a different stack operation: " + token);
    }
}
