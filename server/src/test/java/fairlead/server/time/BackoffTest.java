package fairlead.server.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackoffTest {

    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(3));

    @Test
    void pausesDoubleUpToTheLongest() {
        assertThat(IntStream.range(0, 5).mapToObj(BACKOFF::pause))
                .containsExactly(
                        Duration.ofMillis(500),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(3),
                        Duration.ofSeconds(3));
        assertThat(BACKOFF.pause(Integer.MAX_VALUE)).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void chanceTakesAwayHalfOfAPauseAtMost() {
        Random chance = new Random(1);
        for (int i = 0; i < 1000; i++) {
            assertThat(BACKOFF.pause(1, chance)).isBetween(Duration.ofMillis(500), Duration.ofSeconds(1));
        }
    }

    @Test
    void chanceSpreadsPauses() {
        Random chance = new Random(1);
        assertThat(IntStream.range(0, 100)
                        .mapToObj(_ -> BACKOFF.pause(2, chance))
                        .distinct())
                .hasSizeGreaterThan(50);
    }
}
