package fairlead.server.arm.deployment;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.stack.deployment.DeploymentScope;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What an address of deployment stacks points at, or one of what would become of them.
///
/// @param name of one; empty for all of the scope
/// @param verb what follows the name, in lower case: `validate` for example; empty for the stack
/// @param id what follows that
record DeploymentStackAddress(DeploymentScope scope, Optional<String> name, String verb, Optional<String> id) {

    private static final String NAMESPACE = "microsoft.resources";
    private static final String STACKS = "deploymentstacks";
    private static final String FORECASTS = "deploymentstackswhatifresults";
    private static final int LONGEST = 90;

    /// Whether a path may be one of these, told without taking it to pieces: every request is asked this.
    static boolean mayBe(String path) {
        return mayBe(path, STACKS);
    }

    /// The same of what would become of stacks.
    static boolean mayBeForecast(String path) {
        return mayBe(path, FORECASTS);
    }

    private static boolean mayBe(String path, String type) {
        int at = path.length();
        for (int parts = 0; parts < 5 && at > 0; parts++) {
            int end = at;
            at = path.lastIndexOf('/', at - 1);
            if (end - at - 1 == type.length() && path.regionMatches(true, at + 1, type, 0, type.length())) {
                return true;
            }
        }
        return false;
    }

    /// Empty for an address that is none of these.
    static Optional<DeploymentStackAddress> of(List<String> path) {
        return of(path, STACKS);
    }

    /// The same of what would become of stacks.
    static Optional<DeploymentStackAddress> ofForecast(List<String> path) {
        return of(path, FORECASTS);
    }

    private static Optional<DeploymentStackAddress> of(List<String> path, String type) {
        if (path.size() < 5 || !path.getFirst().equalsIgnoreCase("subscriptions")) {
            return Optional.empty();
        }
        boolean grouped = path.get(2).equalsIgnoreCase("resourceGroups");
        int at = grouped ? 4 : 2;
        boolean own = path.size() >= at + 3
                && path.size() <= at + 6
                && path.get(at).equalsIgnoreCase("providers")
                && path.get(at + 1).equalsIgnoreCase(NAMESPACE)
                && path.get(at + 2).equalsIgnoreCase(type);
        if (!own) {
            return Optional.empty();
        }
        DeploymentScope scope = new DeploymentScope(
                path.get(1).toLowerCase(Locale.ROOT), grouped ? Optional.of(path.get(3)) : Optional.empty());
        String verb = part(path, at + 4).orElse("").toLowerCase(Locale.ROOT);
        return Optional.of(new DeploymentStackAddress(scope, part(path, at + 3), verb, part(path, at + 5)));
    }

    private static Optional<String> part(List<String> path, int at) {
        return path.size() > at ? Optional.of(path.get(at)) : Optional.empty();
    }

    /// The name of a stack that is to be made; a problem if none can be called so.
    String requireName() {
        String text = name.orElse("");
        boolean sound = !text.isEmpty()
                && text.length() <= LONGEST
                && text.codePoints().allMatch(c -> Character.isLetterOrDigit(c) || "-_().".indexOf(c) >= 0);
        if (!sound) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.INVALID_RESOURCE_NAME,
                    "The deployment stack name '" + text + "' is invalid: expected 1 to " + LONGEST
                            + " letters, digits, '-', '_', '(', ')' and '.'.",
                    "deploymentStackName"));
        }
        return text;
    }
}
