package fairlead.armtemplate;

import fairlead.armtemplate.scope.DeploymentScope;
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

    private static final String NO_TENANT = "00000000-0000-0000-0000-000000000000";

    /// A deployment to a scope of which only the least is known.
    public static Surroundings of(DeploymentScope scope, String deployment, Groups groups) {
        return builder(scope, deployment, groups).build();
    }

    /// A deployment of which more is said.
    public static Builder builder(DeploymentScope scope, String deployment, Groups groups) {
        return new Builder(scope, deployment, groups);
    }

    /// A deployment within this one, by the same caller to the same server.
    Builder nested(DeploymentScope to, String name, Groups all) {
        return builder(to, name, all)
                .tenantId(tenantId)
                .resourceManager(resourceManager)
                .deployer(deployer);
    }

    /// Says where, by which principal and how a template is deployed.
    public static final class Builder {

        private final DeploymentScope scope;
        private final String deployment;
        private final Groups groups;
        private String tenantId = NO_TENANT;
        private Optional<String> location = Optional.empty();
        private String mode = "Incremental";
        private String resourceManager = "http://localhost/";
        private Optional<JsonNode> templateLink = Optional.empty();
        private JsonNode deployer = JsonNodeFactory.instance
                .objectNode()
                .put("objectId", NO_TENANT)
                .put("tenantId", NO_TENANT)
                .put("userPrincipalName", "");

        private Builder(DeploymentScope scope, String deployment, Groups groups) {
            this.scope = scope;
            this.deployment = deployment;
            this.groups = groups;
        }

        public Builder tenantId(String id) {
            tenantId = id;
            return this;
        }

        public Builder location(Optional<String> place) {
            location = place;
            return this;
        }

        public Builder mode(String how) {
            mode = how;
            return this;
        }

        public Builder resourceManager(String address) {
            resourceManager = address;
            return this;
        }

        public Builder templateLink(Optional<JsonNode> link) {
            templateLink = link;
            return this;
        }

        public Builder deployer(JsonNode principal) {
            deployer = principal;
            return this;
        }

        public Surroundings build() {
            return new Surroundings(
                    scope, tenantId, deployment, location, mode, resourceManager, templateLink, deployer, groups);
        }
    }
}
