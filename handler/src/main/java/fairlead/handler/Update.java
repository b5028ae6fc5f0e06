package fairlead.handler;

import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// A request to change a resource in place.
///
/// @param identifier the properties of the primary identifier
/// @param desired the whole state asked for, write-only properties included: what is missing is to be removed
/// @param previous the last known state
/// @param memo what the handler's last [Progress.Again] of this operation asked to remember; empty on the first
///     call
public record Update(ObjectNode identifier, ObjectNode desired, ObjectNode previous, Optional<ObjectNode> memo) {}
