package fairlead.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What holds for every model of a thing that has numbers, booleans and texts in many places.
class TypeCoercionTest {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static final ResourceSchema THING = Schemas.valid(Schemas.thing(
            "'Id':{'type':'string'},'Size':{'type':'integer'},'Share':{'type':'number'},'On':{'type':'boolean'},"
                + "'Name':{'type':'string'},'Ports':{'type':'array','items':{'$ref':'#/definitions/Port'}},"
                + "'Counts':{'type':'object','patternProperties':{'^[a-z]+$':{'type':'integer'}},"
                + "'additionalProperties':false},"
                + "'Rule':{'oneOf':[{'type':'object','properties':{'Kind':{'type':'string','const':'limit'},"
                + "'Value':{'type':'integer'}},'required':['Kind'],'additionalProperties':false},"
                + "{'type':'object','properties':{'Kind':{'type':'string','const':'switch'},'Value':{'type':'boolean'}},"
                + "'required':['Kind'],'additionalProperties':false}]}",
            "'definitions':{'Port':{'type':'object','properties':{'Number':{'type':'integer'},"
                    + "'Open':{'type':'boolean'},'Label':{'type':'string'}},'additionalProperties':false}}"));

    @Property
    void whatIsValidStays(@ForAll("things") ObjectNode model) {
        assertThat(THING.validateInput(model)).isEmpty();
        assertThat(TypeCoercion.toSchema(THING, model)).isEqualTo(model);
    }

    @Property
    void textsComeBackAsWhatTheyWere(@ForAll("things") ObjectNode model) {
        ObjectNode texts = (ObjectNode) TypeCoercion.toStrings(model);
        assertThat(TypeCoercion.toSchema(THING, texts)).hasToString(model.toString());
    }

    @Property
    void whatIsRecastIsNotRecastAgain(@ForAll("things") ObjectNode a, @ForAll("things") ObjectNode b) {
        ObjectNode mixed = a.deepCopy();
        b.forEachEntry((name, value) -> mixed.set(name, TypeCoercion.toStrings(value)));
        ObjectNode once = TypeCoercion.toSchema(THING, mixed);
        assertThat(TypeCoercion.toSchema(THING, once)).isEqualTo(once);
        assertThat(THING.validateInput(once)).isEmpty();
    }

    @Test
    void theModelGivenIsNotChanged() {
        ObjectNode model = Schemas.model("{'Size':'5','Ports':[{'Number':'80'}]}");
        ObjectNode before = model.deepCopy();
        assertThat(TypeCoercion.toSchema(THING, model)).isNotEqualTo(before);
        assertThat(model).isEqualTo(before);
    }

    @Provide
    Arbitrary<ObjectNode> things() {
        Arbitrary<JsonNode> integer = Arbitraries.longs().map(TypeCoercionTest::number);
        Arbitrary<JsonNode> number = Arbitraries.bigDecimals()
                .between(new BigDecimal("-1000"), new BigDecimal("1000"))
                .ofScale(3)
                .map(NODES::numberNode);
        Arbitrary<JsonNode> on = Arbitraries.of(true, false).map(NODES::booleanNode);
        Arbitrary<JsonNode> text = Arbitraries.of("", "a", "5", "-1.50", "true", "False", "null", "1e3")
                .map(NODES::stringNode);
        Arbitrary<JsonNode> port = object(List.of("Number", "Open", "Label"), List.of(integer, on, text));
        Arbitrary<JsonNode> ports =
                port.list().ofMaxSize(3).map(list -> NODES.arrayNode().addAll(list));
        Arbitrary<JsonNode> counts = object(List.of("a", "bc"), List.of(integer, integer));
        Arbitrary<JsonNode> rule = Arbitraries.oneOf(rule("limit", integer), rule("switch", on));
        return object(
                        List.of("Id", "Size", "Share", "On", "Name", "Ports", "Counts", "Rule"),
                        List.of(text, integer, number, on, text, ports, counts, rule))
                .map(ObjectNode.class::cast);
    }

    /// As a parser makes it: no long where an int does.
    private static JsonNode number(long value) {
        return value == (int) value ? NODES.numberNode((int) value) : NODES.numberNode(value);
    }

    private static Arbitrary<JsonNode> rule(String kind, Arbitrary<JsonNode> values) {
        return values.map(value -> NODES.objectNode().put("Kind", kind).set("Value", value));
    }

    /// An object that has each member or not.
    private static Arbitrary<JsonNode> object(List<String> names, List<Arbitrary<JsonNode>> values) {
        List<Arbitrary<JsonNode>> perhaps = values.stream()
                .map(value -> Arbitraries.frequencyOf(
                        net.jqwik.api.Tuple.of(3, value),
                        net.jqwik.api.Tuple.of(1, Arbitraries.of(NODES.missingNode()))))
                .toList();
        return Combinators.combine(perhaps).as(members -> {
            ObjectNode object = NODES.objectNode();
            for (int i = 0; i < names.size(); i++) {
                if (!members.get(i).isMissingNode()) {
                    object.set(names.get(i), members.get(i));
                }
            }
            return object;
        });
    }
}
