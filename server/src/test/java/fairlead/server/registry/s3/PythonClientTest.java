package fairlead.server.registry.s3;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// The AWS SDK for Python uploads with checksums in trailers, which it does over HTTPS only, and validates what it
/// reads.
@EnabledIfSystemProperty(named = "clients", matches = "on", disabledReason = "needs boto3: -Dclients=on")
class PythonClientTest {

    private static final Path SCRIPT = Path.of("src/test/resources/s3/checksums.py");

    @TempDir
    private Path folder;

    @Test
    void findsAndSendsChecksums() throws IOException, InterruptedException {
        try (Plane plane = Plane.start(folder.resolve("data"), Duration.ofSeconds(1), "--tls=self-signed")) {
            int exit = run("python3", SCRIPT.toString(), plane.url().toString());

            assertThat(exit).as(output()).isZero();
        }
        assertThat(output().lines().filter(line -> line.startsWith("ok"))).hasSize(12);
    }

    private int run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(List.of(command))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return process.waitFor();
    }

    private String output() throws IOException {
        return Files.readString(folder.resolve("output"));
    }
}
