package fairlead.schema;

import fairlead.schema.text.PointerSteps;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Finds nulls: in a model a property without a value is absent.
final class Nulls {

    private Nulls() {}

    /// The pointers of all nulls; costs no memory while there are none.
    static List<String> in(JsonNode model) {
        if (!anyIn(model)) {
            return List.of();
        }
        List<String> pointers = new ArrayList<>();
        collect(model, "", pointers);
        return pointers;
    }

    private static boolean anyIn(JsonNode node) {
        if (node.isContainer()) {
            for (JsonNode child : node) {
                if (anyIn(child)) {
                    return true;
                }
            }
            return false;
        }
        return node.isNull();
    }

    private static void collect(JsonNode node, String pointer, List<String> pointers) {
        if (node.isNull()) {
            pointers.add(pointer);
        } else if (node.isObject()) {
            node.forEachEntry((name, value) -> collect(value, pointer + "/" + PointerSteps.escape(name), pointers));
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                collect(node.get(i), pointer + "/" + i, pointers);
            }
        }
    }
}
