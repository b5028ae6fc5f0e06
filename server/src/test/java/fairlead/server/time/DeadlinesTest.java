package fairlead.server.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeadlinesTest {

    private static final Duration LONG = Duration.ofDays(1);

    private final Deadlines deadlines = new Deadlines(Duration.ofMillis(20));

    @AfterEach
    void leaveNoInterrupt() {
        Thread.interrupted();
    }

    @Test
    void workThatEndsInTimeIsDoneOnTheCallingThread() {
        AtomicReference<Thread> worker = new AtomicReference<>();
        assertThat(deadlines.within(LONG, () -> worker.set(Thread.currentThread())))
                .isTrue();
        assertThat(worker).hasValue(Thread.currentThread());
    }

    @Test
    void workWhoseTimeIsUpIsInterruptedAndItsThreadIsNot() {
        assertThat(deadlines.within(Duration.ZERO, DeadlinesTest::waitForEver)).isFalse();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void workThatHeedsNoInterruptHasOverrunOnceItEnds() {
        AtomicBoolean heard = new AtomicBoolean();
        boolean inTime = deadlines.within(Duration.ZERO, () -> {
            while (!Thread.interrupted()) {
                Thread.onSpinWait();
            }
            heard.set(true);
        });
        assertThat(inTime).isFalse();
        assertThat(heard).isTrue();
    }

    @Test
    void whatIsDoneTooLateHasOverrunThoughItIsNotInterruptedYet() {
        assertThat(deadlines.within(Duration.ZERO, () -> {})).isFalse();
    }

    @Test
    void workThatAnotherThreadInterruptsCountsForNothingAndItsCallerFindsTheInterrupt() {
        assertThat(deadlines.within(LONG, () -> Thread.currentThread().interrupt()))
                .isFalse();
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void workThatIsWantedNoLongerIsInterruptedAndItsThreadIsNot() {
        AtomicBoolean unwanted = new AtomicBoolean();
        boolean done = deadlines.within(LONG, unwanted::get, () -> {
            unwanted.set(true);
            waitForEver();
        });
        assertThat(done).isFalse();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void eachOfManyPiecesHasItsOwnTime() throws InterruptedException {
        CountDownLatch cut = new CountDownLatch(2);
        CountDownLatch enough = new CountDownLatch(1);
        AtomicBoolean slowButInTime = new AtomicBoolean();
        Thread patient = Thread.ofVirtual().start(() -> slowButInTime.set(deadlines.within(LONG, () -> await(enough))));
        for (int i = 0; i < 2; i++) {
            Thread.ofVirtual().start(() -> {
                if (!deadlines.within(Duration.ZERO, DeadlinesTest::waitForEver)) {
                    cut.countDown();
                }
            });
        }
        cut.await();
        enough.countDown();
        patient.join();
        assertThat(slowButInTime).isTrue();
    }

    @Test
    void whatBeginsWhenNothingHasBeenRunningForAWhileIsLookedAfterToo() {
        deadlines.within(Duration.ZERO, DeadlinesTest::waitForEver);
        assertThat(deadlines.within(Duration.ZERO, DeadlinesTest::waitForEver)).isFalse();
    }

    @Test
    void anExceptionOfTheWorkLeavesNothingBehind() {
        assertThatIllegalStateException()
                .isThrownBy(() -> deadlines.within(LONG, () -> {
                    throw new IllegalStateException("bug");
                }));
        assertThat(deadlines.within(LONG, () -> {})).isTrue();
    }

    private static void waitForEver() {
        await(new CountDownLatch(1));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
