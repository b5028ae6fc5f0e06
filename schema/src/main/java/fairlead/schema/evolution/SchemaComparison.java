package fairlead.schema.evolution;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.PropertyRule;
import fairlead.schema.evolution.rule.PropertyVersions;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.SchemaVersions;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Walks through both versions side by side, follows references, and gives each pair of schemas to the rules
/// once. A change of a definition is reported where the definition is met first.
final class SchemaComparison {

    private static final int LONGEST_CHAIN = 100;
    private static final List<String> COMBINATORS = List.of("allOf", "anyOf", "oneOf");

    private final SchemaVersions versions;
    private final List<PropertyRule> rules;
    private final SchemaChanges changes;
    private final IdentityHashMap<JsonNode, IdentityHashMap<JsonNode, EnumSet<Concern>>> seen = new IdentityHashMap<>();

    SchemaComparison(SchemaVersions versions, List<PropertyRule> rules, SchemaChanges changes) {
        this.versions = versions;
        this.rules = rules;
        this.changes = changes;
    }

    void run() {
        visit("", Concern.BOTH, versions.before(), versions.after());
        for (String place : List.of("/typeConfiguration", "/handlers/list/handlerSchema")) {
            JsonNode before = versions.before().at(place);
            JsonNode after = versions.after().at(place);
            if (before.isObject() || after.isObject()) {
                JsonNode none = JsonNodeFactory.instance.objectNode();
                visit(place, Concern.INPUT, before.isObject() ? before : none, after.isObject() ? after : none);
            }
        }
    }

    private void visit(String pointer, Concern concern, JsonNode older, JsonNode newer) {
        JsonNode before = resolved(versions.before(), older);
        JsonNode after = resolved(versions.after(), newer);
        boolean first = seen.computeIfAbsent(before, _ -> new IdentityHashMap<>())
                .computeIfAbsent(after, _ -> EnumSet.noneOf(Concern.class))
                .add(concern);
        if (!first) {
            return;
        }
        PropertyVersions spot = new PropertyVersions(pointer, concern, before, after, versions);
        rules.forEach(rule -> rule.check(spot, changes));
        members(spot, "properties");
        members(spot, "patternProperties");
        if (before.path("items").isObject() && after.path("items").isObject()) {
            visit(pointer + "/*", concern, before.path("items"), after.path("items"));
        }
        for (String combinator : COMBINATORS) {
            for (Alternatives.Pair pair : Alternatives.pairs(before.path(combinator), after.path(combinator))) {
                visit(pointer, concern, pair.before(), pair.after());
            }
        }
    }

    private void members(PropertyVersions spot, String keyword) {
        for (Map.Entry<String, JsonNode> member : spot.old(keyword).properties()) {
            JsonNode after = spot.now(keyword).path(member.getKey());
            if (after.isObject()) {
                boolean named = keyword.equals("properties");
                String pointer = named ? spot.property(member.getKey()) : spot.pointer() + "/*";
                visit(pointer, versions.concern(pointer, spot.concern()), member.getValue(), after);
            }
        }
    }

    private static JsonNode resolved(JsonNode document, JsonNode schema) {
        JsonNode target = schema;
        for (int i = 0; i < LONGEST_CHAIN && target.path("$ref").isString(); i++) {
            String reference = target.path("$ref").stringValue();
            JsonNode found = document.at(reference.substring(reference.indexOf('#') + 1));
            if (found.isMissingNode()) {
                return target;
            }
            target = found;
        }
        return target;
    }
}
