package fairlead.cloudformation;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cloudformation.fault.TemplateException;
import fairlead.cloudformation.limit.Limits;
import fairlead.cloudformation.parameter.ValueSource;
import fairlead.stack.document.Expression;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Laws that hold for any template.
final class LawsTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Map<String, String> VALUES = Map.of("P", "p", "L", "a,b", "S", "geheim");
    private static final String ENCODED = Base64.getEncoder().encodeToString("geheim".getBytes(StandardCharsets.UTF_8));

    @Property(tries = 300)
    void json_flow_yaml_and_block_yaml_come_to_the_same(@ForAll("templates") JsonNode template) {
        Object json = outcome(template.toString());

        assertThat(outcome("---\n" + template)).isEqualTo(json);
        assertThat(outcome(block(template, 0, false))).isEqualTo(json);
        assertThat(outcome(block(template, 0, true))).isEqualTo(json);
    }

    @Property(tries = 200)
    void compiling_again_comes_to_the_same(@ForAll("templates") JsonNode template) {
        assertThat(compiled(template)).isEqualTo(compiled(template));
    }

    /// The document and all beside it, or all faults.
    private static Object compiled(JsonNode template) {
        try {
            return Template.parse(template.toString(), Limits.standard())
                    .compile(Fixtures.inputs(VALUES, Map.of("t", "u"), ValueSource.none()));
        } catch (TemplateException e) {
            return e.faults();
        }
    }

    @Property(tries = 200)
    void what_is_made_of_a_secret_is_secret(@ForAll("templates") JsonNode template) {
        try {
            Compiled compiled = Template.parse(template.toString(), Limits.standard())
                    .compile(Fixtures.inputs(VALUES, Map.of(), ValueSource.none()));
            List<String> shown = new ArrayList<>();
            compiled.document().nodes().values().forEach(node -> shown(node.properties(), shown));
            compiled.document().outputs().values().forEach(output -> shown(output.value(), shown));
            assertThat(shown).noneMatch(text -> text.contains("geheim") || text.contains(ENCODED));
        } catch (TemplateException e) {
            assertThat(e.report()).doesNotContain("geheim");
        }
    }

    /// The values that are not secret.
    private static void shown(Expression expression, List<String> shown) {
        switch (expression) {
            case Expression.Value(var value, var secret, var _) -> {
                if (!secret) {
                    shown.add(value.toString());
                }
            }
            case Expression.ObjectOf(var members) -> members.values().forEach(member -> shown(member, shown));
            case Expression.ArrayOf(var items) -> items.forEach(item -> shown(item, shown));
            case Expression.Call call -> call.arguments().forEach(argument -> shown(argument, shown));
            case Expression.Absent(), Expression.Reference(var _, var _, var _) -> {}
        }
    }

    /// The document as text, or the pointers of all faults.
    private static Object outcome(String text) {
        try {
            return outcome(Template.parse(text, Limits.standard()));
        } catch (TemplateException e) {
            return e.faults().stream()
                    .map(fault -> fault.pointer() + fault.message())
                    .sorted()
                    .toList();
        }
    }

    private static Object outcome(Template template) {
        try {
            return Rendering.of(template.compile(Fixtures.inputs(VALUES, Map.of("t", "u"), ValueSource.none())));
        } catch (TemplateException e) {
            return e.faults().stream()
                    .map(fault -> fault.pointer() + fault.message())
                    .sorted()
                    .toList();
        }
    }

    @Provide
    Arbitrary<JsonNode> templates() {
        return value(3).list().ofSize(3).map(LawsTest::template);
    }

    private static JsonNode template(List<JsonNode> values) {
        ObjectNode template = (ObjectNode) JSON.readTree("""
            {"Parameters": {"P": {"Type": "String"}, "L": {"Type": "CommaDelimitedList"},
                            "S": {"Type": "String", "NoEcho": true}},
             "Conditions": {"C": {"Fn::Equals": [{"Ref": "P"}, "p"]}},
             "Resources": {"A": {"Type": "Example::Web::Bookmark", "Properties": {"Name": "a"}},
                           "B": {"Type": "Example::Web::Bookmark", "Properties": {"Name": "b"}}},
             "Outputs": {"O": {}}}\
            """);
        ObjectNode properties = (ObjectNode) template.at("/Resources/B/Properties");
        properties.set("Document", values.get(0));
        properties.set("Label", values.get(1));
        ((ObjectNode) template.at("/Outputs/O")).set("Value", values.get(2));
        return template;
    }

    private static Arbitrary<JsonNode> value(int depth) {
        Arbitrary<JsonNode> leaf = Arbitraries.oneOf(
                Arbitraries.of("x", "", "yes", "0644", "2010-09-09", "1.0", "a: b", "- c", "#", "ü\"\\\n", "${P}")
                        .map(NODES::stringNode),
                Arbitraries.integers().between(-5, 100).map(NODES::numberNode),
                Arbitraries.of(true, false).map(NODES::booleanNode),
                Arbitraries.of("P", "L", "S", "A", "AWS::Region", "AWS::NoValue", "Missing")
                        .map(name -> NODES.objectNode().put("Ref", name)));
        if (depth == 0) {
            return leaf;
        }
        Arbitrary<JsonNode> part = value(depth - 1);
        Arbitrary<JsonNode> list =
                part.list().ofMaxSize(3).map(items -> NODES.arrayNode().addAll(items));
        return Arbitraries.frequencyOf(
                net.jqwik.api.Tuple.of(3, leaf),
                net.jqwik.api.Tuple.of(1, list),
                net.jqwik.api.Tuple.of(
                        1,
                        Arbitraries.maps(Arbitraries.of("k", "l", "Fn", "yes"), part)
                                .ofMaxSize(2)
                                .map(LawsTest::object)),
                net.jqwik.api.Tuple.of(1, part.map(argument -> call("Fn::Base64", argument))),
                net.jqwik.api.Tuple.of(
                        1,
                        list.map(items ->
                                call("Fn::Join", NODES.arrayNode().add("-").add(items)))),
                net.jqwik.api.Tuple.of(
                        1,
                        list.map(items ->
                                call("Fn::Select", NODES.arrayNode().add(0).add(items)))),
                net.jqwik.api.Tuple.of(
                        1,
                        part.map(text ->
                                call("Fn::Split", NODES.arrayNode().add("-").add(text)))),
                net.jqwik.api.Tuple.of(
                        1,
                        part.map(chosen -> call(
                                "Fn::If", NODES.arrayNode().add("C").add(chosen).add("z")))),
                net.jqwik.api.Tuple.of(
                        1,
                        Arbitraries.of("${P}-${A}", "${!P}", "${A.Arn} ${L}", "${S}")
                                .map(text -> call("Fn::Sub", NODES.stringNode(text)))),
                net.jqwik.api.Tuple.of(
                        1,
                        Arbitraries.of("Arn", "Endpoint.Port", "Nope")
                                .map(name -> call(
                                        "Fn::GetAtt", NODES.arrayNode().add("A").add(name)))));
    }

    private static JsonNode object(Map<String, JsonNode> members) {
        ObjectNode object = NODES.objectNode();
        object.setAll(members);
        return object;
    }

    private static JsonNode call(String function, JsonNode argument) {
        ObjectNode call = NODES.objectNode();
        call.set(function, argument);
        return call;
    }

    /// In block style, with short forms where they are asked for and possible.
    private static String block(JsonNode value, int indent, boolean brief) {
        String margin = " ".repeat(indent);
        StringBuilder text = new StringBuilder();
        if (value instanceof ArrayNode array && !array.isEmpty()) {
            array.forEach(item -> text.append(margin).append("-").append(below(item, indent, brief)));
            return text.toString();
        }
        if (value instanceof ObjectNode object && !object.isEmpty()) {
            object.forEachEntry((name, member) ->
                    text.append(margin).append('"').append(name).append("\":").append(below(member, indent, brief)));
            return text.toString();
        }
        return margin + value + "\n";
    }

    private static String below(JsonNode value, int indent, boolean brief) {
        if (brief && value.isObject() && value.size() == 1) {
            String name = value.propertyNames().iterator().next();
            if (name.equals("Ref") || name.startsWith("Fn::")) {
                JsonNode argument = value.get(name);
                String tag = " !" + name.replace("Fn::", "");
                boolean nested = argument.isObject();
                return nested ? "\n" + block(value, indent + 2, false) : tag + below(argument, indent, true);
            }
        }
        return value.isContainer() && !value.isEmpty() ? "\n" + block(value, indent + 2, brief) : " " + value + "\n";
    }
}
