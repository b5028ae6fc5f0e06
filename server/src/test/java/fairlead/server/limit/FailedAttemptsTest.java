package fairlead.server.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// Who fails again and again has to wait, and no other has to.
class FailedAttemptsTest {

    private final AtomicLong now = new AtomicLong(1_000);
    private final FailedAttempts attempts = new FailedAttempts(now::get);

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            attempts.failed("a");
        }
    }

    @Test
    void fewAreFree() {
        fail(4);
        assertThat(attempts.pause("a")).isEmpty();
    }

    @Test
    void eachFurtherOneDoublesThePause() {
        fail(5);
        assertThat(attempts.pause("a")).contains(Duration.ofSeconds(1));
        fail(2);
        assertThat(attempts.pause("a")).contains(Duration.ofSeconds(4));
        fail(100);
        assertThat(attempts.pause("a")).contains(Duration.ofMinutes(15));
    }

    @Test
    void othersAreNotKeptOut() {
        fail(50);
        assertThat(attempts.pause("b")).isEmpty();
    }

    @Test
    void aSuccessEndsIt() {
        fail(6);
        attempts.succeeded("a");
        fail(4);
        assertThat(attempts.pause("a")).isEmpty();
    }

    @Test
    void afterAWhileItIsForgotten() {
        fail(10);
        now.addAndGet(Duration.ofHours(2).toNanos());
        attempts.failed("a");
        assertThat(attempts.pause("a")).isEmpty();
    }
}
