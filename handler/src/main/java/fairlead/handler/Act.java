package fairlead.handler;

import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// A request to do with a resource what the type's registration declares as an action.
///
/// @param action the action's name, as it is declared
/// @param identifier the properties of the primary identifier, and no others; none at all for an action that is done
///     for the whole tenant and with no resource in particular
/// @param present the last known state, write-only properties included
/// @param input what the caller gave, valid against the action's `input`
/// @param memo what the handler's last [Progress.Again] of this operation asked to remember; empty on the first
///     call
public record Act(
        String action, ObjectNode identifier, ObjectNode present, ObjectNode input, Optional<ObjectNode> memo) {}
