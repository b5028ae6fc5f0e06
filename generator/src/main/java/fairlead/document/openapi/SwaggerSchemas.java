package fairlead.document.openapi;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Schemas of OpenAPI 3.1 in the words of Swagger 2.0, and the definitions that they refer to.
final class SwaggerSchemas {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String COMPONENTS = "#/components/schemas/";

    private static final Set<String> SAME = Set.of(
            "title",
            "description",
            "default",
            "format",
            "pattern",
            "enum",
            "required",
            "readOnly",
            "minLength",
            "maxLength",
            "minimum",
            "maximum",
            "multipleOf",
            "minItems",
            "maxItems",
            "uniqueItems",
            "minProperties",
            "maxProperties");

    private final Map<String, JsonNode> components;
    private final Map<String, JsonNode> definitions = new TreeMap<>();
    private final Deque<String> wanted = new ArrayDeque<>();
    private final Deque<String> within = new ArrayDeque<>();

    SwaggerSchemas(Map<String, JsonNode> components) {
        this.components = new LinkedHashMap<>(components);
    }

    /// What the schemas that were converted refer to, at whatever distance.
    Map<String, JsonNode> definitions() {
        while (!wanted.isEmpty()) {
            String name = wanted.remove();
            if (!definitions.containsKey(name)) {
                definitions.put(name, name.endsWith(".Changes") ? changes(name) : convert(component(name)));
            }
        }
        return definitions;
    }

    /// A model of changes has what can be changed.
    private ObjectNode changes(String name) {
        ObjectNode changes = convert(component(name));
        if (changes.get("properties") instanceof ObjectNode properties) {
            properties.removeIf(property -> property.path("readOnly").asBoolean(false));
        }
        return changes;
    }

    private JsonNode component(String name) {
        return components.getOrDefault(name, NODES.objectNode());
    }

    ObjectNode convert(JsonNode schema) {
        ObjectNode swagger = NODES.objectNode();
        if (schema.has("$ref")) {
            refer(schema.path("$ref").asString(""), swagger);
            schema.forEachEntry((keyword, value) -> annotate(keyword, value, swagger));
        } else if (schema.isObject()) {
            schema.forEachEntry((keyword, value) -> convert(keyword, value, swagger));
            complete(swagger);
        }
        return swagger;
    }

    private static void annotate(String keyword, JsonNode value, ObjectNode swagger) {
        if (keyword.equals("description") || keyword.equals("readOnly") || keyword.startsWith("x-ms-")) {
            swagger.set(keyword, value.deepCopy());
        }
    }

    /// Swagger's definitions have no addresses inside of them: what is referred to there is written out.
    private void refer(String reference, ObjectNode swagger) {
        String path = reference.startsWith(COMPONENTS) ? reference.substring(COMPONENTS.length()) : "";
        int inside = path.indexOf('/');
        String name = inside < 0 ? path : path.substring(0, inside);
        if (!components.containsKey(name)) {
            swagger.put("type", "object");
        } else if (inside < 0) {
            wanted.add(name);
            swagger.put("$ref", "#/definitions/" + name);
        } else if (within.contains(path)) {
            swagger.put("type", "object");
        } else {
            within.push(path);
            String pointer = path.substring(inside).replace("%20", " ").replace("%25", "%");
            swagger.setAll(convert(component(name).at(pointer)));
            within.pop();
        }
    }

    private void convert(String keyword, JsonNode value, ObjectNode swagger) {
        switch (keyword) {
            case "type" -> type(value, swagger);
            case "const" -> swagger.putArray("enum").add(value.deepCopy());
            case "exclusiveMinimum" -> swagger.put(keyword, true).set("minimum", value.deepCopy());
            case "exclusiveMaximum" -> swagger.put(keyword, true).set("maximum", value.deepCopy());
            case "properties" -> {
                ObjectNode properties = swagger.putObject(keyword);
                value.forEachEntry((name, property) -> properties.set(name, convert(property)));
            }
            case "items" -> swagger.set(keyword, convert(value));
            case "additionalProperties" -> swagger.set(keyword, value.isBoolean() ? value : convert(value));
            case "allOf" -> {
                ArrayNode all = swagger.putArray(keyword);
                value.forEach(part -> all.add(convert(part)));
            }
            case "anyOf", "oneOf" -> choice(value, swagger);
            default -> {
                if (SAME.contains(keyword) || keyword.startsWith("x-ms-")) {
                    swagger.set(keyword, value.deepCopy());
                }
            }
        }
    }

    private static void type(JsonNode value, ObjectNode swagger) {
        List<String> types = value.isArray()
                ? value.valueStream().map(type -> type.asString("")).toList()
                : List.of(value.asString(""));
        List<String> present =
                types.stream().filter(type -> !type.equals("null")).toList();
        if (present.size() == 1) {
            swagger.put("type", present.getFirst());
        }
        if (present.size() < types.size()) {
            swagger.put("x-nullable", true);
        }
    }

    /// The one that can be chosen beside null; of another choice nothing can be said.
    private void choice(JsonNode value, ObjectNode swagger) {
        List<JsonNode> present = value.valueStream()
                .filter(schema -> !schema.path("type").asString("").equals("null"))
                .toList();
        if (present.size() == 1 && present.size() < value.size()) {
            swagger.setAll(convert(present.getFirst()));
            swagger.put("x-nullable", true);
        }
    }

    private static void complete(ObjectNode swagger) {
        if (swagger.path("type").asString("").equals("array") && !swagger.has("items")) {
            swagger.putObject("items");
        }
        boolean texts = swagger.path("enum").valueStream().allMatch(JsonNode::isString);
        if (swagger.has("enum") && !swagger.has("type") && texts) {
            swagger.put("type", "string");
        }
    }
}
