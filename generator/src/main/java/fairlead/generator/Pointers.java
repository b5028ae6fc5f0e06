package fairlead.generator;

import fairlead.schema.text.PointerSteps;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Pointers into models (RFC 6901).
final class Pointers {

    private Pointers() {}

    /// Puts another value at a place, or takes away what is there.
    static void replace(ObjectNode model, String pointer, Optional<JsonNode> value) {
        int slash = pointer.lastIndexOf('/');
        JsonNode parent = model.at(pointer.substring(0, slash));
        String step = PointerSteps.split(pointer).getLast();
        if (parent instanceof ObjectNode object) {
            if (value.isPresent()) {
                object.set(step, value.get());
            } else {
                object.remove(step);
            }
        } else if (parent instanceof ArrayNode array) {
            int index = Integer.parseInt(step);
            if (value.isPresent()) {
                array.set(index, value.get());
            } else {
                array.remove(index);
            }
        }
    }
}
