package fairlead.schema.draft07;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class HostileSchemasTest {

    private static final Duration SOON = Duration.ofSeconds(20);
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    @Nested
    class ACatastrophicPattern {

        @Test
        void isGivenUp() {
            Shape shape = compile("{\"pattern\":\"^((a+)+)\\\\2?c$\"}");
            JsonNode text = NODES.stringNode("a".repeat(200) + "b");
            assertThat(keywords(shape, text)).containsExactly("pattern-too-slow");
        }

        @Test
        void doesNotTakeLongerInALongList() {
            Shape shape = compile("{\"items\":{\"pattern\":\"^((a+)+)\\\\2?c$\"}}");
            ArrayNode list = NODES.arrayNode();
            for (int i = 0; i < 2_000; i++) {
                list.add("a".repeat(100) + "b");
            }
            assertThat(keywords(shape, list)).containsExactly("pattern-too-slow");
        }

        @Test
        void isGivenUpForPropertyNamesToo() {
            Shape shape = compile("{\"patternProperties\":{\"^((a+)+)\\\\2?c$\":{}}}");
            ObjectNode object = NODES.objectNode().put("a".repeat(200) + "b", 1);
            assertThat(keywords(shape, object)).containsExactly("pattern-too-slow");
        }

        @Test
        void thatOverflowsTheStackIsGivenUp() {
            Shape shape = compile("{\"pattern\":\"^(a|b)*$\"}");
            JsonNode text = NODES.stringNode("ab".repeat(200_000));
            assertThat(keywords(shape, text)).containsExactly("pattern-too-slow");
        }

        @Test
        void isNoMatterForALongTextThatIsEasy() {
            Shape shape = compile("{\"pattern\":\"^[a-z]+$\"}");
            assertThat(keywords(shape, NODES.stringNode("a".repeat(500_000)))).isEmpty();
        }
    }

    @Test
    void alternativesThatMultiplyAreGivenUp() {
        StringBuilder schema = new StringBuilder("{\"$ref\":\"#/definitions/d0\",\"definitions\":{");
        for (int i = 0; i < 40; i++) {
            String next = "{\"$ref\":\"#/definitions/d" + (i + 1) + "\"}";
            schema.append("\"d")
                    .append(i)
                    .append("\":{\"allOf\":[")
                    .append(next)
                    .append(',')
                    .append(next)
                    .append("]},");
        }
        Shape shape = compile(schema.append("\"d40\":{\"type\":\"string\"}}}").toString());
        assertThat(keywords(shape, NODES.numberNode(1))).contains("effort");
    }

    @Test
    void aLongChainOfReferencesIsRefused() {
        StringBuilder schema = new StringBuilder("{\"$ref\":\"#/definitions/d0\",\"definitions\":{");
        for (int i = 0; i < 20_000; i++) {
            schema.append("\"d")
                    .append(i)
                    .append("\":{\"$ref\":\"#/definitions/d")
                    .append(i + 1)
                    .append("\"},");
        }
        JsonNode document =
                JsonMapper.shared().readTree(schema.append("\"d20000\":{}}}").toString());
        Compiler compiler = new Compiler(Map.of("schema", document));
        Shape shape = assertTimeoutPreemptively(SOON, () -> compiler.compile("schema", ""));
        assertThat(compiler.flaws()).extracting(Flaw::kind).contains("nesting");
        assertThat(shape.validate(NODES.numberNode(1), Mode.FULL)).isEmpty();
    }

    @Test
    void aReferenceToItselfIsCut() {
        JsonNode document = JsonMapper.shared().readTree("{\"$ref\":\"#\"}");
        Compiler compiler = new Compiler(Map.of("schema", document));
        Shape shape = compiler.compile("schema", "");
        assertThat(compiler.flaws()).extracting(Flaw::kind).containsExactly("ref-cycle");
        assertThat(shape.validate(document, Mode.FULL)).isEmpty();
    }

    @Test
    void aValueTooDeepIsReportedAndNotFollowed() {
        Shape shape = compile("{\"properties\":{\"a\":{\"$ref\":\"#\"}}}");
        ObjectNode value = NODES.objectNode();
        for (int i = 0; i < 10_000; i++) {
            value = NODES.objectNode().set("a", value);
        }
        assertThat(keywords(shape, value)).containsExactly("depth");
    }

    @Test
    void aHugeNumberIsNoReasonToComputeForEver() {
        Shape shape = compile("{\"multipleOf\":3,\"type\":\"integer\",\"uniqueItems\":true}");
        JsonNode huge = NODES.numberNode(new java.math.BigDecimal("1E+100000000"));
        assertThat(keywords(shape, huge)).containsExactly("multipleOf");
        assertThat(Values.hash(huge)).isEqualTo(Values.hash(huge.deepCopy()));
    }

    private static Shape compile(String schema) {
        Compiler compiler = new Compiler(Map.of("schema", JsonMapper.shared().readTree(schema)));
        Shape shape = compiler.compile("schema", "");
        assertThat(compiler.flaws()).isEmpty();
        return shape;
    }

    private static List<String> keywords(Shape shape, JsonNode value) {
        return assertTimeoutPreemptively(SOON, () -> shape.validate(value, Mode.FULL)).stream()
                .map(Violation::keyword)
                .distinct()
                .toList();
    }
}
