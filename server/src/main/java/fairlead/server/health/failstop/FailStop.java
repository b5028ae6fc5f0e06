package fairlead.server.health.failstop;

import fairlead.server.health.failstop.FailStopException.Reason;
import java.lang.Thread.UncaughtExceptionHandler;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ends the process with one line on standard error, and an exit code that says why.
///
/// It goes by threads that end: that of an [#essential] work, or any by an [OutOfMemoryError] or a
/// [FailStopException]. Whatever else ends a thread is logged.
public final class FailStop {

    private static final Logger LOG = LoggerFactory.getLogger(FailStop.class);

    private static final AtomicBoolean ENDING = new AtomicBoolean();

    /// For how long another thread that has found a reason lets the first one say its own.
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private FailStop() {}

    /// From now on this process ends so. Called by `main`; a test that has all in its own process doesn't.
    public static void turnOn() {
        Thread.setDefaultUncaughtExceptionHandler(FailStop::ended);
    }

    /// A work without which the process does not do its part: if it throws anything, an invariant is broken.
    public static Runnable essential(Runnable work) {
        return () -> {
            try {
                work.run();
            } catch (FailStopException known) {
                throw known;
            } catch (RuntimeException failure) {
                throw new FailStopException(
                        Reason.BROKEN_INVARIANT,
                        "the thread " + Thread.currentThread().getName() + ", which always runs, has ended by "
                                + failure,
                        failure);
            }
        };
    }

    /// To be called where an error is caught that would otherwise have ended the thread.
    public static void caught(Throwable failure) {
        UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
        if (handler != null) {
            handler.uncaughtException(Thread.currentThread(), failure);
        }
    }

    private static void ended(Thread thread, Throwable failure) {
        switch (failure) {
            case FailStopException known -> {
                if (known.getCause() != null) {
                    LOG.error("{}", known.getMessage(), known);
                }
                end(known.reason(), known.getMessage());
            }
            case OutOfMemoryError error -> end(Reason.OUT_OF_MEMORY, "out of memory (" + error.getMessage() + ")");
            default -> LOG.error("the thread {} has ended", thread.getName(), failure);
        }
    }

    /// Without hooks: they would wait for what may never end, and write what may be wrong. Of several threads that find
    /// a reason at once, the first one says it.
    private static void end(Reason reason, @Nullable String what) {
        try {
            if (ENDING.compareAndSet(false, true)) {
                String line = String.valueOf(what).replace('\n', ' ');
                System.err.println("fairlead: " + line + ": the server ends; start it again");
                System.err.flush();
            } else {
                LockSupport.parkNanos(PATIENCE.toNanos());
            }
        } finally {
            Runtime.getRuntime().halt(reason.exitCode());
        }
    }
}
