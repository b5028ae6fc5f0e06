package fairlead.schema;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.draft07.Values;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Callers can make as many texts and numbers of the same [Object#hashCode] as they like. Where they are kept in hash
/// tables, their hashes differ all the same; whole tables of one hash would take quadratic time.
class CollidingTextsTest {

    private static final int MANY = 20_000;
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /// Of few hashes among that many keyed ones some are equal by chance.
    private static final long DIFFERENT = MANY - 10;

    /// Twenty thousand texts, all of the hash of the first.
    private static List<String> texts() {
        List<String> texts = new ArrayList<>(List.of(""));
        for (int i = 0; i < 15; i++) {
            texts = texts.stream()
                    .flatMap(text -> List.of(text + "Aa", text + "BB").stream())
                    .toList();
        }
        List<String> many = texts.subList(0, MANY);
        assertThat(many.stream().map(String::hashCode).distinct()).hasSize(1);
        return many;
    }

    @Test
    void findingsOnThemHaveDifferentHashes() {
        assertThat(texts().stream()
                        .map(text ->
                                Finding.error("model.unknown", "/" + text, "").hashCode())
                        .distinct()
                        .count())
                .isGreaterThan(DIFFERENT);
        assertThat(texts().stream()
                        .map(text -> Finding.error("model.type", "/list", text).hashCode())
                        .distinct()
                        .count())
                .isGreaterThan(DIFFERENT);
    }

    @Test
    void valuesMadeOfThemHaveDifferentHashes() {
        assertThat(texts().stream()
                        .map(text -> Values.hash(JSON.stringNode(text)))
                        .distinct()
                        .count())
                .isGreaterThan(DIFFERENT);
        assertThat(texts().stream()
                        .map(text -> Values.hash(JSON.objectNode().put(text, 1)))
                        .distinct()
                        .count())
                .isGreaterThan(DIFFERENT);
        assertThat(texts().stream()
                        .map(text -> ModelEquality.hash(
                                Optional.empty(), JSON.arrayNode().add(text)))
                        .distinct()
                        .count())
                .isGreaterThan(DIFFERENT);
    }

    @Test
    void numbersOfOneHashHaveDifferentOnes() {
        List<Integer> hashes = new ArrayList<>();
        for (long i = 0; i < MANY; i++) {
            long number = (i << 32) | i;
            assertThat(Long.hashCode(number)).isZero();
            hashes.add(Values.hash(JSON.numberNode(number)));
        }
        assertThat(hashes.stream().distinct().count()).isGreaterThan(DIFFERENT);
    }

    @Test
    void valuesThatAreEqualStillShareTheirHash() {
        assertThat(Values.hash(JSON.numberNode(new BigDecimal("100000000000000000000000.50"))))
                .isEqualTo(Values.hash(JSON.numberNode(new BigDecimal("1000000000000000000000005e-1"))));
        assertThat(Values.hash(JSON.numberNode(1))).isEqualTo(Values.hash(JSON.numberNode(new BigDecimal("1.0"))));
        assertThat(Values.hash(JSON.objectNode().put("Aa", 1).put("BB", "x")))
                .isEqualTo(Values.hash(JSON.objectNode().put("BB", "x").put("Aa", 1L)));
    }

    @Test
    void aModelOfThemHasAHundredFindingsAndOneThatSaysHowManyMore() {
        ObjectNode model = JSON.objectNode();
        texts().forEach(text -> model.put(text, 1));

        List<Finding> findings = schema().validateInput(model);

        assertThat(findings).hasSize(101);
        assertThat(findings.subList(0, 100)).noneMatch(finding -> finding.id().equals("model.more"));
        assertThat(findings.getLast())
                .isEqualTo(Finding.error("model.more", "", "there are 19900 more findings, which are not told"));
    }

    @Test
    void aModelWithAHundredFindingsHasNoMore() {
        ObjectNode model = JSON.objectNode();
        texts().subList(0, 100).forEach(text -> model.put(text, 1));

        assertThat(schema().validateInput(model))
                .hasSize(100)
                .noneMatch(finding -> finding.id().equals("model.more"));
    }

    @Test
    void nullsAreCountedLikeAllElse() {
        ObjectNode model = JSON.objectNode();
        ArrayNode list = model.putArray("Labels");
        for (int i = 0; i < MANY; i++) {
            list.addNull();
        }

        List<Finding> findings = schema().validateInput(model);

        assertThat(findings).hasSize(101);
        assertThat(findings.getFirst().pointer()).isEqualTo("/Labels/0");
        assertThat(findings.getLast().message()).contains("19900 more");
    }

    private static ResourceSchema schema() {
        return Schemas.valid("""
            {"typeName": "Test::Case::Thing", "description": "x", "additionalProperties": false,
             "properties": {"Name": {"type": "string"}, "Labels": {"type": "array", "items": {"type": "string"}}},
             "primaryIdentifier": ["/properties/Name"]}
            """);
    }
}
