package fairlead.armtemplate;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What the function `environment` shows: this server, and the endings of names that templates put
/// together.
final class Environment {

    private Environment() {}

    static JsonNode of(Surroundings surroundings) {
        String server = surroundings.resourceManager();
        ObjectNode made = JsonNodeFactory.instance.objectNode();
        made.put("name", "AzureCloud");
        for (String service : new String[] {
            "gallery",
            "graph",
            "portal",
            "graphAudience",
            "activeDirectoryDataLake",
            "batch",
            "media",
            "sqlManagement",
            "vmImageAliasDoc",
            "resourceManager"
        }) {
            made.put(service, server);
        }
        ObjectNode authentication = made.putObject("authentication");
        authentication.put("loginEndpoint", server);
        authentication.putArray("audiences").add(server);
        authentication.put("tenant", "common");
        authentication.put("identityProvider", "AAD");
        made.putObject("suffixes")
                .put("acrLoginServer", ".azurecr.io")
                .put("azureDatalakeAnalyticsCatalogAndJob", "azuredatalakeanalytics.net")
                .put("azureDatalakeStoreFileSystem", "azuredatalakestore.net")
                .put("azureFrontDoorEndpointSuffix", "azurefd.net")
                .put("keyvaultDns", ".vault.azure.net")
                .put("sqlServerHostname", ".database.windows.net")
                .put("storage", "core.windows.net");
        return made;
    }
}
