package fairlead.stack;

import fairlead.stack.document.Node.Retention;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a node is that was made before.
///
/// @param physical its identifier
/// @param applied what was asked for last
/// @param sound whether it is as it was asked for; one that is not is changed though nothing else is asked for
public record Existing(
        String type,
        String physical,
        ObjectNode applied,
        boolean sound,
        Retention onRemove,
        Retention onReplace,
        JsonNode metadata) {}
