package fairlead.server.registry.stack;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.ClientScript;
import fairlead.server.arm.Plane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// AWS's command line, unmodified, and stacks.
@EnabledIfSystemProperty(
        named = "clients",
        matches = "on",
        disabledReason = "needs python3 and its registry: -Dclients=on")
class AwsStackClientTest {

    private static final Path SCRIPTS = Path.of("src/test/resources/cloudformation");
    private static final Path REQUIREMENTS = Path.of("src/test/resources/cloudcontrol/python");

    @TempDir
    private Path folder;

    @Test
    void deploysReviewsAndDeletes() throws IOException, InterruptedException {
        ClientScript script = ClientScript.of(folder, SCRIPTS, "stacks.sh");
        Files.copy(REQUIREMENTS.resolve("requirements.txt"), folder.resolve("requirements.txt"));
        assertThat(script.installPython()).isEmpty();
        try (Plane plane = Plane.start(folder.resolve("data"), Duration.ofSeconds(1))) {
            assertThat(script.shell("bash stacks.sh '" + plane.url() + "' sdk/bin/aws"))
                    .isEmpty();
        }
        assertThat(script.held()).hasSize(17);
    }
}
