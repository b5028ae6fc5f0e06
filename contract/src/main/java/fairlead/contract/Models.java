package fairlead.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Pointers into models.
public final class Models {

    private Models() {}

    /// The pointers of everything in a model that is no object; empty objects are none.
    public static List<String> leaves(JsonNode model) {
        List<String> pointers = new ArrayList<>();
        model.forEachEntry((name, value) -> collect("/" + escape(name), value, pointers));
        return pointers;
    }

    private static void collect(String pointer, JsonNode node, List<String> pointers) {
        if (!node.isObject()) {
            pointers.add(pointer);
        } else {
            node.forEachEntry((name, value) -> collect(pointer + "/" + escape(name), value, pointers));
        }
    }

    /// Whether two pointers name the same place, or one lies within the other.
    public static boolean touch(String a, String b) {
        return a.equals(b) || a.startsWith(b + "/") || b.startsWith(a + "/");
    }

    /// The names that a pointer leads along.
    public static List<String> steps(String pointer) {
        return Arrays.stream(pointer.substring(1).split("/", -1))
                .map(step -> step.replace("~1", "/").replace("~0", "~"))
                .toList();
    }

    /// A name as pointers write it.
    public static String escape(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }
}
