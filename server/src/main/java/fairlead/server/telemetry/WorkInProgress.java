package fairlead.server.telemetry;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/// How much is being worked on at the moment: requests, and steps of operations that requests have begun. What
/// waits for a handler, for the end of an operation or for its time costs nothing and does not count.
public final class WorkInProgress {

    private final AtomicInteger count = new AtomicInteger();

    public int count() {
        return count.get();
    }

    /// One more, from now on; how many there are with it.
    public int begin() {
        return count.incrementAndGet();
    }

    public void end() {
        count.decrementAndGet();
    }

    /// One more, for as long as that takes.
    public void of(Runnable work) {
        begin();
        try {
            work.run();
        } finally {
            end();
        }
    }

    /// One that was begun waits.
    public <T> T aside(Supplier<T> waiting) {
        end();
        try {
            return waiting.get();
        } finally {
            begin();
        }
    }
}
