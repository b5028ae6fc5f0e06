package fairlead.server.resource.change;

import fairlead.server.access.Caller;
import fairlead.server.resource.record.Preconditions;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.type.TypeVersion;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// A request to change parts of a resource.
///
/// @param tags replaced whole if present
/// @param properties an RFC 7396 merge patch of the properties, if present
/// @param location if present, has to be the resource's own
/// @param claimedState as in [Put]
/// @param sku a merge patch
/// @param replace as in [Put]
public record Patch(
        Caller caller,
        ResourceId id,
        TypeVersion type,
        Optional<String> location,
        Optional<ObjectNode> tags,
        Optional<ObjectNode> properties,
        Optional<String> claimedState,
        Preconditions preconditions,
        Optional<ObjectNode> sku,
        ReplacePolicy replace) {

    /// One that says nothing about the SKU.
    public Patch(
            Caller caller,
            ResourceId id,
            TypeVersion type,
            Optional<String> location,
            Optional<ObjectNode> tags,
            Optional<ObjectNode> properties,
            Optional<String> claimedState,
            Preconditions preconditions) {
        this(
                caller,
                id,
                type,
                location,
                tags,
                properties,
                claimedState,
                preconditions,
                Optional.empty(),
                ReplacePolicy.NEVER);
    }
}
