package fairlead.contract.input;

import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Values that generated inputs are to have, by the pointer of their property.
///
/// @param values each value by its path
record Overrides(Map<PropertyPath, JsonNode> values) {

    static final Overrides NONE = new Overrides(Map.of());

    Overrides {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /// One operation's section of `overrides.json`.
    static Overrides parse(ResourceSchema schema, JsonNode section, String where) {
        Map<PropertyPath, JsonNode> values = new LinkedHashMap<>();
        section.forEachEntry((pointer, value) -> values.put(path(schema, pointer, where), value));
        return new Overrides(values);
    }

    private static PropertyPath path(ResourceSchema schema, String pointer, String where) {
        Optional<PropertyPath> path = Optional.of(pointer)
                .filter(text -> text.startsWith("/") && text.length() > 1 && !text.contains("*"))
                .map(text -> PropertyPath.parse("/properties" + text))
                .filter(schema::has);
        return path.orElseThrow(() -> new InputException(
                where + ": expected the JSON Pointer of a property of the schema, found '" + pointer + "'"));
    }

    ObjectNode over(ObjectNode model) {
        ObjectNode copy = model.deepCopy();
        values.forEach((path, value) -> path.set(copy, value.deepCopy()));
        return copy;
    }

    /// Whether a place in a model is given, in whole or in part.
    boolean touches(String modelPointer) {
        return values.keySet().stream()
                .map(PropertyPath::modelPointer)
                .anyMatch(given -> given.equals(modelPointer)
                        || given.startsWith(modelPointer + "/")
                        || modelPointer.startsWith(given + "/"));
    }
}
