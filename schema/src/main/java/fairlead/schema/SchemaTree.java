package fairlead.schema;

import fairlead.schema.text.PointerSteps;
import java.util.List;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;

/// Visits every schema in a resource type's document, and nothing that only looks like one: not the values of
/// `enum` or `default`, not a property that has a keyword's name.
public final class SchemaTree {

    private static final List<String> MAPS = List.of("properties", "patternProperties", "dependencies", "definitions");
    private static final Keywords OWN = new Keywords(List.of("allOf", "anyOf", "oneOf"), List.of("items", "contains"));
    private static final Keywords ANY = new Keywords(
            List.of("allOf", "anyOf", "oneOf", "items"),
            List.of(
                    "items",
                    "contains",
                    "additionalProperties",
                    "additionalItems",
                    "propertyNames",
                    "not",
                    "if",
                    "then",
                    "else"));

    private final BiConsumer<String, JsonNode> visitor;
    private final Keywords keywords;

    /// Besides those whose value is a map of schemas.
    ///
    /// @param lists whose value is a list of schemas
    /// @param singles whose value is a schema
    private record Keywords(List<String> lists, List<String> singles) {}

    private SchemaTree(BiConsumer<String, JsonNode> visitor, Keywords keywords) {
        this.visitor = visitor;
        this.keywords = keywords;
    }

    /// Visits each schema with its pointer; not the document itself.
    public static void forEach(JsonNode document, BiConsumer<String, JsonNode> visitor) {
        SchemaTree tree = new SchemaTree(visitor, OWN);
        tree.below("", document);
        tree.below("/typeConfiguration", document.path("typeConfiguration"));
        tree.below("/handlers/list/handlerSchema", document.at("/handlers/list/handlerSchema"));
    }

    /// Visits a schema and what is in it, by all keywords of draft-07: another document may be of any kind.
    static void within(String at, JsonNode schema, BiConsumer<String, JsonNode> visitor) {
        new SchemaTree(visitor, ANY).visit(at, schema);
    }

    private void visit(String at, JsonNode schema) {
        if (schema.isObject()) {
            visitor.accept(at, schema);
            below(at, schema);
        }
    }

    private void below(String at, JsonNode schema) {
        for (String keyword : MAPS) {
            schema.path(keyword)
                    .forEachEntry((name, part) -> visit(at + "/" + keyword + "/" + PointerSteps.escape(name), part));
        }
        for (String keyword : keywords.lists) {
            JsonNode list = schema.path(keyword);
            for (int i = 0; list.isArray() && i < list.size(); i++) {
                visit(at + "/" + keyword + "/" + i, list.path(i));
            }
        }
        for (String keyword : keywords.singles) {
            visit(at + "/" + keyword, schema.path(keyword));
        }
    }
}
