package fairlead.server.registry;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.registry.query.CommonErrors;

/// The server's problems in the registry's words: `TypeNotFoundException`, `TypeConfigurationNotFoundException`,
/// and `CFNRegistryException` for everything else that the registry refuses.
final class RegistryProblems {

    private RegistryProblems() {}

    static ProblemException refused(String message) {
        return new ProblemException(CommonErrors.refused(ProblemCode.CFN_REGISTRY_EXCEPTION, message));
    }

    static ProblemException noSuchType(String name) {
        return noSuchType(name, "");
    }

    /// @param hint a sentence about what may have been meant, with a blank in front; or nothing
    static ProblemException noSuchType(String name, String hint) {
        return new ProblemException(new Problem.NotFound(
                ProblemCode.TYPE_NOT_FOUND_EXCEPTION, "The type '" + name + "' cannot be found." + hint));
    }

    static ProblemException noSuchHookResult(String what) {
        return new ProblemException(
                new Problem.NotFound(ProblemCode.HOOK_RESULT_NOT_FOUND, "There is no result of a hook " + what + "."));
    }

    static ProblemException noSuchConfiguration(String what) {
        return new ProblemException(new Problem.NotFound(
                ProblemCode.TYPE_CONFIGURATION_NOT_FOUND_EXCEPTION, "There is no configuration of " + what + "."));
    }

    /// @param account of the caller, who is told no address in another one; empty for the operator, who is
    static Problem translated(Problem problem, String account) {
        return switch (problem) {
            case Problem.NotFound(var code, var message)
            when code == ProblemCode.TYPE_NOT_FOUND || code == ProblemCode.TYPE_VERSION_NOT_FOUND ->
                new Problem.NotFound(ProblemCode.TYPE_NOT_FOUND_EXCEPTION, message);
            case Problem.InvalidBody(var details) ->
                CommonErrors.refused(ProblemCode.CFN_REGISTRY_EXCEPTION, Problem.Detail.inOneLine(details));
            case Problem.Conflict(var _, var message, var _) ->
                CommonErrors.refused(ProblemCode.CFN_REGISTRY_EXCEPTION, discreet(message, account));
            default -> problem;
        };
    }

    private static String discreet(String message, String account) {
        return account.isEmpty()
                ? message
                : message.replaceAll("'/subscriptions/(?!" + account + ")[^']*'", "a resource of another account");
    }
}
