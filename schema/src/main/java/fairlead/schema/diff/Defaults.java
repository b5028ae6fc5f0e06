package fairlead.schema.diff;

import fairlead.schema.draft07.Place;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Models with the schema's defaults written out: to leave a property out is to ask for its default.
public final class Defaults {

    private Defaults() {}

    /// A copy of the model in which each object has the properties whose defaults it takes.
    public static ObjectNode fill(Place root, ObjectNode model) {
        return (ObjectNode) fill(Optional.of(root), model);
    }

    static JsonNode fill(Optional<Place> place, JsonNode value) {
        return switch (value) {
            case ObjectNode object -> fillObject(place, object);
            case ArrayNode list -> {
                Optional<Place> item = place.flatMap(Place::item);
                ArrayNode copy = list.arrayNode(list.size());
                list.values().forEach(one -> copy.add(fill(item, one)));
                yield copy;
            }
            default -> value;
        };
    }

    private static ObjectNode fillObject(Optional<Place> place, ObjectNode object) {
        ObjectNode copy = object.objectNode();
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            copy.set(member.getKey(), fill(place.flatMap(p -> p.property(member.getKey())), member.getValue()));
        }
        for (JsonNode source : place.map(Place::sources).orElse(java.util.List.of())) {
            for (String name : source.path("properties").propertyNames()) {
                if (!copy.has(name)) {
                    Optional<Place> below = place.flatMap(p -> p.property(name));
                    below.flatMap(Defaults::of).ifPresent(value -> copy.set(name, fill(below, value)));
                }
            }
        }
        return copy;
    }

    /// The default there, the nearest if there are several.
    private static Optional<JsonNode> of(Place place) {
        return place.sources().stream()
                .filter(source -> source.has("default"))
                .map(source -> source.path("default"))
                .findFirst();
    }
}
