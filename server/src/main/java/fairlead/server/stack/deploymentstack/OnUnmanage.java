package fairlead.server.stack.deploymentstack;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What becomes of what a stack no longer manages.
///
/// @param resources whether resources are deleted; else they stay and belong to no stack
/// @param groups the same of resource groups
public record OnUnmanage(boolean resources, boolean groups) {

    /// Everything stays.
    public static final OnUnmanage DETACH = new OnUnmanage(false, false);

    private static final String GROUP = "microsoft.resources/resourcegroups";

    /// Whether something of a type is deleted.
    public boolean deletes(String type) {
        return type.equalsIgnoreCase(GROUP) ? groups : resources;
    }

    ObjectNode json(ObjectNode into) {
        return into.put("resources", resources).put("groups", groups);
    }

    static OnUnmanage of(JsonNode json) {
        return new OnUnmanage(
                json.path("resources").asBoolean(false), json.path("groups").asBoolean(false));
    }
}
