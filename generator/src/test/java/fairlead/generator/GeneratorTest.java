package fairlead.generator;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.Finding;
import fairlead.schema.Loaded;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Instances of small schemas, each about one keyword or a few that meet.
class GeneratorTest {

    private static final int SEEDS = 60;

    private static Generator generator(String properties, String more) {
        return Generator.of(Schemas.of(properties, more));
    }

    private static List<ObjectNode> inputs(Generator generator) {
        return LongStream.range(0, SEEDS)
                .mapToObj(seed -> generator.input(seed, Size.TYPICAL).orElseThrow())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type': 'string', 'pattern': '^(?=.*[A-Z])(?=.*[0-9])[A-Za-z0-9]{8,12}$'}",
                "{'type': 'string', 'pattern': '^(?!aws:)[a-z:]{4,6}$'}",
                "{'type': 'string', 'pattern': '^([a-c]+)-\\\\1$'}",
                "{'type': 'string', 'pattern': '^[\\\\p{L}\\\\p{Z}\\\\p{N}_.:/=+\\\\-@]*$', 'maxLength': 8}",
                "{'type': 'string', 'pattern': 'vpc', 'minLength': 12}",
                "{'type': 'string', 'pattern': '^arn:(aws|aws-cn):iam::[0-9]{12}:role/.{1,64}$', 'maxLength': 40}",
                "{'type': 'string', 'minLength': 3, 'maxLength': 3}",
                "{'type': 'string', 'format': 'date-time'}",
                "{'type': 'string', 'format': 'uri'}",
                "{'type': 'integer', 'minimum': 7, 'maximum': 9}",
                "{'type': 'integer', 'minimum': 10, 'multipleOf': 7}",
                "{'type': 'number', 'exclusiveMinimum': 0, 'exclusiveMaximum': 1}",
                "{'type': 'number', 'multipleOf': 0.25, 'maximum': -1}",
                "{'type': ['integer', 'string'], 'minimum': 5, 'minLength': 5}",
                "{'type': ['string', 'integer', 'boolean'], 'enum': ['a', 2, true]}",
                "{'type': 'string', 'enum': ['aa', 'b'], 'maxLength': 1}",
                "{'type': 'object', 'const': {'a': [1]}}",
                "{'type': 'array', 'items': {'type': 'boolean'}, 'uniqueItems': true, 'minItems': 2}",
                "{'type': 'array', 'items': {'type': 'integer', 'enum': [1, 2, 3]}, 'uniqueItems': true, 'minItems':"
                        + " 3}",
                "{'type': 'array', 'items': {'type': 'integer'}, 'contains': {'minimum': 100}}",
                "{'type': 'object', 'patternProperties': {'^[a-z]{2}$': {'type': 'integer'}}, "
                        + "'additionalProperties': false, 'minProperties': 2}",
                "{'type': 'object', 'minProperties': 2, 'maxProperties': 2, 'additionalProperties': false, "
                        + "'properties': {'A': {'type': 'string'}, 'B': {'type': 'string'}, 'C': {'type': 'string'}}}",
                "{'type': 'object', 'additionalProperties': false, 'dependencies': {'A': ['B']}, 'required': ['A'], "
                        + "'properties': {'A': {'type': 'string'}, 'B': {'type': 'string'}}}",
                "{'type': 'object', 'additionalProperties': false, "
                        + "'oneOf': [{'required': ['A']}, {'required': ['B']}, {'required': ['C']}], "
                        + "'properties': {'A': {'type': 'string'}, 'B': {'type': 'string'}, 'C': {'type': 'string'}}}",
                "{'oneOf': [{'type': 'string'}, {'type': 'string', 'maxLength': 3}]}",
                "{'anyOf': [{'type': 'string', 'maxLength': 2}, {'type': 'integer', 'minimum': 5}]}",
                "{'type': 'string', 'allOf': [{'minLength': 4}, {'maxLength': 4}, {'pattern': '^x'}]}",
            })
    void everyInputIsValid(String property) {
        Generator generator = generator("\"P\": " + property.replace('\'', '"'), "\"required\": [\"Name\", \"P\"]");
        for (Size size : Size.values()) {
            for (long seed = 0; seed < SEEDS; seed++) {
                ObjectNode input = generator.input(seed, size).orElseThrow();
                assertThat(generator.schema().validateInput(input))
                        .as("%s", input)
                        .isEmpty();
                assertThat(input.has("P")).isTrue();
            }
        }
    }

    @Test
    void theSameSeedGivesTheSameInstance() {
        Generator generator = generator("\"Size\": {\"type\": \"integer\"}, \"Text\": {\"type\": \"string\"}", "");
        Generator another = generator("\"Size\": {\"type\": \"integer\"}, \"Text\": {\"type\": \"string\"}", "");
        assertThat(inputs(generator)).isEqualTo(inputs(another));
        assertThat(new HashSet<>(inputs(generator))).hasSizeGreaterThan(SEEDS / 2);
    }

    /// So that a change of the generator that changes every recorded seed is seen.
    @Test
    void theInstanceOfASeedIsKnown() {
        Generator generator =
                generator("\"Size\": {\"type\": \"integer\", \"minimum\": 1}", "\"required\": [\"Name\"]");
        assertThat(generator.input(1, Size.TYPICAL).orElseThrow().toString()).isEqualTo("{\"Name\":\"i\",\"Size\":8}");
    }

    @Test
    void edgesOfARangeAreMet() {
        Generator generator = generator(
                "\"Size\": {\"type\": \"integer\", \"minimum\": 3, \"maximum\": 90000}", "\"required\": [\"Size\"]");
        Set<Integer> sizes = new TreeSet<>();
        inputs(generator).forEach(input -> sizes.add(input.path("Size").intValue()));
        assertThat(sizes).contains(3, 90000).hasSizeGreaterThan(10);
    }

    @Nested
    class AResourceType {

        private final Generator generator = generator("""
            "Id": {"type": "string", "minLength": 1},
            "Owner": {"type": "object", "additionalProperties": false, "required": ["Team", "Since"],
              "properties": {"Team": {"type": "string"}, "Since": {"type": "string"}}},
            "Secret": {"type": "string"}, "Fixed": {"type": "string"}, "Size": {"type": "integer"}
            """, """
            "required": ["Name", "Id", "Secret", "Owner"],
            "readOnlyProperties": ["/properties/Id", "/properties/Owner/Since"],
            "writeOnlyProperties": ["/properties/Secret"],
            "createOnlyProperties": ["/properties/Name", "/properties/Fixed"]
            """);

        @Test
        void hasInputsWithoutWhatACallerCannotSet() {
            for (ObjectNode input : inputs(generator)) {
                assertThat(input.has("Id")).isFalse();
                assertThat(input.at("/Owner/Since").isMissingNode()).isTrue();
                assertThat(input.has("Secret")).isTrue();
            }
        }

        @Test
        void hasModelsWithoutWhatIsNeverGivenBack() {
            for (long seed = 0; seed < SEEDS; seed++) {
                ObjectNode model = generator.model(seed, Size.MINIMAL).orElseThrow();
                assertThat(generator.schema().validateModel(model)).isEmpty();
                assertThat(model.has("Secret")).isFalse();
                assertThat(model.has("Id")).isTrue();
                assertThat(model.at("/Owner/Since").isString()).isTrue();
            }
        }

        @Test
        void completesAnInput() {
            ObjectNode input = generator.input(5, Size.TYPICAL).orElseThrow();
            ObjectNode model = generator.completed(input, 5).orElseThrow();
            assertThat(generator.schema().unmet(input, model)).isEmpty();
            assertThat(model.has("Id")).isTrue();
            assertThat(model.at("/Owner/Since").isString()).isTrue();
            assertThat(model.has("Secret")).isFalse();
        }

        @Test
        void isUpdatedInWhatMayChange() {
            ObjectNode input = generator.input(5, Size.TYPICAL).orElseThrow();
            for (long seed = 0; seed < SEEDS; seed++) {
                ObjectNode update = generator.update(input, seed, Size.TYPICAL).orElseThrow();
                assertThat(generator.schema().validateInput(update)).isEmpty();
                assertThat(update.path("Name")).isEqualTo(input.path("Name"));
                assertThat(update.path("Fixed")).isEqualTo(input.path("Fixed"));
                assertThat(generator.schema().equal(input, update)).isFalse();
            }
        }

        @Test
        void hasIdentifiers() {
            ObjectNode identifier = generator.identifier(3).orElseThrow();
            assertThat(identifier.propertyNames()).containsExactly("Name");
            assertThat(generator.schema().identifier(identifier)).isPresent();
        }

        @Test
        void hasInputsThatBreakOneRule() {
            Set<String> keywords = new TreeSet<>();
            for (long seed = 0; seed < 4 * SEEDS; seed++) {
                Broken broken = generator.invalid(seed, Size.MAXIMAL).orElseThrow();
                List<Finding> findings = generator.schema().validateInput(broken.model());
                assertThat(findings).extracting(Finding::pointer).containsExactly(broken.pointer());
                keywords.add(broken.keyword());
            }
            assertThat(keywords).contains("required", "type", "minLength", "maxLength", "additionalProperties");
        }
    }

    @Test
    void aTypeOfNothingButCreateOnlyPropertiesCannotBeUpdated() {
        Generator generator = generator("", "\"createOnlyProperties\": [\"/properties/Name\"]");
        ObjectNode input = generator.input(1, Size.TYPICAL).orElseThrow();
        assertThat(generator.update(input, 1, Size.TYPICAL)).isInstanceOf(Generated.Impossible.class);
    }

    @Test
    void whatNoValueFitsIsSaidToBeImpossible() {
        Generator generator = generator(
                "\"P\": {\"type\": \"string\", \"pattern\": \"^a$\", \"minLength\": 2}", "\"required\": [\"P\"]");
        assertThat(generator.input(1, Size.TYPICAL))
                .isEqualTo(new Generated.Impossible<>(
                        "/properties/P", "no text was found that has the right length and matches"));
    }

    @Test
    void aRequiredRecursionWithoutEndIsSaidToBeImpossible() {
        Generator generator = generator("\"P\": {\"$ref\": \"#/definitions/Node\"}", """
            "required": ["P"], "definitions": {"Node": {"type": "object", "additionalProperties": false,
              "required": ["Next"], "properties": {"Next": {"$ref": "#/definitions/Node"}}}}
            """);
        assertThat(generator.input(1, Size.MAXIMAL)).isInstanceOf(Generated.Impossible.class);
    }

    @Test
    void aDefinitionThatMayContainItselfEnds() {
        Generator generator = generator("\"P\": {\"$ref\": \"#/definitions/Expression\"}", """
            "required": ["P"], "definitions": {"Expression": {"oneOf": [
              {"type": "object", "additionalProperties": false, "required": ["Not"],
               "properties": {"Not": {"$ref": "#/definitions/Expression"}}},
              {"type": "object", "additionalProperties": false, "required": ["All"],
               "properties": {"All": {"type": "array", "minItems": 2,
                 "items": {"$ref": "#/definitions/Expression"}}}},
              {"type": "string", "maxLength": 5}]}}
            """);
        for (Size size : Size.values()) {
            for (long seed = 0; seed < SEEDS; seed++) {
                assertThat(generator.input(seed, size).orElseThrow().toString()).hasSizeLessThan(200_000);
            }
        }
    }

    @Test
    void aSinglePropertyHasValues() {
        Generator generator = generator(
                "\"Rules\": {\"type\": \"array\", \"items\": {\"type\": \"object\", "
                        + "\"properties\": {\"Port\": {\"type\": \"integer\", \"minimum\": 80, \"maximum\": 80}}}}",
                "");
        JsonNode port = generator
                .value(PropertyPath.parse("/properties/Rules/*/Port"), 1, Size.TYPICAL)
                .orElseThrow();
        assertThat(port.intValue()).isEqualTo(80);
        assertThat(generator.value(PropertyPath.parse("/properties/Nothing"), 1, Size.TYPICAL))
                .isInstanceOf(Generated.Impossible.class);
    }

    @Test
    void aFailureShrinksToItsCause() {
        ResourceSchema schema = Schemas.of("""
            "Rules": {"type": "array", "items": {"type": "object", "additionalProperties": false,
              "required": ["Port"],
              "properties": {"Port": {"type": "integer", "minimum": 1}, "Note": {"type": "string"}}}},
            "Size": {"type": "integer", "minimum": 2}
            """, "\"required\": [\"Name\", \"Size\"]");
        Generator generator = Generator.of(schema);
        ObjectNode failing = LongStream.range(0, 1000)
                .mapToObj(seed -> generator.input(seed, Size.MAXIMAL).orElseThrow())
                .filter(GeneratorTest::hasHighPort)
                .findFirst()
                .orElseThrow();
        ObjectNode smallest = generator.shrink(failing, GeneratorTest::hasHighPort);
        assertThat(schema.validateInput(smallest)).isEmpty();
        assertThat(smallest.path("Rules").toString()).isEqualTo("[{\"Port\":81}]");
        assertThat(smallest.path("Size").intValue()).isEqualTo(2);
        assertThat(smallest.path("Name").stringValue()).hasSize(1);
    }

    private static boolean hasHighPort(ObjectNode input) {
        return input.path("Rules")
                .valueStream()
                .anyMatch(rule -> rule.path("Port").intValue() > 80);
    }

    @Test
    void makesNoTagsForACreateThatTakesNone() {
        for (boolean onCreate : List.of(true, false)) {
            ObjectNode document = (ObjectNode) JsonMapper.shared().readTree("""
                {"typeName": "Test::Cloud::Thing", "description": "A thing.", "additionalProperties": false,
                 "properties": {"Id": {"type": "string"}, "ThingTags": {"type": "array", "minItems": 1,
                  "items": {"type": "string"}}},
                 "primaryIdentifier": ["/properties/Id"],
                 "tagging": {"taggable": true, "tagOnCreate": %s, "tagUpdatable": false,
                  "tagProperty": "/properties/ThingTags"}}
                """.formatted(onCreate));
            ResourceSchema schema = ((Loaded.Valid) ResourceSchema.load(document)).schema();

            boolean tagged = LongStream.range(0, 20)
                    .mapToObj(seed -> Generator.of(schema).input(seed, Size.MAXIMAL))
                    .anyMatch(
                            made -> ((Generated.Made<ObjectNode>) made).value().has("ThingTags"));
            assertThat(tagged).isEqualTo(onCreate);
        }
    }
}
