package fairlead.schema.draft07;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Each file below `cases/draft07` holds schemas with values that fit and values that don't.
class KeywordsTest {

    private static final JsonMapper EXACT = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    @TestFactory
    Stream<DynamicTest> exactNumbers() throws IOException {
        return tests(EXACT);
    }

    @TestFactory
    Stream<DynamicTest> binaryNumbers() throws IOException {
        return tests(JsonMapper.shared());
    }

    private static Stream<DynamicTest> tests(JsonMapper values) throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/cases/draft07"))) {
            List<Path> sorted = files.sorted().toList();
            return sorted.stream().flatMap(file -> tests(file, values));
        }
    }

    private static Stream<DynamicTest> tests(Path file, JsonMapper values) {
        JsonNode cases = values.readTree(file.toFile());
        return StreamSupport.stream(cases.spliterator(), false)
                .map(one -> DynamicTest.dynamicTest(
                        file.getFileName() + ": " + one.path("about").stringValue(), () -> run(one)));
    }

    private static void run(JsonNode one) {
        Compiler compiler = new Compiler(Map.of("schema", one.path("schema")));
        Shape shape = compiler.compile("schema", "");
        assertThat(compiler.flaws()).isEmpty();
        Mode mode = one.path("mode").asString("full").equals("full") ? Mode.FULL : Mode.PARTIAL;
        for (JsonNode value : one.path("valid")) {
            assertThat(shape.validate(value, mode)).as("valid: %s", value).isEmpty();
        }
        for (JsonNode value : one.path("invalid")) {
            assertThat(shape.validate(value, mode)).as("invalid: %s", value).isNotEmpty();
        }
    }
}
