package fairlead.handler;

import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// A request to delete a resource.
///
/// @param identifier the properties of the primary identifier, and no others
/// @param memo what the handler's last [Progress.Again] of this operation asked to remember; empty on the first
///     call
public record Delete(ObjectNode identifier, Optional<ObjectNode> memo) {}
