package fairlead.schema.drift;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Parses and runs every transform of the published schemas, below the folder that the system property `corpus` names.
@EnabledIfSystemProperty(named = "corpus", matches = ".+")
class TransformCorpusTest {

    /// Published transforms that name properties which the sample has nowhere on the way: they are behind
    /// alternatives, or have another name in the schema.
    private static final Set<String> LOST = Set.of(
            "aws-gameliftstreams-streamgroup.json /properties/LocationConfiguration/MaximumCapacity",
            "aws-rolesanywhere-trustanchor.json /properties/Source/SourceData/X509CertificateData");

    @TestFactory
    Stream<DynamicTest> publishedTransforms() throws IOException {
        String corpus = System.getProperty("corpus", "");
        List<DynamicTest> tests = new ArrayList<>();
        try (Stream<Path> tree = Files.list(Path.of(corpus, "cfn", "aws"))) {
            for (Path file : tree.sorted().toList()) {
                JsonNode document = read(file);
                for (Map.Entry<String, JsonNode> entry :
                        document.path("propertyTransform").properties()) {
                    String text = entry.getValue().asString();
                    tests.add(DynamicTest.dynamicTest(
                            file.getFileName() + " " + entry.getKey(),
                            () -> parsesAndRuns(file.getFileName().toString(), document, entry.getKey(), text)));
                }
            }
        }
        assertThat(tests).as("transforms below %s", corpus).isNotEmpty();
        return tests.stream();
    }

    private static JsonNode read(Path file) {
        try {
            return JsonMapper.shared().readTree(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void parsesAndRuns(String file, JsonNode document, String key, String text) {
        Transform.Parsed parsed = Transform.parse(key, text);
        assertThat(parsed.troubles()).isEmpty();
        Transform transform = parsed.transform().orElseThrow();
        JsonNode model = model(document, document, 0);
        List<JsonNode> contexts = new ArrayList<>(List.of(model));
        for (String step : transform.path().steps()) {
            JsonNode last = contexts.getLast();
            contexts.add(step.equals("*") && last.isArray() ? last.path(0) : last.path(step));
        }
        List<JsonNode> results = new ArrayList<>();
        Limits limits = new Limits();
        for (String expression : transform.expressions()) {
            for (JsonNode context : contexts.reversed()) {
                if (!context.isMissingNode()) {
                    Transform.evaluate(expression, context, limits).ifPresent(results::add);
                }
            }
        }
        boolean lost = LOST.contains(file + " " + key);
        assertThat(results.isEmpty())
                .as("%s makes nothing of any context", text)
                .isEqualTo(lost);
    }

    /// A model in which every property has some value.
    private static JsonNode model(JsonNode document, JsonNode schema, int depth) {
        if (schema.has("$ref")) {
            return model(document, document.at(schema.path("$ref").asString().substring(1)), depth);
        }
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        String type = schema.path("type").isArray()
                ? schema.path("type").path(0).asString()
                : schema.path("type").asString(schema.has("properties") ? "object" : "string");
        return switch (type) {
            case "integer", "number" -> nodes.numberNode(7);
            case "boolean" -> nodes.booleanNode(true);
            case "array" ->
                depth > 6 ? nodes.arrayNode() : nodes.arrayNode().add(model(document, schema.path("items"), depth + 1));
            case "string" -> nodes.stringNode("arn:aws:Some/Thing-1");
            default -> {
                ObjectNode object = nodes.objectNode();
                if (depth <= 6) {
                    schema.path("properties")
                            .forEachEntry((name, property) -> object.set(name, model(document, property, depth + 1)));
                }
                yield object;
            }
        };
    }
}
