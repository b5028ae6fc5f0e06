package fairlead.server.arm.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Callers that have not signed in get few answers, and none of those that have are kept out by them.
class UnknownCallersTest {

    private static final String THING = Plane.THINGS + "/one" + Plane.VERSION;

    @TempDir
    private Path folder;

    private Plane plane;
    private SignedIn administrator;

    @BeforeEach
    void begin() {
        plane = Plane.start(folder, Duration.ofSeconds(1), "--require-sign-in", "--unknown-per-second=2");
        administrator = SignedIn.administrator(plane, folder);
    }

    @AfterEach
    void end() {
        plane.close();
    }

    @Test
    void areLimitedByTheirAddress() {
        Answer last = plane.get(THING);
        for (int i = 0; i < 30; i++) {
            last = plane.get(THING);
        }
        assertThat(last.status()).isEqualTo(429);
        assertThat(last.code()).isEqualTo("TooManyRequests");
        assertThat(last.header("Retry-After")).isNotEmpty();
        assertThat(administrator.get(THING).status()).isEqualTo(404);
        assertThat(plane.get("/livez").status()).isEqualTo(200);
    }

    @Test
    void thatTryWrongSecretsHaveToWait() {
        String client = administrator.makes("guessed").id();
        Answer last = SignedIn.token(plane, client, "wrong");
        assertThat(last.status()).isEqualTo(401);
        for (int i = 0; i < 5; i++) {
            last = SignedIn.token(plane, client, "wrong");
        }
        assertThat(last.status()).isEqualTo(429);
        assertThat(SignedIn.token(plane, "11111111-2222-4333-8444-555555555555", "wrong")
                        .status())
                .isEqualTo(401);
    }
}
