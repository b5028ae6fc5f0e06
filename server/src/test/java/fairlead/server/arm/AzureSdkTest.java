package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// The Azure SDKs make, change, list and delete, unmodified. They come from the registries of their languages, into a
/// folder of the test; which versions is said in the files beside the scripts.
@EnabledIfSystemProperty(
        named = "clients",
        matches = "on",
        disabledReason = "needs python3, node, go and their registries: -Dclients=on")
class AzureSdkTest {

    private static final Path SCRIPTS = Path.of("src/test/resources/arm");

    @TempDir
    private Path folder;

    @Test
    void forJavaScriptFollowsOperationsToTheirEnd() throws IOException, InterruptedException {
        ClientScript script = ClientScript.of(folder, SCRIPTS.resolve("javascript"), "package.json", "pollers.mjs");
        assertThat(script.run(List.of("npm", "install", "--no-audit", "--no-fund", "--no-package-lock")))
                .isEmpty();
        try (Plane plane = Plane.start(folder.resolve("data"), Duration.ZERO)) {
            assertThat(script.run(List.of("node", "pollers.mjs", plane.url().toString())))
                    .isEmpty();
        }
        assertThat(script.held()).hasSize(12);
    }

    @Test
    void forPythonManagesGroupsResourcesLocksAndStacks() throws IOException, InterruptedException {
        ClientScript script = ClientScript.of(folder, SCRIPTS.resolve("python"), "requirements.txt", "sdk.py");
        assertThat(script.installPython()).isEmpty();
        // It sends a token over HTTPS only.
        try (Plane plane = Plane.start(folder.resolve("data"), Duration.ofSeconds(1), "--tls=self-signed")) {
            assertThat(script.shell("REQUESTS_CA_BUNDLE=data/server.crt sdk/bin/python sdk.py '" + plane.url() + "'"))
                    .isEmpty();
        }
        assertThat(script.held()).hasSize(22);
    }

    @Test
    void forGoManagesGroupsAndResources() throws IOException, InterruptedException {
        ClientScript script = ClientScript.of(folder, SCRIPTS.resolve("go"), "go.mod", "go.sum", "main.go");
        assertThat(script.run(List.of("go", "build", "-o", "client", "."))).isEmpty();
        try (Plane plane = Plane.start(folder.resolve("data"), Duration.ofSeconds(1))) {
            assertThat(script.run(List.of("./client", plane.url().toString()))).isEmpty();
        }
        assertThat(script.held()).hasSize(11);
    }
}
