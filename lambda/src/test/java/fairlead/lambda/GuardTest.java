package fairlead.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.testing.SettableClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// No process outlives its use, or the server.
class GuardTest {

    @TempDir
    private Path folder = Path.of("");

    private Process start(String command) throws IOException {
        Path guard = Folders.unpackResource("guard.sh", folder.resolve("guard.sh"));
        return new ProcessBuilder("bash", guard.toString(), "1000000", "sh", "-c", command + "; : " + folder).start();
    }

    @Test
    void endsAllWhenTheServerIsGone() throws IOException, InterruptedException {
        Process guard = start("sleep 1000 & sleep 1000");

        guard.getOutputStream().close();

        assertThat(guard.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(Fixtures.lasting("sleep 1000", folder.toString())).isEmpty();
    }

    @Test
    void endsWhatAProcessLeavesBehind() throws IOException, InterruptedException {
        Process guard = start("sh -c 'sleep 1000; : " + folder + "' & exit 5");

        assertThat(guard.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(guard.exitValue()).isEqualTo(5);
        assertThat(Fixtures.lasting("sleep 1000", folder.toString())).isEmpty();
    }

    @Test
    void processesWithoutWorkAreStopped() {
        SettableClock clock = SettableClock.atNoon();
        Path parts = Fixtures.java(folder, "fixture.Fixture");
        try (Providers providers =
                new Providers(folder.resolve("home"), Fixtures.settings(1, Duration.ofSeconds(30)), clock)) {
            assertThat(providers.check(Fixtures.DIGEST, parts, Fixtures.schema()))
                    .isEmpty();
            assertThat(Fixtures.processes("Bootstrap", folder.toString())).isNotEmpty();

            clock.advance(Duration.ofMinutes(9));
            providers.sweep();
            assertThat(Fixtures.processes("Bootstrap", folder.toString())).isNotEmpty();

            clock.advance(Duration.ofMinutes(2));
            providers.sweep();
            assertThat(Fixtures.lasting("Bootstrap", folder.toString())).isEmpty();
        }
    }
}
