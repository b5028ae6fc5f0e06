package fairlead.server.time;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// How a thread waits for another one, or for time to go by.
@FunctionalInterface
public interface Waits {

    /// Waits until the latch is open, but no longer than this.
    ///
    /// @return whether it is open
    boolean await(CountDownLatch latch, Duration most) throws InterruptedException;

    /// That of the machine's threads.
    static Waits ofThreads() {
        return (latch, most) -> latch.await(most.toMillis(), TimeUnit.MILLISECONDS);
    }
}
