package fairlead.armtemplate;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.armtemplate.function.Values;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// Published results of expressions.
@EnabledIfSystemProperty(named = "corpus", matches = ".+")
class VectorsTest {

    static Stream<Arguments> vectors() throws IOException {
        Path folder = Path.of(System.getProperty("corpus"), "stacks");
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> chosen = files.filter(
                            file -> file.getFileName().toString().startsWith("arm-vectors-"))
                    .sorted()
                    .toList();
            assertThat(chosen).isNotEmpty();
            return chosen.stream().flatMap(VectorsTest::read);
        }
    }

    private static Stream<Arguments> read(Path file) {
        try {
            return Templates.json(Files.readString(file))
                    .valueStream()
                    .map(vector -> Arguments.of(vector.get("expr").stringValue(), vector.get("expected")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("vectors")
    void anExpressionComesToWhatWasPublished(String expression, JsonNode expected) {
        JsonNode value = Templates.value(expression);
        if (expected.has("instant")) {
            assertThat(DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ssX").parse(value.stringValue(), Instant::from))
                    .isEqualTo(expected.get("instant").stringValue());
        } else {
            assertThat(Values.json(value)).isEqualTo(Values.json(expected));
        }
    }
}
