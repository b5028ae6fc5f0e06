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

/// Each file below `cases/recast` holds schemas with values before and after.
class RecastingTest {

    private static final JsonMapper EXACT = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    @TestFactory
    Stream<DynamicTest> values() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/cases/recast"))) {
            List<Path> sorted = files.sorted().toList();
            return sorted.stream().flatMap(RecastingTest::tests);
        }
    }

    private static Stream<DynamicTest> tests(Path file) {
        JsonNode cases = EXACT.readTree(file.toFile());
        return StreamSupport.stream(cases.spliterator(), false)
                .map(one -> DynamicTest.dynamicTest(
                        file.getFileName() + ": " + one.path("about").stringValue(), () -> run(one)));
    }

    private static void run(JsonNode one) {
        Compiler compiler = new Compiler(Map.of("schema", one.path("schema")));
        Shape shape = compiler.compile("schema", "");
        assertThat(compiler.flaws()).isEmpty();
        JsonNode recast = shape.recast(one.path("given"));
        assertThat(recast.toString()).isEqualTo(one.path("recast").toString());
        assertThat(shape.recast(recast)).isEqualTo(recast);
    }
}
