package fairlead.server.arm;

import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The body of a PUT or PATCH, taken apart.
///
/// @param claimedState the `provisioningState` that was among the properties, which no longer have it
record Envelope(
        Optional<String> location,
        Optional<ObjectNode> tags,
        Optional<ObjectNode> properties,
        Optional<String> claimedState,
        Optional<ObjectNode> sku) {}
