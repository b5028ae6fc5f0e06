package fairlead.schema.lint;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.draft07.Compiler;
import fairlead.schema.draft07.Mode;
import fairlead.schema.draft07.Shape;
import fairlead.schema.language.Languages;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Small schemas, held against many values: where a reason is found, none of them fits.
class PossibilityLawsTest {

    private static final List<JsonNode> VALUES = Stream.of(
                    "null",
                    "true",
                    "0",
                    "1",
                    "2",
                    "3",
                    "1.5",
                    "2.5",
                    "\"\"",
                    "\"a\"",
                    "\"aa\"",
                    "\"b\"",
                    "\"aab\"",
                    "[]",
                    "[1]",
                    "[\"a\"]",
                    "[1, 2]",
                    "{}",
                    "{\"A\": 1}",
                    "{\"A\": \"a\"}",
                    "{\"B\": 1}",
                    "{\"A\": 1, \"B\": 2}",
                    "{\"A\": \"aa\", \"B\": 2}",
                    "{\"A\": {\"A\": 1}}",
                    "{\"A\": {\"A\": 1, \"B\": \"a\"}, \"B\": 1.5}",
                    "{\"A\": [1], \"B\": []}")
            .map(JsonMapper.shared()::readTree)
            .toList();

    @Property(tries = 3000)
    void aReasonIsAProof(@ForAll("schemas") String text) {
        JsonNode document = document(text);
        Optional<Reason> reason = new Possibility(document, new Languages()).reason(List.of("/properties/P"));
        Shape shape = new Compiler(Map.of("", document)).compile("", "/properties/P");

        assertThat(VALUES)
                .filteredOn(value ->
                        reason.isPresent() && shape.validate(value, Mode.FULL).isEmpty())
                .as(text)
                .isEmpty();
    }

    @Test
    void aReasonIsFoundOfManySchemas() {
        assertThat(Stream.of(
                        "{\"type\": \"string\", \"allOf\": [{\"type\": \"integer\"}]}",
                        "{\"$ref\": \"#/definitions/D\", \"minimum\": 9}",
                        "{\"allOf\": [{\"$ref\": \"#/definitions/D\"}, {\"type\": \"string\"}]}",
                        "{\"type\": \"array\", \"minItems\": 1, \"items\": {\"type\": \"string\", \"pattern\":"
                                + " \"$a^\"}}",
                        "{\"type\": \"object\", \"required\": [\"A\"], \"properties\": {\"A\": false}}"))
                .map(text -> new Possibility(document(text), new Languages())
                        .reason(List.of("/properties/P"))
                        .isPresent())
                .containsExactly(true, false, true, true, true);
    }

    private static JsonNode document(String text) {
        return JsonMapper.shared()
                .readTree("{\"definitions\": {\"D\": {\"type\": \"integer\", \"maximum\": 2}, \"E\": {\"type\":"
                        + " \"object\", \"additionalProperties\": false, \"properties\": {\"A\": {\"$ref\":"
                        + " \"#/definitions/E\"}}}}, \"properties\": {\"P\": " + text + "}}");
    }

    @Provide
    Arbitrary<String> schemas() {
        return schemas(3);
    }

    private static Arbitrary<String> schemas(int depth) {
        Arbitrary<String> leaves = Arbitraries.of(
                "\"type\": \"string\"",
                "\"type\": \"integer\"",
                "\"type\": \"number\"",
                "\"type\": \"object\"",
                "\"type\": \"array\"",
                "\"type\": [\"string\", \"null\"]",
                "\"minLength\": 2",
                "\"maxLength\": 1",
                "\"pattern\": \"^a+$\"",
                "\"pattern\": \"$a^\"",
                "\"minimum\": 2",
                "\"exclusiveMinimum\": 1",
                "\"maximum\": 1.5",
                "\"exclusiveMaximum\": 2",
                "\"minItems\": 1",
                "\"maxItems\": 1",
                "\"required\": [\"A\"]",
                "\"required\": [\"A\", \"B\"]",
                "\"additionalProperties\": false",
                "\"enum\": [1, \"a\"]",
                "\"$ref\": \"#/definitions/D\"",
                "\"$ref\": \"#/definitions/E\"");
        if (depth == 0) {
            return object(leaves);
        }
        Arbitrary<String> inner = schemas(depth - 1);
        Arbitrary<String> pairs = Combinators.combine(inner, inner).as((a, b) -> a + ", " + b);
        return object(Arbitraries.frequencyOf(
                Tuple.of(5, leaves),
                Tuple.of(1, pairs.map(list -> "\"allOf\": [" + list + "]")),
                Tuple.of(1, pairs.map(list -> "\"oneOf\": [" + list + "]")),
                Tuple.of(1, pairs.map(list -> "\"anyOf\": [" + list + "]")),
                Tuple.of(1, inner.map(one -> "\"items\": " + one)),
                Tuple.of(1, inner.map(one -> "\"properties\": {\"A\": " + one + "}")),
                Tuple.of(1, inner.map(one -> "\"patternProperties\": {\"^[AB]$\": " + one + "}"))));
    }

    /// A schema of some keywords, the last of each name.
    private static Arbitrary<String> object(Arbitrary<String> keywords) {
        return keywords.list().ofMinSize(1).ofMaxSize(3).map(list -> {
            Map<String, String> named = new LinkedHashMap<>();
            list.forEach(keyword -> named.put(keyword.substring(0, keyword.indexOf(':')), keyword));
            return "{" + String.join(", ", named.values()) + "}";
        });
    }

    @Test
    void anAlternativeThatLeadsBackToItselfIsFollowedOnce() {
        JsonNode document = JsonMapper.shared().readTree("""
            {"definitions": {"Loop": {"type": "object", "additionalProperties": false, "required": ["Missing"],
                "anyOf": [{"$ref": "#/definitions/Loop"}, {"$ref": "#/definitions/Other"}]},
              "Other": {"oneOf": [{"$ref": "#/definitions/Loop"}]}}}
            """);

        assertThat(new Possibility(document, new Languages()).reason(List.of("/definitions/Loop")))
                .isPresent();
    }
}
