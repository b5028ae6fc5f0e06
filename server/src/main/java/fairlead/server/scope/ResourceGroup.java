package fairlead.server.scope;

import tools.jackson.databind.node.ObjectNode;

/// A named place for resources that live and die together.
///
/// @param name in the casing given last
/// @param version counts the stored changes, for the ETag
public record ResourceGroup(String subscription, String name, String location, ObjectNode tags, long version) {

    /// `/subscriptions/{subscription}/resourceGroups/{name}`
    public String id() {
        return "/subscriptions/" + subscription + "/resourceGroups/" + name;
    }

    public String etag() {
        return "\"" + Long.toString(version, 36) + "\"";
    }
}
