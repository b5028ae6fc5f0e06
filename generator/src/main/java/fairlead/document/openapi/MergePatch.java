package fairlead.document.openapi;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The schemas of what a PATCH takes, made of those of a PUT. "JSON Merge Patch" (RFC 7396): an object is given in
/// parts, anything else as a whole, and null takes away.
final class MergePatch {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String SCHEMAS = "#/components/schemas/";
    private static final Set<String> WHOLE = Set.of("string", "integer", "number", "boolean", "array");

    /// How many objects within each other are described; definitions may refer to themselves.
    private static final int DEEPEST = 4;

    private final Map<String, JsonNode> definitions;

    /// @param definitions by the names of their components
    MergePatch(Map<String, JsonNode> definitions) {
        this.definitions = definitions;
    }

    /// What changes a value.
    ///
    /// @param schema of the value
    /// @param whole the same, or a reference to it
    /// @param required whether it can't be taken away
    ObjectNode change(JsonNode schema, ObjectNode whole, boolean required) {
        return change(schema, whole, required, 1);
    }

    private ObjectNode change(JsonNode schema, ObjectNode whole, boolean required, int depth) {
        ObjectNode change = NODES.objectNode();
        schema.optional("description").ifPresent(text -> change.set("description", text.deepCopy()));
        JsonNode meant = meant(schema);
        boolean object = meant.path("type").asString("").equals("object");
        if (!object && !isWhole(meant)) {
            return change;
        }
        ObjectNode given = object ? parts(meant, depth) : whole;
        if (required) {
            return given;
        }
        ArrayNode either = change.putArray("anyOf").add(given);
        either.addObject().put("type", "null");
        return change;
    }

    /// What a reference leads to.
    private JsonNode meant(JsonNode schema) {
        String reference = schema.path("$ref").asString("");
        @Nullable
        JsonNode definition =
                reference.startsWith(SCHEMAS) ? definitions.get(reference.substring(SCHEMAS.length())) : null;
        return definition == null ? schema : definition;
    }

    private static boolean isWhole(JsonNode schema) {
        boolean plain = schema.path("enum").valueStream().noneMatch(JsonNode::isContainer);
        return WHOLE.contains(schema.path("type").asString("")) || (schema.has("enum") && plain);
    }

    private ObjectNode parts(JsonNode schema, int depth) {
        ObjectNode parts = NODES.objectNode().put("type", "object");
        if (depth > DEEPEST) {
            return parts;
        }
        Set<String> required = schema.path("required")
                .valueStream()
                .map(name -> name.asString(""))
                .collect(Collectors.toSet());
        schema.path("properties")
                .forEachEntry((name, property) -> parts.withObjectProperty("properties")
                        .set(name, change(property, copy(property), required.contains(name), depth + 1)));
        JsonNode more = schema.path("additionalProperties");
        if (more.isBoolean()) {
            parts.set("additionalProperties", more);
        } else if (more.isObject()) {
            parts.set("additionalProperties", change(more, copy(more), false, depth + 1));
        }
        schema.path("patternProperties")
                .forEachEntry((pattern, property) -> parts.withObjectProperty("patternProperties")
                        .set(pattern, change(property, copy(property), false, depth + 1)));
        schema.optional("propertyNames").ifPresent(names -> parts.set("propertyNames", names.deepCopy()));
        return parts;
    }

    private static ObjectNode copy(JsonNode schema) {
        return schema instanceof ObjectNode object ? object.deepCopy() : NODES.objectNode();
    }
}
