package fairlead.lambda;

import fairlead.schema.TypeName;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// A change of which a hook is asked.
///
/// @param point `CREATE_PRE_PROVISION`, `UPDATE_PRE_PROVISION` or `DELETE_PRE_PROVISION`
/// @param token the same for each call about this change
/// @param subscription in which the resource is
/// @param configuration the properties of the hook's configuration
public record HookCall(String point, String token, String subscription, Target target, ObjectNode configuration) {

    /// The resource that is to be changed.
    ///
    /// @param name its own name
    /// @param properties as they are to be; of a deletion, as they are
    /// @param previous as they are, of an update
    public record Target(TypeName type, String name, ObjectNode properties, Optional<ObjectNode> previous) {}
}
