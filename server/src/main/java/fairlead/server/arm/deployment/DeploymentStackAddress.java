package fairlead.server.arm.deployment;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.stack.deployment.DeploymentScope;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What an address of deployment stacks points at.
///
/// @param name of a stack; empty for all of the scope
/// @param verb what follows the name, in lower case: `validate` for example; empty for the stack
/// @param id what follows that
record DeploymentStackAddress(DeploymentScope scope, Optional<String> name, String verb, Optional<String> id) {

    private static final String NAMESPACE = "microsoft.resources";
    private static final String STACKS = "deploymentstacks";
    private static final int LONGEST = 90;

    /// Whether a path may be one of these, told without taking it to pieces: every request is asked this.
    static boolean mayBe(String path) {
        int at = path.length();
        for (int parts = 0; parts < 5 && at > 0; parts++) {
            int end = at;
            at = path.lastIndexOf('/', at - 1);
            if (end - at - 1 == STACKS.length() && path.regionMatches(true, at + 1, STACKS, 0, STACKS.length())) {
                return true;
            }
        }
        return false;
    }

    /// Empty for an address that is none of these.
    static Optional<DeploymentStackAddress> of(List<String> path) {
        if (path.size() < 5 || !path.getFirst().equalsIgnoreCase("subscriptions")) {
            return Optional.empty();
        }
        boolean grouped = path.get(2).equalsIgnoreCase("resourceGroups");
        int at = grouped ? 4 : 2;
        boolean own = path.size() >= at + 3
                && path.size() <= at + 6
                && path.get(at).equalsIgnoreCase("providers")
                && path.get(at + 1).equalsIgnoreCase(NAMESPACE)
                && path.get(at + 2).equalsIgnoreCase(STACKS);
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
