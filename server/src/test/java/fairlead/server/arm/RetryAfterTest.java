package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane.Answer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// When clients are asked to come back. Every SDK sleeps for exactly that long, however soon the operation ends.
class RetryAfterTest {

    private static final Duration MOST = Duration.ofSeconds(10);

    @Nested
    class TheExpectedRest {

        private static long rest(Duration taken, Optional<Double> percent) {
            return Answers.rest(taken, Duration.ZERO, percent, MOST);
        }

        @Test
        void isNotOverBeforeTheHandlerIsCalledAgain() {
            Duration soon = Duration.ofMillis(20);
            Duration four = Duration.ofSeconds(4);
            assertThat(Answers.rest(soon, four, Optional.empty(), MOST)).isEqualTo(4);
            assertThat(Answers.rest(soon, four, Optional.of(50.0), MOST)).isEqualTo(4);
            assertThat(Answers.rest(Duration.ofSeconds(6), four, Optional.of(75.0), MOST))
                    .isEqualTo(2);
        }

        @Test
        void isAsLongAsItHasTakenSoFar() {
            assertThat(rest(Duration.ofSeconds(4), Optional.empty())).isEqualTo(4);
        }

        @Test
        void isAtLeastOneSecond() {
            assertThat(rest(Duration.ofMillis(20), Optional.empty())).isEqualTo(1);
            assertThat(rest(Duration.ofSeconds(-5), Optional.empty())).isEqualTo(1);
            assertThat(rest(Duration.ofSeconds(5), Optional.of(100.0))).isEqualTo(1);
        }

        @Test
        void isAtMostTheUsualPause() {
            assertThat(rest(Duration.ofHours(1), Optional.empty())).isEqualTo(10);
        }

        @Test
        void followsFromWhatTheHandlerTells() {
            assertThat(rest(Duration.ofSeconds(6), Optional.of(75.0))).isEqualTo(2);
            assertThat(rest(Duration.ofSeconds(6), Optional.of(0.0))).isEqualTo(6);
        }
    }

    @Nested
    class Answered {

        private static final String ENDLESS =
                "{\"location\": \"local\", \"properties\": {\"CreateSteps\": 1, \"StepDelaySeconds\": 3600}}";

        @TempDir
        private Path folder;

        private Plane plane;

        @BeforeEach
        void start() {
            plane = Plane.start(folder, Duration.ZERO, "--min-retry-after=10");
        }

        @AfterEach
        void stop() {
            plane.close();
        }

        @Test
        void withTheAddressOfTheOperationItIsTheExpectedRest() {
            Answer created = plane.put(Plane.THINGS + "/a" + Plane.VERSION, ENDLESS);
            assertThat(created.header("Retry-After")).matches("[1-9]|10");
            Answer called = plane.readUntil(
                    created.header("Azure-AsyncOperation"),
                    status -> status.json().has("percentComplete"));
            assertThat(called.header("Retry-After")).isEqualTo("10");
        }

        @Test
        void withTheAddressOfTheResultItIsTheUsualPause() {
            plane.put(Plane.THINGS + "/a" + Plane.VERSION, ENDLESS);
            Answer accepted = plane.send("POST", Plane.THINGS + "/a/cancel" + Plane.VERSION, "");
            assertThat(accepted.status()).isEqualTo(202);
            assertThat(accepted.header("Retry-After")).isEqualTo("10");
        }
    }
}
