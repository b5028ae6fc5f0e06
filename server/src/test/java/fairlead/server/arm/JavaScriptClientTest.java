package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// The pollers of the Azure SDK for JavaScript follow operations of every shape to their end. They come from the npm
/// registry, into a folder of the test.
@EnabledIfSystemProperty(named = "clients", matches = "on", disabledReason = "needs node and npm: -Dclients=on")
class JavaScriptClientTest {

    private static final Path SCRIPTS = Path.of("src/test/resources/arm/javascript");

    @TempDir
    private Path folder;

    @Test
    void followsOperationsToTheirEnd() throws IOException, InterruptedException {
        for (String file : List.of("package.json", "pollers.mjs")) {
            Files.copy(SCRIPTS.resolve(file), folder.resolve(file));
        }
        assertThat(run(List.of("npm", "install", "--no-audit", "--no-fund", "--no-package-lock")))
                .isEmpty();
        try (Plane plane = Plane.start(folder.resolve("data"), Duration.ZERO)) {
            assertThat(run(List.of("node", "pollers.mjs", plane.url().toString())))
                    .isEmpty();
        }
        assertThat(Files.readAllLines(folder.resolve("output")))
                .filteredOn(line -> line.startsWith("ok"))
                .hasSize(12);
    }

    /// What the command has said if it failed; its output is in the file `output`.
    private String run(List<String> command) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
        } catch (IOException missing) {
            return String.valueOf(missing.getMessage());
        }
        if (!process.waitFor(180, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            return command + " does not end: " + Files.readString(output);
        }
        return process.exitValue() == 0 ? "" : Files.readString(output);
    }
}
