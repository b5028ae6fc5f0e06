package fairlead.providers.disk;

import java.util.concurrent.atomic.AtomicInteger;

/// Stops work in the middle, as a crash would: nothing that comes after is done, and the caller gets no answer.
public final class Crash extends Error {

    private static final long serialVersionUID = 1L;

    private Crash() {
        super("stopped by the test");
    }

    /// Does the work until it has made this many durable changes.
    ///
    /// @return whether it was stopped; false if it came to its end before
    public static boolean after(int changes, Runnable work) {
        AtomicInteger left = new AtomicInteger(changes);
        try {
            ScopedValue.where(Folder.AFTER_CHANGE, () -> stop(left)).run(work);
            return false;
        } catch (Crash _) {
            return true;
        }
    }

    private static void stop(AtomicInteger left) {
        if (left.decrementAndGet() == 0) {
            throw new Crash();
        }
    }
}
