package fairlead.cli.input;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// The part of a resource type schema that the command uses: the properties and their types.
public record Schema(JsonNode root) {

    /// The schema behind local references.
    public JsonNode deref(JsonNode schema) {
        JsonNode target = schema;
        Set<String> seen = new HashSet<>();
        while (target.path("$ref").isString() && seen.add(target.path("$ref").stringValue())) {
            String reference = target.path("$ref").stringValue();
            target = reference.startsWith("#/") ? root.at(reference.substring(1)) : root.path("nothing");
        }
        return target;
    }

    /// Whether only a text fits at that place, so that `8080` means the text and not the number.
    boolean isText(List<String> path) {
        Optional<JsonNode> schema = at(path);
        return schema.isPresent() && schema.get().path("type").asString("").equals("string");
    }

    private Optional<JsonNode> at(List<String> path) {
        JsonNode schema = root;
        for (String step : path) {
            JsonNode member = schema.path("properties").path(step);
            JsonNode next = member.isMissingNode() ? schema.path("items") : member;
            schema = deref(next);
        }
        return Optional.of(schema).filter(JsonNode::isObject);
    }

    /// `string`, `Thing[]`, `object`, `string|integer`.
    public String typeOf(JsonNode schema) {
        JsonNode target = deref(schema);
        JsonNode type = target.path("type");
        if (type.asString("").equals("array")) {
            return typeOf(target.path("items")) + "[]";
        }
        if (type.isArray()) {
            return String.join("|", type.valueStream().map(JsonNode::asString).toList());
        }
        String name = type.asString(target.has("properties") ? "object" : "any");
        return target.has("enum") && target.path("enum").size() <= 4 ? values(target.path("enum")) : name;
    }

    private static String values(JsonNode choices) {
        return String.join("|", choices.valueStream().map(JsonNode::asString).toList());
    }
}
