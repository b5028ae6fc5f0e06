package fairlead.smithy.convert;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import fairlead.smithy.Models;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.smithy.model.Model;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Converts every model of the corpus, and the pairs of model and schema that the reference converter is tested with.
@EnabledIfSystemProperty(named = "corpus", matches = ".+")
class PublicModelsTest {

    private static final Path SMITHY = Path.of(System.getProperty("corpus", ""), "smithy");
    private static final Path PAIRS =
            SMITHY.resolve("tests/smithy/smithy-aws-cloudformation/src/test/resources/software/"
                    + "amazon/smithy/aws/cloudformation/schema/fromsmithy");

    @Test
    void haveResourcesWhoseTypesAreAllValid() throws IOException {
        List<Path> models;
        try (Stream<Path> files = Files.list(SMITHY.resolve("models"))) {
            models = files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
        List<String> invalid = new ArrayList<>();
        int types = 0;
        for (Path file : models) {
            Models.Loaded loaded = Models.load(List.of(file));
            assertThat(loaded.sound()).as("%s: %s", file, loaded.findings()).isTrue();
            for (Conversion.Type type : converted(loaded.model().orElseThrow())) {
                types++;
                if (ResourceSchema.load(type.schema()) instanceof Loaded.Invalid(var findings)) {
                    invalid.add(type.name() + ": " + findings);
                }
            }
        }
        assertThat(models).hasSizeGreaterThan(60);
        assertThat(types).isGreaterThan(200);
        assertThat(invalid).isEmpty();
    }

    private static List<Conversion.Type> converted(Model model) {
        Conversion.Options options = new Conversion.Options(Optional.empty(), Optional.empty(), false);
        return Conversion.services(model)
                .flatMap(service -> Conversion.of(model, service, options).types().stream())
                .toList();
    }

    /// What the reference converter leaves out: identifiers that a caller must give, and that a type has no tags.
    @ParameterizedTest
    @CsvSource({
        "integ/complex-resource.smithy, integ/complex-resource.cfn.json, ''",
        "integ/create-and-read-mutability.smithy, integ/create-and-read-mutability.cfn.json, ''",
        "integ/create-write-mutability.smithy, integ/create-write-mutability.cfn.json, ''",
        "integ/full-mutability.smithy, integ/full-mutability.cfn.json, ''",
        "integ/nested-properties.smithy, integ/nested-properties.cfn.json, ForecastId",
        "integ/put-lifecycle.smithy, integ/put-lifecycle.cfn.json, FooId",
        "integ/queue-example.smithy, integ/queue-example.cfn.json, QueueName",
        "integ/read-mutability.smithy, integ/read-mutability.cfn.json, ''",
        "integ/required-output.smithy, integ/required-output.cfn.json, ''",
        "integ/rule-example.smithy, integ/rule-example.cfn.json, ''",
        "integ/write-mutability.smithy, integ/write-mutability.cfn.json, ''",
        "simple-service-aws.smithy, simple-service-aws.cfn.json, ''",
        "test-service.smithy, smithy-testservice-bar.cfn.json, BarId",
        "test-service.smithy, smithy-testservice-basil.cfn.json, BarId",
        "test-service.smithy, smithy-testservice-fooresource.cfn.json, ''",
        "weather.smithy, weather.cfn.json, ''",
        "weather-service-wide.smithy, weather-service-wide.cfn.json, ''"
    })
    void giveTheTypesOfTheReferenceConverter(String model, String schema, String alsoRequired) {
        ObjectNode expected =
                (ObjectNode) JsonMapper.shared().readTree(PAIRS.resolve(schema).toFile());
        if (!alsoRequired.isEmpty()) {
            expected.withArray("required").add(alsoRequired);
        }
        if (!expected.has("tagging")) {
            expected.putObject("tagging").put("taggable", false);
        }
        if (!expected.has("handlers")) {
            expected.putObject("handlers");
        }
        assertThat(comparable(type(model, expected.path("typeName").asString())))
                .isEqualTo(comparable(expected));
    }

    private static JsonNode type(String file, String name) {
        List<Path> files = Stream.of(file, "tagging.smithy")
                .filter(part -> part.equals(file) || file.startsWith("weather"))
                .map(PAIRS::resolve)
                .toList();
        Model model = Models.load(files).model().orElseThrow();
        String[] names = name.split("::", -1);
        Conversion.Options options = new Conversion.Options(Optional.of(names[0]), Optional.of(names[1]), true);
        return Conversion.services(model)
                .flatMap(shape -> Conversion.of(model, shape, options).types().stream())
                .filter(type -> type.name().equals(name))
                .findFirst()
                .orElseThrow()
                .schema();
    }

    /// Without descriptions, which the reference gives to the type alone; lists of names without order; whole numbers
    /// as numbers.
    private static Object comparable(JsonNode node) {
        if (node instanceof ObjectNode object) {
            return object.properties().stream()
                    .filter(member -> !member.getKey().equals("description"))
                    .collect(Collectors.toMap(java.util.Map.Entry::getKey, member -> comparable(member.getValue())));
        }
        if (node.isArray()) {
            Set<String> items = new TreeSet<>();
            node.values().forEach(item -> items.add(comparable(item).toString()));
            return items;
        }
        return node.asString().equals("integer") ? "number" : node.asString();
    }
}
