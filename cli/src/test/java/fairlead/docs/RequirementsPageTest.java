package fairlead.docs;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.docs.RequirementReference.Requirement;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The pages of requirements are whole and true: nothing is left out, and every test that they name exists.
class RequirementsPageTest {

    private static final int REQUIREMENTS = 241;
    private static final int DECISIONS = 49;

    static final List<RequirementReference> LISTS = List.of(RequirementReference.PROTOCOL, RequirementReference.SCHEMA);

    @Test
    void everyRequirementAndEveryDecisionIsThereInOrder() {
        List<String> numbers = Stream.concat(
                        IntStream.rangeClosed(1, REQUIREMENTS).mapToObj(String::valueOf),
                        IntStream.rangeClosed(1, DECISIONS).mapToObj(number -> "D" + number))
                .toList();
        assertThat(RequirementReference.PROTOCOL.all().stream().map(Requirement::number))
                .containsExactlyElementsOf(numbers);
    }

    @ParameterizedTest
    @FieldSource("LISTS")
    void everyRequirementHasATestThatExistsOrAReasonForNone(RequirementReference list) {
        assertThat(list.missing()).isEmpty();
    }

    /// What the meta-schema has at the top, in a property or in a handler stands on the page.
    @ParameterizedTest
    @ValueSource(strings = {"provider.definition", "base.definition"})
    void everyKeyOfTheMetaSchemaIsThere(String document) {
        String told = RequirementReference.SCHEMA.all().stream()
                .map(requirement -> requirement.number() + " " + requirement.statement())
                .collect(Collectors.joining("\n"));
        JsonNode schema = JsonMapper.shared()
                .readTree(Repository.read(
                        "schema/src/main/resources/fairlead/schema/meta/" + document + ".schema.v1.json"));
        assertThat(keys(schema)).isNotEmpty().allMatch(told::contains);
    }

    private static Set<String> keys(JsonNode schema) {
        Set<String> keys = new TreeSet<>(schema.path("properties").propertyNames());
        keys.addAll(schema.at("/definitions/properties/allOf/1/properties").propertyNames());
        return keys;
    }

    /// With the public documents at hand.
    @Nested
    @EnabledIfSystemProperty(named = "corpus", matches = ".+")
    class OfTheSchemaDocument {

        private final String document = read();

        @Test
        void everySentenceIsVerbatim() {
            assertThat(sentences()).allMatch(document::contains);
        }

        @Test
        void noObligationAndNoConstraintIsLeftOut() {
            assertThat(document.lines())
                    .filteredOn(line -> line.contains("MUST") || line.startsWith("* **"))
                    .allMatch(line -> sentences().stream().anyMatch(line::contains));
        }

        private List<String> sentences() {
            return RequirementReference.SCHEMA.all().stream()
                    .filter(requirement -> !requirement.section().startsWith("Keys"))
                    .map(Requirement::statement)
                    .toList();
        }

        private static String read() {
            return Repository.read(Path.of(System.getProperty("corpus", ""))
                    .resolveSibling("spec/resource-schema.md")
                    .toString());
        }
    }
}
