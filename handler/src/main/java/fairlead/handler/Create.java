package fairlead.handler;

import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// A request to create a resource.
///
/// @param desired what the caller asked for, valid against the schema, write-only properties included
/// @param memo what the handler's last [Progress.Again] of this operation asked to remember; empty on the first
///     call
/// @param reached the properties that the last [Progress.Again] reported
public record Create(ObjectNode desired, Optional<ObjectNode> memo, Optional<ObjectNode> reached) {

    /// A first call.
    public static Create of(ObjectNode desired) {
        return new Create(desired, Optional.empty(), Optional.empty());
    }
}
