package fairlead.server.registry;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.registry.query.CommonErrors;

/// The server's problems in the registry's words: `TypeNotFoundException`, `TypeConfigurationNotFoundException`,
/// and `CFNRegistryException` for everything else that the registry refuses.
final class RegistryProblems {

    private RegistryProblems() {}

    static ProblemException refused(String message) {
        return new ProblemException(CommonErrors.refused("CFNRegistryException", message));
    }

    static ProblemException noSuchType(String name) {
        return new ProblemException(
                new Problem.NotFound("TypeNotFoundException", "The type '" + name + "' cannot be found."));
    }

    static ProblemException noSuchConfiguration(String what) {
        return new ProblemException(new Problem.NotFound(
                "TypeConfigurationNotFoundException", "There is no configuration of " + what + "."));
    }

    static Problem translated(Problem problem) {
        return switch (problem) {
            case Problem.NotFound(var code, var message)
            when code.equals("TypeNotFound") || code.equals("TypeVersionNotFound") ->
                new Problem.NotFound("TypeNotFoundException", message);
            case Problem.InvalidBody(var details) ->
                CommonErrors.refused("CFNRegistryException", Problem.Detail.inOneLine(details));
            case Problem.Conflict(var _, var message, var _) -> CommonErrors.refused("CFNRegistryException", message);
            default -> problem;
        };
    }
}
