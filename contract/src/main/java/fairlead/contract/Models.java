package fairlead.contract;

import fairlead.schema.text.PointerSteps;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Pointers into models.
public final class Models {

    /// No schema speaks of what is nested deeper, and no program can be expected to follow it.
    private static final int DEEPEST = 500;

    private Models() {}

    /// A copy, in which what is nested too deep is empty.
    public static ObjectNode copy(ObjectNode model) {
        return copy(model, 0);
    }

    private static ObjectNode copy(ObjectNode object, int depth) {
        ObjectNode copy = object.objectNode();
        if (depth < DEEPEST) {
            object.forEachEntry((name, value) -> copy.set(name, value(value, depth + 1)));
        }
        return copy;
    }

    private static JsonNode value(JsonNode value, int depth) {
        return switch (value) {
            case ObjectNode object -> copy(object, depth);
            case ArrayNode array -> {
                ArrayNode copy = array.arrayNode();
                if (depth < DEEPEST) {
                    array.forEach(item -> copy.add(value(item, depth + 1)));
                }
                yield copy;
            }
            default -> value;
        };
    }

    /// The pointers of everything in a model that is no object; empty objects are none.
    public static List<String> leaves(JsonNode model) {
        List<String> pointers = new ArrayList<>();
        model.forEachEntry((name, value) -> collect("/" + PointerSteps.escape(name), value, pointers));
        return pointers;
    }

    private static void collect(String pointer, JsonNode node, List<String> pointers) {
        if (!node.isObject()) {
            pointers.add(pointer);
        } else {
            node.forEachEntry((name, value) -> collect(pointer + "/" + PointerSteps.escape(name), value, pointers));
        }
    }

    /// Whether two pointers name the same place, or one lies within the other.
    public static boolean touch(String a, String b) {
        return a.equals(b) || a.startsWith(b + "/") || b.startsWith(a + "/");
    }
}
