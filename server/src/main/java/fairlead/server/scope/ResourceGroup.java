package fairlead.server.scope;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// A named place for resources that live and die together.
///
/// @param name in the casing given last
/// @param version for the ETag: the time of its making, and one more with every stored change, so that no version
///     of a later group of that name is the same
/// @param deletion the operation that is deleting it; empty if none is
public record ResourceGroup(
        String subscription, String name, String location, ObjectNode tags, long version, Optional<String> deletion) {

    /// The type of groups, as callers see it.
    public static final String TYPE = "Microsoft.Resources/resourceGroups";

    /// `/subscriptions/{subscription}/resourceGroups/{name}`
    public String id() {
        return "/subscriptions/" + subscription + "/resourceGroups/" + name;
    }

    /// The subject of operations on the group: the same for every group of that id.
    public UUID subject() {
        return UUID.nameUUIDFromBytes(id().toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8));
    }

    public String etag() {
        return "\"" + Long.toString(version, 36) + "\"";
    }
}
