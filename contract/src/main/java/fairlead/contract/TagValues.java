package fairlead.contract;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The two ways in which types write tags: a list of objects with a key and a value, or an object.
public final class TagValues {

    private TagValues() {}

    /// The tags by their keys; what is no tag is passed over.
    public static Map<String, String> of(JsonNode tags) {
        Map<String, String> values = new LinkedHashMap<>();
        if (tags instanceof ObjectNode object) {
            object.forEachEntry((key, value) -> values.put(key, value.asString("")));
        }
        if (tags instanceof ArrayNode list) {
            list.forEach(item -> member(item, "key")
                    .ifPresent(key -> values.put(key, member(item, "value").orElse(""))));
        }
        return values;
    }

    /// Takes the tags with those keys away.
    static void remove(JsonNode tags, Set<String> keys) {
        if (tags instanceof ObjectNode object) {
            object.remove(keys);
        }
        if (tags instanceof ArrayNode list) {
            list.values()
                    .removeIf(item -> member(item, "key").filter(keys::contains).isPresent());
        }
    }

    /// `Key`, `key` and `TagKey` all name the key.
    private static Optional<String> member(JsonNode item, String what) {
        for (Map.Entry<String, JsonNode> member : item.properties()) {
            String name = member.getKey().toLowerCase(Locale.ROOT);
            if (name.equals(what) || name.equals("tag" + what)) {
                return Optional.of(member.getValue().asString(""));
            }
        }
        return Optional.empty();
    }
}
