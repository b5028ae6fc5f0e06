package fairlead.server.arm.deployment.whatif;

import fairlead.schema.ResourceSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// Hides what must not be shown of a resource: values that are write-only, and values that are made of secrets.
final class Mask {

    private static final JsonNode INSTEAD = StringNode.valueOf("*******");
    private static final String ANY = "*";

    private final List<List<String>> hidden = new ArrayList<>();
    private final Set<List<String>> texts = new HashSet<>();
    private final Set<String> words;

    /// @param body with the secrets that the template puts into it
    Mask(Optional<ResourceSchema> schema, Body body) {
        this(schema, body, Set.of());
    }

    /// @param words that may not be a part of any text
    private Mask(Optional<ResourceSchema> schema, Body body, Set<String> words) {
        this.words = words;
        schema.ifPresent(known -> known.writeOnly().forEach(path -> hidden.add(below(path.steps()))));
        hidden.addAll(body.secrets());
        body.unknown().forEach(leaf -> texts.add(leaf.place()));
    }

    /// Of a resource that comes along with another one: it may have the secrets of that anywhere.
    static Mask along(Optional<ResourceSchema> schema, Body with) {
        return new Mask(schema, Body.empty(), with.secretTexts());
    }

    /// The places of what is hidden.
    List<List<String>> hidden() {
        return List.copyOf(hidden);
    }

    private static List<String> below(List<String> steps) {
        List<String> place = new ArrayList<>();
        place.add("properties");
        place.addAll(steps);
        return List.copyOf(place);
    }

    /// What was there before.
    JsonNode before(List<String> place, JsonNode value) {
        return shown(place, value, Set.of());
    }

    /// What will be there. The text of an expression is shown, whatever it will come to.
    JsonNode after(List<String> place, JsonNode value) {
        return shown(place, value, texts);
    }

    private JsonNode shown(List<String> place, JsonNode value, Set<List<String>> clear) {
        if (clear.contains(place)) {
            return value;
        }
        if (hides(place, value) || (value.isValueNode() && words.stream().anyMatch(value.asString("")::contains))) {
            return INSTEAD;
        }
        return switch (value) {
            case ObjectNode object -> {
                ObjectNode copy = object.objectNode();
                for (Map.Entry<String, JsonNode> member : object.properties()) {
                    copy.set(member.getKey(), shown(child(place, member.getKey()), member.getValue(), clear));
                }
                yield copy;
            }
            case ArrayNode list -> {
                ArrayNode copy = list.arrayNode(list.size());
                for (int i = 0; i < list.size(); i++) {
                    copy.add(shown(child(place, Integer.toString(i)), list.path(i), clear));
                }
                yield copy;
            }
            default -> value;
        };
    }

    private static List<String> child(List<String> place, String step) {
        List<String> longer = new ArrayList<>(place.size() + 1);
        longer.addAll(place);
        longer.add(step);
        return longer;
    }

    /// A value that stands where something else should hold a secret may be it.
    private boolean hides(List<String> place, JsonNode value) {
        return hidden.stream()
                .anyMatch(path -> meet(path, place)
                        && (path.size() <= place.size() || (!value.isContainer() && !value.isNull())));
    }

    private static boolean meet(List<String> path, List<String> place) {
        int common = Math.min(path.size(), place.size());
        for (int i = 0; i < common; i++) {
            if (!path.get(i).equals(ANY) && !path.get(i).equals(place.get(i))) {
                return false;
            }
        }
        return true;
    }
}
