package fairlead.schema.diff;

import fairlead.schema.PropertyPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Hides write-only values.
public final class WriteOnlyMask {

    private static final String INSTEAD = "(not shown)";

    private final List<PropertyPath> writeOnly;

    public WriteOnlyMask(List<PropertyPath> writeOnly) {
        this.writeOnly = List.copyOf(writeOnly);
    }

    /// What may be seen of a value.
    ///
    /// @param value empty if nothing may
    /// @param hidden what may not
    record Seen(Optional<JsonNode> value, List<Pointer> hidden) {}

    /// The value at a place without what must not be seen.
    Seen look(Pointer place, JsonNode value) {
        List<Pointer> hidden = new ArrayList<>();
        Optional<JsonNode> seen = look(place, value, hidden);
        return new Seen(seen, List.copyOf(hidden));
    }

    private Optional<JsonNode> look(Pointer place, JsonNode value, List<Pointer> hidden) {
        if (hides(place, value)) {
            hidden.add(place);
            return Optional.empty();
        }
        return switch (value) {
            case ObjectNode object -> {
                ObjectNode copy = object.objectNode();
                for (Map.Entry<String, JsonNode> member : object.properties()) {
                    look(place.child(member.getKey()), member.getValue(), hidden)
                            .ifPresent(seen -> copy.set(member.getKey(), seen));
                }
                yield Optional.of(copy);
            }
            case ArrayNode list -> {
                ArrayNode copy = list.arrayNode();
                for (int i = 0; i < list.size(); i++) {
                    look(place.child(i), list.path(i), hidden).ifPresent(copy::add);
                }
                yield Optional.of(copy);
            }
            default -> Optional.of(value);
        };
    }

    /// The value for people, with a remark where something is hidden.
    public String show(Pointer place, JsonNode value) {
        if (hides(place, value)) {
            return INSTEAD;
        }
        List<String> parts = new ArrayList<>();
        return switch (value) {
            case ObjectNode object -> {
                object.forEachEntry(
                        (name, member) -> parts.add(object.stringNode(name) + ": " + show(place.child(name), member)));
                yield "{" + String.join(", ", parts) + "}";
            }
            case ArrayNode list -> {
                for (int i = 0; i < list.size(); i++) {
                    parts.add(show(place.child(i), list.path(i)));
                }
                yield "[" + String.join(", ", parts) + "]";
            }
            default -> value.toString();
        };
    }

    /// Whether a value must not be seen. One that stands where something else should hold a secret may be it.
    private boolean hides(Pointer place, JsonNode value) {
        return writeOnly.stream()
                .anyMatch(path -> path.covers(place.steps()) || (!value.isContainer() && path.touches(place.steps())));
    }
}
