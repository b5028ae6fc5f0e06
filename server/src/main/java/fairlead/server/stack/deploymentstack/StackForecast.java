package fairlead.server.stack.deploymentstack;

import fairlead.server.stack.deployment.DeploymentScope;
import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/// What a change of a deployment stack would do, as it was found out at one moment.
///
/// @param content as it is shown
/// @param ends until when it is kept
public record StackForecast(DeploymentScope scope, String name, ObjectNode content, Instant made, Instant ends) {

    /// The type of these, as permissions call it.
    public static final String TYPE = "Microsoft.Resources/deploymentStacksWhatIfResults";

    /// Its address.
    public String path() {
        return scope.id() + "/providers/" + TYPE + "/" + name;
    }
}
