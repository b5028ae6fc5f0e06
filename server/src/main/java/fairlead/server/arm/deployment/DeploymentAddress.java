package fairlead.server.arm.deployment;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.stack.deployment.DeploymentScope;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What an address of deployments points at.
///
/// @param name of a deployment; empty for all of the scope
/// @param verb what follows the name, in lower case: `cancel`, `operations` for example; empty for the deployment
/// @param id what follows that
record DeploymentAddress(DeploymentScope scope, Optional<String> name, String verb, Optional<String> id) {

    private static final String NAMESPACE = "microsoft.resources";
    private static final String DEPLOYMENTS = "deployments";
    private static final int LONGEST = 64;

    /// Whether a path may be one of these, told without taking it to pieces: every request is asked this.
    static boolean mayBe(String path) {
        int at = path.length();
        for (int parts = 0; parts < 6 && at > 0; parts++) {
            at = path.lastIndexOf('/', at - 1);
            if (at >= 0 && path.regionMatches(true, at + 1, DEPLOYMENTS, 0, DEPLOYMENTS.length())) {
                return true;
            }
        }
        return false;
    }

    /// Empty for an address that is none of these.
    static Optional<DeploymentAddress> of(List<String> path) {
        if (path.size() < 3 || !path.getFirst().equalsIgnoreCase("subscriptions")) {
            return Optional.empty();
        }
        boolean grouped = path.size() > 4 && path.get(2).equalsIgnoreCase("resourceGroups");
        int at = grouped ? 4 : 2;
        boolean named = path.size() > at + 2
                && path.get(at).equalsIgnoreCase("providers")
                && path.get(at + 1).equalsIgnoreCase(NAMESPACE);
        int first = named ? at + 2 : at;
        if (path.size() <= first || !path.get(first).equalsIgnoreCase(DEPLOYMENTS) || path.size() > first + 4) {
            return Optional.empty();
        }
        DeploymentScope scope = new DeploymentScope(
                path.get(1).toLowerCase(Locale.ROOT), grouped ? Optional.of(path.get(3)) : Optional.empty());
        String verb = path.size() > first + 2 ? path.get(first + 2).toLowerCase(Locale.ROOT) : "";
        // Clients ask for the operations of a group's deployment without the namespace.
        if (!named && !verb.equals("operations")) {
            return Optional.empty();
        }
        return Optional.of(new DeploymentAddress(scope, part(path, first + 1), verb, part(path, first + 3)));
    }

    private static Optional<String> part(List<String> path, int at) {
        return path.size() > at ? Optional.of(path.get(at)) : Optional.empty();
    }

    /// The name of a deployment that is to be made; a problem if none can be called so.
    String requireName() {
        String text = name.orElse("");
        if (text.length() > LONGEST) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.DEPLOYMENT_NAME_LENGTH_LIMIT_EXCEEDED,
                    "The deployment name '" + text + "' exceeds the maximum length of '" + LONGEST
                            + "' characters: it has '" + text.length() + "'.",
                    "deploymentName"));
        }
        boolean sound = !text.isEmpty()
                && !text.endsWith(".")
                && text.codePoints().allMatch(c -> Character.isLetterOrDigit(c) || "-_().".indexOf(c) >= 0);
        if (!sound) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.DEPLOYMENT_NAME_INVALID_CHARACTERS,
                    "The deployment name '" + text + "' is invalid: expected 1 to " + LONGEST
                            + " letters, digits, '-', '_', '(', ')' and '.', and no '.' at the end.",
                    "deploymentName"));
        }
        return text;
    }
}
