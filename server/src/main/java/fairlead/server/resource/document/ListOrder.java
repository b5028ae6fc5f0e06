package fairlead.server.resource.document;

import fairlead.schema.ModelEquality;
import fairlead.schema.draft07.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The order of the items in lists. Where the schema says that the order of a list means nothing, a handler may
/// return the items in any order. A patch counts the items in the order in which the caller wrote them.
public final class ListOrder {

    private ListOrder() {}

    /// The present state with such lists in the order in which they were asked for; items that were not asked for come
    /// last.
    public static ObjectNode restored(Place root, ObjectNode present, ObjectNode asked) {
        return (ObjectNode) restored(Optional.of(root), present, asked);
    }

    private static JsonNode restored(Optional<Place> place, JsonNode present, JsonNode asked) {
        if (place.isEmpty()) {
            return present.deepCopy();
        }
        if (present instanceof ObjectNode object && asked instanceof ObjectNode) {
            ObjectNode restored = object.objectNode();
            object.forEachEntry(
                    (name, value) -> restored.set(name, restored(place.get().property(name), value, asked.path(name))));
            return restored;
        }
        return present instanceof ArrayNode list
                        && asked.isArray()
                        && !place.get().ordered()
                ? sorted(place.get().item(), list, asked)
                : present.deepCopy();
    }

    private static ArrayNode sorted(Optional<Place> item, ArrayNode present, JsonNode asked) {
        List<JsonNode> left = new ArrayList<>(present.values());
        ArrayNode sorted = present.arrayNode();
        for (JsonNode wanted : asked) {
            for (int i = 0; i < left.size(); i++) {
                if (ModelEquality.equal(item, wanted, left.get(i))) {
                    sorted.add(left.remove(i));
                    break;
                }
            }
        }
        left.forEach(sorted::add);
        return sorted;
    }
}
