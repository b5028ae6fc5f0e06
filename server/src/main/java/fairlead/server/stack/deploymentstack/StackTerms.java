package fairlead.server.stack.deploymentstack;

import fairlead.server.resource.document.Documents;
import fairlead.server.stack.deployment.DeploymentScope;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What is asked of a deployment stack besides what it deploys.
///
/// @param to what is deployed to
public record StackTerms(DeploymentScope to, OnUnmanage onUnmanage, DenySettings deny) {

    static final String MEMBER = "terms";

    ObjectNode json() {
        ObjectNode json = Documents.empty();
        json.put("subscription", to.subscription());
        to.group().ifPresent(group -> json.put("group", group));
        onUnmanage.json(json.putObject("onUnmanage"));
        deny.json(json.putObject("deny"));
        return json;
    }

    static StackTerms of(JsonNode json) {
        return new StackTerms(
                new DeploymentScope(
                        json.path("subscription").asString(""),
                        Optional.ofNullable(json.path("group").stringValue(null))),
                OnUnmanage.of(json.path("onUnmanage")),
                DenySettings.of(json.path("deny")));
    }
}
