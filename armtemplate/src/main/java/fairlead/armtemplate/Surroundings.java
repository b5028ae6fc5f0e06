package fairlead.armtemplate;

import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Where, by which principal and under which name a template is deployed.
///
/// @param deployment the name of the deployment
/// @param location of the deployment, for scopes above a resource group
/// @param mode `Incremental` or `Complete`
/// @param resourceManager the address of this server, such as `https://fairlead.example/`
/// @param templateLink where the template was read from, as `deployment()` shows it
/// @param deployer what `deployer()` shows: objectId, tenantId, userPrincipalName
public record Surroundings(
        DeploymentScope scope,
        String tenantId,
        String deployment,
        Optional<String> location,
        String mode,
        String resourceManager,
        Optional<JsonNode> templateLink,
        JsonNode deployer,
        Groups groups) {

    /// A deployment to a scope of which only the least is known.
    public static Surroundings of(DeploymentScope scope, String deployment, Groups groups) {
        String tenant = "00000000-0000-0000-0000-000000000000";
        JsonNode deployer = JsonNodeFactory.instance
                .objectNode()
                .put("objectId", tenant)
                .put("tenantId", tenant)
                .put("userPrincipalName", "");
        return new Surroundings(
                scope,
                tenant,
                deployment,
                Optional.empty(),
                "Incremental",
                "http://localhost/",
                Optional.empty(),
                deployer,
                groups);
    }

    Surroundings nested(DeploymentScope to, String name, Optional<String> place, Optional<JsonNode> link, Groups all) {
        return new Surroundings(to, tenantId, name, place, "Incremental", resourceManager, link, deployer, all);
    }
}
