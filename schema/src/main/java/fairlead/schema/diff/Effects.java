package fairlead.schema.diff;

import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What changes between two given models do to the resource.
///
/// A property counts as changed if what lies on its path differs between the models as wholes: items that only change
/// their places in a set replace nothing.
public final class Effects {

    private final List<PropertyPath> readOnly;
    private final List<PropertyPath> createOnly;
    private final List<PropertyPath> conditional;

    /// @param before with defaults filled in, like the model after
    public Effects(ResourceSchema schema, ObjectNode before, ObjectNode after) {
        this.readOnly = schema.changed(before, after, schema.readOnly());
        this.createOnly = schema.changed(before, after, schema.createOnly());
        this.conditional = schema.changed(before, after, schema.conditionalCreateOnly());
    }

    /// The effect of a change there, which concerns these values: the one before, the one after, or both.
    public Effect of(Pointer place, JsonNode... values) {
        if (concerns(readOnly, place, values)) {
            return Effect.FORBIDDEN;
        }
        if (concerns(createOnly, place, values)) {
            return Effect.REPLACEMENT;
        }
        return concerns(conditional, place, values) ? Effect.MAY_REPLACE : Effect.NO_INTERRUPTION;
    }

    private static boolean concerns(List<PropertyPath> paths, Pointer place, JsonNode... values) {
        return paths.stream().anyMatch(path -> concerns(path, place.steps(), values));
    }

    private static boolean concerns(PropertyPath path, List<String> place, JsonNode... values) {
        if (!path.touches(place)) {
            return false;
        }
        if (place.size() >= path.steps().size()) {
            return true;
        }
        List<String> rest = path.steps().subList(place.size(), path.steps().size());
        for (JsonNode value : values) {
            if (reaches(rest, value)) {
                return true;
            }
        }
        return false;
    }

    private static boolean reaches(List<String> steps, JsonNode value) {
        if (steps.isEmpty()) {
            return true;
        }
        List<String> rest = steps.subList(1, steps.size());
        if (steps.getFirst().equals("*")) {
            return value.isContainer() && value.values().stream().anyMatch(child -> reaches(rest, child));
        }
        JsonNode child = value.get(steps.getFirst());
        return child != null && reaches(rest, child);
    }
}
