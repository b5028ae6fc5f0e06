package fairlead.server.registry.query;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.util.List;

/// The refusals that all services of the protocol have in common, under the codes of "Common Error Types" in AWS's
/// API references.
public final class CommonErrors {

    private CommonErrors() {}

    /// The parameters are not what the action takes.
    public static Problem validation(List<String> wrong) {
        String count = wrong.size() == 1 ? "1 validation error" : wrong.size() + " validation errors";
        return refused(ProblemCode.VALIDATION_ERROR, count + " detected: " + String.join("; ", wrong));
    }

    /// The parameters are well-formed, but not together.
    public static ProblemException invalid(String message) {
        return new ProblemException(refused(ProblemCode.VALIDATION_ERROR, message));
    }

    public static ProblemException noSuchAction(String action, String version) {
        return new ProblemException(
                refused(ProblemCode.INVALID_ACTION, "Could not find operation " + action + " for version " + version));
    }

    static ProblemException malformed(String message) {
        return new ProblemException(refused(ProblemCode.MALFORMED_QUERY_STRING, message));
    }

    static ProblemException missingAction() {
        return new ProblemException(refused(ProblemCode.MISSING_ACTION, "The request has no parameter 'Action'"));
    }

    /// A client's fault under a code of a service of its own.
    public static Problem refused(ProblemCode code, String message) {
        return new Problem.BadRequest(code, message);
    }
}
