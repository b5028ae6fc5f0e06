package fairlead.schema.evolution.rule;

import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// One change between two versions of a schema.
///
/// @param rule the id of the rule that found it; stable
/// @param pointer the property, as paths in schemas name it, or a place at the top of the schema
/// @param before empty if there was nothing
/// @param after empty if there is nothing any more
/// @param reason what it means, for people
public record SchemaChange(
        String rule,
        Verdict verdict,
        Concern concern,
        String pointer,
        Optional<JsonNode> before,
        Optional<JsonNode> after,
        String reason) {

    /// The change for programs.
    public ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("rule", rule)
                .put("verdict", verdict.wireName())
                .put("concern", concern.wireName())
                .put("pointer", pointer);
        before.ifPresent(value -> json.set("old", value));
        after.ifPresent(value -> json.set("new", value));
        return json.put("reason", reason);
    }

    @Override
    public String toString() {
        return "%s %s (%s) at '%s': %s -> %s; %s"
                .formatted(verdict, rule, concern.wireName(), pointer, text(before), text(after), reason);
    }

    private static String text(Optional<JsonNode> value) {
        return value.map(JsonNode::toString).orElse("nothing");
    }
}
