package fairlead.server.stack;

import fairlead.server.stack.record.Stack;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// What a template would do to a stack, as it is shown.
///
/// @param stack the one that there is; empty if one would be made
/// @param isChange whether anything would be otherwise, be it outputs, tags or a description alone
/// @param shown nodes with their properties; secrets are left out, and so is what follows from an id that is not given
/// yet
/// @param secrets the values that are left out, by node and property
/// @param found what is there though the stack's records say otherwise
public record Forecast(
        Optional<Stack> stack, boolean isChange, ObjectNode shown, ObjectNode secrets, PresentResources.Found found) {

    /// Whether resources are taken in, or were changed or deleted by others.
    public boolean notes() {
        return !found.noted().isEmpty() || !found.gone().isEmpty();
    }
}
