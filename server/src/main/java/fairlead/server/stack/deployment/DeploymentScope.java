package fairlead.server.stack.deployment;

import java.util.Locale;
import java.util.Optional;

/// What is deployed to: a resource group, or a subscription.
///
/// @param subscription its id, in lower case
/// @param group the name of the group; empty for the subscription
public record DeploymentScope(String subscription, Optional<String> group) {

    /// The id of the group or the subscription.
    public String id() {
        return "/subscriptions/" + subscription
                + group.map(name -> "/resourceGroups/" + name).orElse("");
    }

    /// The id of a deployment to it.
    public String id(String deployment) {
        return id() + "/providers/" + Deployment.TYPE + "/" + deployment;
    }

    /// The form that is stored and compared.
    public String key() {
        return id().toLowerCase(Locale.ROOT);
    }
}
