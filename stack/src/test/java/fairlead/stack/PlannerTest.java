package fairlead.stack;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import fairlead.stack.document.Document;
import fairlead.stack.document.Evaluated;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Expression.Part;
import fairlead.stack.document.Expression.Reference;
import fairlead.stack.document.Node;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// Plans for two disks and a host that refers to one of them.
final class PlannerTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String TYPE = "Test::Plan::Thing";
    private static final ResourceSchema SCHEMA = schema("""
        {"typeName": "Test::Plan::Thing", "description": "d", "additionalProperties": false,
         "properties": {"Id": {"type": "string"}, "Name": {"type": "string"}, "Size": {"type": "integer"},
           "Zone": {"type": "string"}, "Disk": {"type": "string"}, "Address": {"type": "string"}},
         "primaryIdentifier": ["/properties/Id"], "readOnlyProperties": ["/properties/Id", "/properties/Address"],
         "createOnlyProperties": ["/properties/Zone"],
         "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "update": {"permissions": []},
           "delete": {"permissions": []}, "list": {"permissions": []}}}\
        """);

    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Map<String, Existing> existing = new LinkedHashMap<>();

    @Test
    void what_is_not_there_is_added_after_what_it_needs() {
        node("Host", Map.of("Disk", reference("Disk", "Name")));
        node("Disk", Map.of("Name", text("d")));

        assertThat(actions()).containsExactly("Disk ADD", "Host ADD");
    }

    @Test
    void what_is_as_it_was_asked_for_stays() {
        node("Disk", Map.of("Name", text("d"), "Size", number(3)));
        there("Disk", "{\"Name\": \"d\", \"Size\": 3}");

        assertThat(actions()).containsExactly("Disk KEEP");
        assertThat(plan().isEmpty()).isTrue();
    }

    @Test
    void a_number_is_the_same_however_it_is_written() {
        node("Disk", Map.of("Size", number(3)));
        there("Disk", "{\"Size\": 3.0}");

        assertThat(actions()).containsExactly("Disk KEEP");
    }

    @Test
    void what_has_failed_is_changed_though_nothing_else_is_asked_for() {
        node("Disk", Map.of("Name", text("d")));
        existing.put("Disk", existing("{\"Name\": \"d\"}", false));

        assertThat(actions()).containsExactly("Disk MODIFY");
    }

    @Test
    void a_property_that_is_set_at_creation_replaces_the_resource() {
        node("Disk", Map.of("Zone", text("b")));
        there("Disk", "{\"Zone\": \"a\"}");

        assertThat(plan().of("Disk")).hasValueSatisfying(disk -> {
            assertThat(disk.replaces()).isTrue();
            assertThat(disk.changes()).singleElement().satisfies(change -> {
                assertThat(change.path()).isEqualTo("/Zone");
                assertThat(change.before()).contains(StringNode.valueOf("a"));
                assertThat(change.after()).contains(StringNode.valueOf("b"));
            });
        });
    }

    @Test
    void what_refers_to_something_that_is_replaced_may_change() {
        node("Disk", Map.of("Zone", text("b")));
        node("Host", Map.of("Disk", reference("Disk")));
        there("Disk", "{\"Zone\": \"a\"}");
        there("Host", "{\"Disk\": \"Disk-1\"}");

        assertThat(plan().of("Host")).hasValueSatisfying(host -> {
            assertThat(host.action()).isEqualTo(NodePlan.Action.MODIFY);
            assertThat(host.changes()).singleElement().satisfies(change -> {
                assertThat(change.known()).isFalse();
                assertThat(change.causes()).containsExactly("Disk");
            });
        });
    }

    @Test
    void what_refers_to_the_identifier_of_something_that_is_changed_in_place_stays() {
        node("Disk", Map.of("Size", number(4)));
        node("Host", Map.of("Disk", reference("Disk")));
        there("Disk", "{\"Size\": 3}");
        there("Host", "{\"Disk\": \"Disk-1\"}");

        assertThat(actions()).containsExactly("Disk MODIFY", "Host KEEP");
    }

    @Test
    void what_refers_to_something_that_the_handler_makes_anew_may_change() {
        node("Disk", Map.of("Size", number(4)));
        node("Host", Map.of("Disk", reference("Disk", "Address")));
        there("Disk", "{\"Size\": 3}");
        there("Host", "{\"Disk\": \"Disk.Address\"}");

        assertThat(plan().of("Host").orElseThrow().changes())
                .extracting(PropertyChange::known)
                .containsExactly(false);
    }

    @Test
    void what_is_no_longer_in_the_document_is_removed_last() {
        node("Disk", Map.of("Name", text("d")));
        there("Old", "{}");

        assertThat(actions()).containsExactly("Disk ADD", "Old REMOVE");
    }

    @Test
    void another_type_under_the_same_key_replaces_the_resource() {
        node("Disk", Map.of("Name", text("d")));
        existing.put(
                "Disk",
                new Existing(
                        "Test::Plan::Other",
                        "Disk-1",
                        json("{\"Name\": \"d\"}"),
                        true,
                        Node.Retention.DELETE,
                        Node.Retention.DELETE,
                        json("{}")));

        assertThat(plan().of("Disk").orElseThrow().replaces()).isTrue();
    }

    @Test
    void the_same_arguments_give_an_equal_plan() {
        node("Host", Map.of("Disk", reference("Disk"), "Size", number(1)));
        node("Disk", Map.of("Zone", text("b")));
        there("Disk", "{\"Zone\": \"a\"}");

        assertThat(plan()).isEqualTo(plan());
    }

    // -- what tests say ---------------------------------------------------------------------------------------------

    private List<String> actions() {
        return plan().nodes().stream()
                .map(node -> node.key() + " " + node.action())
                .toList();
    }

    private Plan plan() {
        Document document = new Document(new LinkedHashMap<>(nodes), new LinkedHashMap<>(), List.of());
        return new Planner(document, existing, type -> Optional.of(SCHEMA).filter(_ -> type.equals(TYPE)), this::live)
                .plan();
    }

    /// Everything that is there has texts for what is asked of it.
    private Evaluated live(Reference reference) {
        String text = reference.part() instanceof Part.Property(var path)
                ? reference.node() + "." + String.join(".", path)
                : reference.node() + "-1";
        return new Evaluated.Known(StringNode.valueOf(text), false);
    }

    private void node(String key, Map<String, Expression> properties) {
        nodes.put(
                key,
                Node.builder(key, Node.Kind.RESOURCE, TYPE, "/Resources/" + key)
                        .properties(Expression.object(properties))
                        .build());
    }

    private void there(String key, String applied) {
        existing.put(key, existing(applied, true));
    }

    private static Existing existing(String applied, boolean sound) {
        return new Existing(
                TYPE, "Disk-1", json(applied), sound, Node.Retention.DELETE, Node.Retention.DELETE, json("{}"));
    }

    private static Expression text(String text) {
        return Expression.Value.of(StringNode.valueOf(text));
    }

    private static Expression number(int number) {
        return Expression.Value.of(JsonNodeFactory.instance.numberNode(number));
    }

    private static Reference reference(String node, String... path) {
        Part part = path.length == 0 ? new Part.Identifier() : new Part.Property(List.of(path));
        return new Reference(node, part, "");
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) JSON.readTree(text);
    }

    private static ResourceSchema schema(String text) {
        return ((Loaded.Valid) ResourceSchema.parse(text.getBytes(StandardCharsets.UTF_8))).schema();
    }
}
