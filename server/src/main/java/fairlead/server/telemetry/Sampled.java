package fairlead.server.telemetry;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A value that takes time to read, from the database for example, for gauges that are scraped often.
///
/// It is read on a thread of its own, and not again before a pause is over: the given one, or a hundred times what the
/// last reading took, so that reading takes no more than 1 % of the time of one thread. A scrape waits a moment for it
/// and otherwise shows the value before.
public final class Sampled<T> {

    private static final Logger LOG = LoggerFactory.getLogger(Sampled.class);
    private static final long PATIENCE_MILLIS = 500;
    private static final long SHARE = 100;

    private final Supplier<T> source;
    private final long pause;
    private Optional<T> value = Optional.empty();
    private @Nullable Thread reader;
    private long next = System.nanoTime();

    public Sampled(Duration pause, Supplier<T> source) {
        this.pause = pause.toNanos();
        this.source = source;
    }

    /// The last value; empty before there is one, and after a reading that has failed.
    public synchronized Optional<T> value() {
        if (reader == null && System.nanoTime() - next >= 0) {
            reader = Thread.ofVirtual().name("sample").start(this::read);
        }
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        try {
            for (long left = end - System.nanoTime(); reader != null && left > 0; left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return value;
    }

    private void read() {
        long begin = System.nanoTime();
        Optional<T> fresh = Optional.empty();
        try {
            fresh = Optional.of(source.get());
        } catch (RuntimeException failure) {
            LOG.debug("nothing could be read", failure);
        } finally {
            keep(fresh, System.nanoTime() - begin);
        }
    }

    private synchronized void keep(Optional<T> fresh, long took) {
        value = fresh;
        reader = null;
        next = System.nanoTime() + Math.max(pause, SHARE * took);
        notifyAll();
    }
}
