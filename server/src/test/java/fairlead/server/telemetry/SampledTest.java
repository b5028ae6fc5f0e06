package fairlead.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SampledTest {

    private static final Duration LONG = Duration.ofHours(1);

    @Test
    void isReadOnceForAllScrapesOfAPause() {
        AtomicInteger readings = new AtomicInteger();
        Sampled<Integer> sampled = new Sampled<>(LONG, readings::incrementAndGet);
        assertThat(sampled.value()).contains(1);
        assertThat(sampled.value()).contains(1);
    }

    @Test
    void isReadAgainAfterThePause() {
        AtomicInteger readings = new AtomicInteger();
        Sampled<Integer> sampled = new Sampled<>(Duration.ZERO, readings::incrementAndGet);
        while (sampled.value().equals(Optional.of(1))) {
            Thread.onSpinWait();
        }
        assertThat(readings).hasValueGreaterThan(1);
    }

    @Test
    void isEmptyWhileItCanNotBeRead() {
        Sampled<Integer> sampled = new Sampled<>(LONG, () -> {
            throw new IllegalStateException("the database is away");
        });
        assertThat(sampled.value()).isEmpty();
    }

    @Test
    void keepsNoScrapeWaitingForASlowReading() {
        CountDownLatch end = new CountDownLatch(1);
        Sampled<Integer> sampled = new Sampled<>(LONG, () -> {
            try {
                end.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            return 1;
        });
        assertThat(sampled.value()).isEmpty();
        end.countDown();
        while (sampled.value().isEmpty()) {
            Thread.onSpinWait();
        }
        assertThat(sampled.value()).contains(1);
    }
}
