package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// What is valid by `/openapi.json` is taken: a fuzzer that knows nothing else makes up requests.
@EnabledIfSystemProperty(
        named = "clients",
        matches = "on",
        disabledReason = "needs python3 and its registry: -Dclients=on")
class SchemathesisTest {

    private static final Path SCRIPTS = Path.of("src/test/resources/arm/schemathesis");

    @TempDir
    private Path folder;

    @Test
    void findsOneInAHundredOfItsValidRequestsRefusedAtMost() throws IOException, InterruptedException {
        ClientScript script = new ClientScript(folder);
        script.copy(SCRIPTS.resolve("requirements.txt"));
        script.copy(SCRIPTS.resolve("positive.py"));
        assertThat(script.shell("python3 -m venv own && own/bin/pip install -q --no-compile -r requirements.txt"))
                .isEmpty();
        try (Plane plane = Plane.start(folder.resolve("data"), Duration.ofSeconds(1))) {
            assertThat(script.shell("own/bin/python positive.py '" + plane.url() + "'"))
                    .isEmpty();
        }
        assertThat(script.held()).hasSize(1);
    }
}
