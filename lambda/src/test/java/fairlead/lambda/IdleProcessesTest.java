package fairlead.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.testing.SettableClock;
import fairlead.host.DeclaredNeeds;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// No process outlives its use.
class IdleProcessesTest {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void processesWithoutWorkAreStopped() {
        SettableClock clock = SettableClock.atNoon();
        Path parts = Fixtures.java(folder, "fixture.Fixture");
        try (Providers providers =
                new Providers(folder.resolve("home"), Fixtures.settings(1, Duration.ofSeconds(30)), clock)) {
            assertThat(providers.check(Fixtures.DIGEST, parts, Fixtures.schema(), DeclaredNeeds.NOT_DECLARED))
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
