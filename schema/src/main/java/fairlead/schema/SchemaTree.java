package fairlead.schema;

import java.util.List;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;

/// Visits every schema in a resource type's document, and nothing that only looks like one: not the values of
/// `enum` or `default`, not a property that has a keyword's name.
public final class SchemaTree {

    private static final List<String> MAPS = List.of("properties", "patternProperties", "dependencies", "definitions");
    private static final List<String> LISTS = List.of("allOf", "anyOf", "oneOf");
    private static final List<String> SINGLES = List.of("items", "contains");

    private final BiConsumer<String, JsonNode> visitor;

    private SchemaTree(BiConsumer<String, JsonNode> visitor) {
        this.visitor = visitor;
    }

    /// Visits each schema with its pointer; not the document itself.
    public static void forEach(JsonNode document, BiConsumer<String, JsonNode> visitor) {
        SchemaTree tree = new SchemaTree(visitor);
        tree.below("", document);
        tree.below("/typeConfiguration", document.path("typeConfiguration"));
        tree.below("/handlers/list/handlerSchema", document.at("/handlers/list/handlerSchema"));
    }

    /// Visits a schema and what is in it.
    static void within(String at, JsonNode schema, BiConsumer<String, JsonNode> visitor) {
        new SchemaTree(visitor).visit(at, schema);
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
                    .forEachEntry((name, part) -> visit(at + "/" + keyword + "/" + PropertyPath.escape(name), part));
        }
        for (String keyword : LISTS) {
            JsonNode list = schema.path(keyword);
            for (int i = 0; i < list.size(); i++) {
                visit(at + "/" + keyword + "/" + i, list.path(i));
            }
        }
        for (String keyword : SINGLES) {
            visit(at + "/" + keyword, schema.path(keyword));
        }
    }
}
