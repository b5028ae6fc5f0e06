package fairlead.modelled;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What a schema asks of properties that only the service sets: their types, and no more.
///
/// A constraint in a model binds callers. On the way back it would keep a caller from seeing a resource that is there:
/// a status that is newer than the model, or an identifier in another form.
final class ShownProperties {

    private static final String DEFINITIONS = "#/definitions/";

    private static final Set<String> CONSTRAINTS = Set.of(
            "pattern",
            "minLength",
            "maxLength",
            "minItems",
            "maxItems",
            "minimum",
            "maximum",
            "enum",
            "uniqueItems",
            "insertionOrder",
            "required");

    private final JsonNode before;
    private final ObjectNode definitions;
    private final Set<String> settable = new HashSet<>();
    private final Map<String, String> relaxed = new HashMap<>();

    private ShownProperties(ObjectNode schema) {
        this.before = schema.path("definitions").deepCopy();
        this.definitions = schema.objectNode();
    }

    /// Takes the constraints of read-only properties out of a schema, as the conversion of a resource makes it.
    static void relax(ObjectNode schema) {
        Set<String> readOnly = new HashSet<>();
        schema.path("readOnlyProperties")
                .forEach(pointer -> readOnly.add(pointer.asString("").replace("/properties/", "")));
        ShownProperties shown = new ShownProperties(schema);
        ObjectNode properties = schema.path("properties").asObject();
        properties.properties().stream()
                .filter(entry -> !readOnly.contains(entry.getKey()))
                .forEach(entry -> shown.keep(entry.getValue()));
        for (Map.Entry<String, JsonNode> entry : Set.copyOf(properties.properties())) {
            if (readOnly.contains(entry.getKey())) {
                properties.set(entry.getKey(), shown.relaxed(entry.getValue()));
            }
        }
        if (!shown.definitions.isEmpty()) {
            schema.set("definitions", shown.definitions);
        }
    }

    /// Keeps the definitions that callers are held to.
    private void keep(JsonNode node) {
        String reference = node.path("$ref").asString("");
        String name = reference.replace(DEFINITIONS, "");
        if (!reference.isEmpty() && settable.add(name)) {
            definitions.set(name, before.path(name));
            keep(before.path(name));
        }
        node.forEach(this::keep);
    }

    private JsonNode relaxed(JsonNode node) {
        return node instanceof ObjectNode object ? relaxed(object, false) : node;
    }

    /// @param option whether it is one of several, which its required properties tell from the others
    private ObjectNode relaxed(ObjectNode node, boolean option) {
        ObjectNode free = node.objectNode();
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            String key = entry.getKey();
            JsonNode value = entry.getValue();
            if (key.equals("$ref")) {
                free.put(key, DEFINITIONS + definition(value.asString().replace(DEFINITIONS, "")));
            } else if (key.equals("properties") || key.equals("patternProperties")) {
                ObjectNode inner = free.putObject(key);
                value.properties().forEach(one -> inner.set(one.getKey(), relaxed(one.getValue())));
            } else if (key.endsWith("Of") && value instanceof ArrayNode options) {
                ArrayNode all = free.putArray(key);
                options.forEach(one -> all.add(one instanceof ObjectNode object ? relaxed(object, true) : one));
            } else if (!CONSTRAINTS.contains(key) || (option && key.equals("required"))) {
                free.set(key, relaxed(value));
            }
        }
        return free;
    }

    /// The name of a definition without constraints; that of the definition itself, if callers have no use for it.
    private String definition(String name) {
        String known = relaxed.get(name);
        if (known != null) {
            return known;
        }
        String free = settable.contains(name) ? name + "Shown" : name;
        relaxed.put(name, free);
        definitions.putObject(free);
        definitions.set(free, relaxed(before.path(name)));
        return free;
    }
}
