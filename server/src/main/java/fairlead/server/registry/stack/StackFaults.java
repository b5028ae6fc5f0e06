package fairlead.server.registry.stack;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.registry.query.CommonErrors;

/// Why requests about stacks are refused, in the words that clients look for.
final class StackFaults {

    private StackFaults() {}

    static ProblemException invalid(String message) {
        return CommonErrors.invalid(message);
    }

    /// Something that would have an effect at AWS, and has none here.
    static ProblemException unavailable(String what) {
        return invalid(what + " is not available on this server: leave it out.");
    }

    static ProblemException noStack(String name) {
        return invalid("Stack [" + name + "] does not exist");
    }

    /// The words of the actions that describe stacks; clients compare all of them.
    static ProblemException noStackWithId(String name) {
        return invalid("Stack with id " + name + " does not exist");
    }

    static ProblemException noChangeSet(String name) {
        return new ProblemException(
                new Problem.NotFound(ProblemCode.CHANGE_SET_NOT_FOUND, "ChangeSet [" + name + "] does not exist"));
    }

    static ProblemException lacking(String capabilities) {
        return new ProblemException(CommonErrors.refused(
                ProblemCode.INSUFFICIENT_CAPABILITIES_EXCEPTION, "Requires capabilities : [" + capabilities + "]"));
    }
}
