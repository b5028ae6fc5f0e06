package fairlead.armtemplate;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.armtemplate.expression.ParseException;
import fairlead.armtemplate.expression.Parser;
import fairlead.armtemplate.expression.Term;
import fairlead.armtemplate.function.Values;
import fairlead.armtemplate.source.LenientReader;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.StringLength;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What holds for any expression and any template.
class LawsTest {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    @Property(tries = 500)
    void anExpressionThatIsWrittenIsReadAsItWas(@ForAll("terms") Term term) {
        assertThat(Parser.parse("[" + term.written() + "]")).isEqualTo(term);
    }

    @Property(tries = 500)
    void aStringStandsForItselfOnceItIsEscaped(@ForAll String text) {
        String escaped = Parser.escaped(text);
        assertThat(Parser.isExpression(escaped)).isFalse();
        if (!text.startsWith("[[")) {
            assertThat(Parser.literal(escaped)).isEqualTo(text);
        }
    }

    @Property(tries = 500)
    void anyTextIsAnExpressionOrIsRefusedAsOne(@ForAll @StringLength(max = 60) String text) {
        try {
            assertThat(Parser.parse("[" + text + "]").written()).isNotNull();
        } catch (ParseException e) {
            assertThat(e).hasMessageStartingWith("Unable to parse language expression");
        }
    }

    @Property(tries = 300)
    void jsonIsReadAsJackson(@ForAll("values") JsonNode value) {
        assertThat(LenientReader.read(value.toString()).root()).isEqualTo(value);
        assertThat(LenientReader.read(Values.json(value)).root()).isEqualTo(value);
    }

    @Property(tries = 300)
    void aValueInATemplateStandsForItself(@ForAll("values") JsonNode value) {
        String template = Templates.template(
                "'resources': [], 'outputs': {'o': {'type': 'object', 'value': {'v': " + escaped(value) + "}}}");
        assertThat(Templates.known(Templates.output(Templates.compile(template), "o"))
                        .get("v"))
                .isEqualTo(value);
    }

    @Property(tries = 100)
    void theSameComesToTheSame(@ForAll("values") JsonNode value, @ForAll("terms") Term term) {
        ObjectNode properties = NODES.objectNode();
        properties.set("Value", value);
        properties.put("Term", "[createArray(" + term.written() + ")]");
        properties.put("Late", "[concat(reference('a').X, newline)]".replace("newline", "'" + value.size() + "'"));
        String template = Templates.template(
                "'resources': [{'type': 'Example.Web/sites', 'apiVersion': '2026-01-01', 'name': 'a'},"
                        + " {'type': 'Example.Web/sites', 'apiVersion': '2026-01-01', 'name': 'b', 'properties': "
                        + properties + "}]");
        assertThat(result(template)).isEqualTo(result(template));
    }

    private static Object result(String template) {
        try {
            return Template.parse(template).compile(Templates.inputs());
        } catch (InvalidTemplateException e) {
            return e.faults();
        }
    }

    private static JsonNode escaped(JsonNode value) {
        if (value.isString()) {
            return Values.text(Parser.escaped(value.stringValue()));
        }
        if (value.isArray()) {
            ArrayNode made = NODES.arrayNode();
            value.forEach(item -> made.add(escaped(item)));
            return made;
        }
        if (value.isObject()) {
            ObjectNode made = NODES.objectNode();
            value.properties().forEach(member -> made.set(member.getKey(), escaped(member.getValue())));
            return made;
        }
        return value;
    }

    @Provide
    Arbitrary<JsonNode> values() {
        Arbitrary<JsonNode> leaves = Arbitraries.oneOf(
                Arbitraries.strings()
                        .ofMaxLength(8)
                        .filter(text -> !text.startsWith("[["))
                        .map(NODES::stringNode),
                Arbitraries.of("[", "[a]", "]", "'", "\\", "\u2028", "\uD83D\uDE00")
                        .map(NODES::stringNode),
                Arbitraries.integers().map(NODES::numberNode),
                Arbitraries.of(true, false).map(NODES::booleanNode),
                Arbitraries.just(NODES.nullNode()));
        return Arbitraries.recursive(() -> leaves, LawsTest::containers, 0, 3);
    }

    private static Arbitrary<JsonNode> containers(Arbitrary<JsonNode> parts) {
        Arbitrary<JsonNode> arrays = parts.list().ofMaxSize(3).map(items -> {
            ArrayNode made = NODES.arrayNode();
            items.forEach(made::add);
            return made;
        });
        Arbitrary<JsonNode> objects = Arbitraries.maps(
                        Arbitraries.strings().alpha().ofLength(3), parts)
                .ofMaxSize(3)
                .map(members -> {
                    ObjectNode made = NODES.objectNode();
                    members.forEach(made::set);
                    return made;
                });
        return Arbitraries.oneOf(parts, arrays, objects);
    }

    @Provide
    Arbitrary<Term> terms() {
        Arbitrary<Term> leaves = Arbitraries.oneOf(
                Arbitraries.strings().ofMaxLength(10).map(Term.Text::new),
                Arbitraries.longs().map(Term.Whole::new));
        Arbitrary<String> names = Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(6);
        return Arbitraries.recursive(
                () -> leaves,
                parts -> Arbitraries.oneOf(
                        parts,
                        Combinators.combine(
                                        Arbitraries.of("", "ns"),
                                        Arbitraries.oneOf(
                                                names, Arbitraries.of("concat", "add", "createArray", "json", "range")),
                                        parts.list().ofMaxSize(3))
                                .as(Term.Call::new),
                        Combinators.combine(parts, Arbitraries.oneOf(names.map(Term.Text::new), parts))
                                .as(LawsTest::member)),
                0,
                3);
    }

    private static Term member(Term of, Term key) {
        return new Term.Member(new Term.Call("", "createArray", List.of(of)), key);
    }
}
