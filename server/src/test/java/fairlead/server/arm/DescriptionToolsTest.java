package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// What tools of others, unmodified, find in the descriptions of the server.
@EnabledIfSystemProperty(
        named = "clients",
        matches = "on",
        disabledReason = "needs python3, node and their registries: -Dclients=on")
class DescriptionToolsTest {

    private static final Path SCRIPTS = Path.of("src/test/resources/arm");

    @TempDir
    private Path folder;

    /// A fuzzer that knows the description alone makes up requests.
    @Test
    void atMostOneInAHundredRequestsThatAreValidByTheDescriptionIsRefused() throws IOException, InterruptedException {
        ClientScript script =
                ClientScript.of(folder, SCRIPTS.resolve("schemathesis"), "requirements.txt", "positive.py");
        assertThat(script.installPython()).isEmpty();
        try (Plane plane = Plane.start(folder.resolve("data"), Duration.ofSeconds(1))) {
            assertThat(script.shell("sdk/bin/python positive.py '" + plane.url() + "'"))
                    .isEmpty();
        }
        assertThat(script.held()).hasSize(1);
    }

    /// Each rule holds, or the file beside the script says why it does not.
    @Test
    void theSwaggerDocumentsHoldToMicrosoftsRulesForResourceProviders() throws IOException, InterruptedException {
        ClientScript script = ClientScript.of(
                folder, SCRIPTS.resolve("swagger-rules"), "package.json", "rules.mjs", "justified.json");
        assertThat(script.run(List.of("npm", "install", "--no-audit", "--no-fund", "--no-package-lock")))
                .isEmpty();
        try (Plane plane = Plane.start(folder.resolve("data"), Duration.ofSeconds(1))) {
            String documents = Stream.of("Fairlead.Lab", "Fairlead.Files", "Fairlead.Tls")
                    .map(namespace -> "'" + plane.url() + "/swagger/" + namespace + "/2026-11-01'")
                    .collect(Collectors.joining(" "));
            assertThat(script.shell("node rules.mjs " + documents)).isEmpty();
        }
        assertThat(script.held()).hasSize(1);
    }
}
