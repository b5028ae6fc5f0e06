package fairlead.server.scope;

import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// A named place for resources that live and die together.
///
/// @param name in the casing given last
/// @param version for the ETag: the time of its making, and one more with every stored change, so that no version
///     of a later group of that name is the same
/// @param deletion the operation that is deleting it; empty if none is
public record ResourceGroup(
        String subscription, String name, String location, ObjectNode tags, long version, Optional<String> deletion) {

    /// `/subscriptions/{subscription}/resourceGroups/{name}`
    public String id() {
        return "/subscriptions/" + subscription + "/resourceGroups/" + name;
    }

    public String etag() {
        return "\"" + Long.toString(version, 36) + "\"";
    }
}
