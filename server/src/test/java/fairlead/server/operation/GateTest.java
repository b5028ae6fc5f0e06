package fairlead.server.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class GateTest {

    private static final Duration LONG = Duration.ofMinutes(5);

    private final Gate gate = new Gate();

    @Test
    void letsEverybodyThroughWhoWaits() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Boolean>> waiting = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                waiting.add(threads.submit(() -> gate.await(LONG)));
            }
            gate.open();
            for (Future<Boolean> each : waiting) {
                assertThat(each.get()).isTrue();
            }
        }
    }

    @Test
    void letsThroughWhoComesLater() throws Exception {
        gate.open();

        assertThat(gate.await(LONG)).isTrue();
        assertThat(gate.await(Duration.ZERO)).isTrue();
    }

    @Test
    void isLeftWhenTheLimitIsOver() throws Exception {
        assertThat(gate.await(Duration.ofMillis(1))).isFalse();
        assertThat(gate.await(Duration.ZERO)).isFalse();
        assertThat(gate.await(Duration.ofNanos(-1))).isFalse();
    }

    @Test
    void eachHasItsOwnLimit() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> patient = threads.submit(() -> gate.await(LONG));
            Future<Boolean> impatient = threads.submit(() -> gate.await(Duration.ofMillis(1)));

            assertThat(impatient.get()).isFalse();
            gate.open();
            assertThat(patient.get()).isTrue();
        }
    }

    @Test
    void isLeftByAnInterrupt() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> gate.await(LONG)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
    }
}
