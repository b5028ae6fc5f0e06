package fairlead.server.stack.deployment;

import fairlead.server.resource.World;
import fairlead.server.resource.document.Documents;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Deploys templates in a [World].
final class DeploymentBench {

    static final DeploymentScope GROUP = new DeploymentScope(World.SUBSCRIPTION, Optional.of("group"));
    static final DeploymentScope SUBSCRIPTION = new DeploymentScope(World.SUBSCRIPTION, Optional.empty());
    private static final JsonMapper JSON = JsonMapper.shared();

    private final World world;

    DeploymentBench(World world) {
        this.world = world;
    }

    /// What is kept of a request for a deployment.
    ///
    /// @param template with `'` for `"`, and `~` for `'`
    static ObjectNode content(String template, String more) {
        ObjectNode content = Documents.empty();
        ObjectNode properties = (ObjectNode) JSON.readTree("{\"mode\": \"Incremental\"" + json(more) + "}");
        properties.set("template", JSON.readTree(json(template)));
        content.set("properties", properties);
        content.putObject("facts")
                .put("now", "2026-11-26T12:00:00Z")
                .put("seed", "seed")
                .put("base", "http://localhost")
                .putObject("deployer")
                .put("objectId", "");
        return content;
    }

    private static String json(String text) {
        return text.replace('\'', '"').replace('~', '\'');
    }

    Deployment begin(DeploymentScope scope, String name, String template, String more) {
        return world.deployments
                .deployments()
                .put(new Deployments.Asked(World.DEVELOPER, scope, name, "local", content(template, more)))
                .deployment();
    }

    Deployment deploy(DeploymentScope scope, String name, String template, String more) {
        Deployment begun = begin(scope, name, template, more);
        world.settle();
        return world.deployments.deployments().find(begun.id()).orElseThrow();
    }

    Deployment deploy(String template) {
        return deploy(GROUP, "shop", template, "");
    }

    List<String> nodes(Deployment deployment) {
        return world.deployments.deployments().nodes(deployment).stream()
                .map(node -> last(
                                node.target().id().isEmpty()
                                        ? node.key()
                                        : node.target().id()) + " "
                        + node.target().verb() + " " + node.state())
                .toList();
    }

    private static String last(String id) {
        return id.substring(id.lastIndexOf('/') + 1);
    }

    static JsonNode output(Deployment deployment, String name) {
        return deployment.result().path("outputs").path(name).path("value");
    }

    static String error(Deployment deployment) {
        return deployment.result().path("error").toString();
    }
}
