package fairlead.server.database;

import fairlead.server.database.DatabaseException.Kind;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Whether what is written stays, at the moment: known from the writes of the server ([MeasuredDatabase] tells them),
/// or else from a small write of its own.
///
/// Asked by those who look after the server, as often as they like: it writes only when nothing was written for a while
/// or a write has failed, at a bounded rate, and one at a time. The asker waits for that for a bounded time, and
/// nothing is thrown.
public final class WriteProbe {

    /// So old may the last write be.
    private static final long RECENT = Duration.ofSeconds(10).toNanos();

    /// Writes of its own: some at once, and one a second for long.
    private static final int BURST = 5;

    private static final long PACE = Duration.ofSeconds(1).toNanos();

    private static final long PATIENCE_MILLIS = 2000;

    private static final String INSERT =
            "INSERT INTO schema_version (version, file, applied_at) VALUES (-1, 'written by a health check', 0)";

    private static final String DELETE = "DELETE FROM schema_version WHERE version = -1";

    private final Database database;
    private final LongSupplier nanos;
    private final long begin;
    private Optional<String> failure = Optional.empty();
    private boolean anyWritten;
    private long lastWritten;
    private long budget;
    private long budgetOf;
    private @Nullable Thread writing;

    /// @param database without those who tell this of writes, so that none is told twice
    /// @param nanos a time that only goes forward
    WriteProbe(Database database, LongSupplier nanos) {
        this.database = database;
        this.nanos = nanos;
        begin = nanos.getAsLong();
        budgetOf = begin;
        budget = BURST * PACE;
    }

    /// A transaction that has changed something is durable.
    synchronized void written() {
        anyWritten = true;
        lastWritten = nanos.getAsLong() - begin;
        failure = Optional.empty();
    }

    /// A transaction has failed.
    synchronized void failed(DatabaseException why) {
        if (why.isOfStorage()) {
            failure = Optional.of(reason(why));
        }
    }

    private static String reason(DatabaseException why) {
        return (why.kind() == Kind.FULL ? "the storage is full: " : "a write failed: ") + why.getMessage();
    }

    /// Why nothing can be written; empty if something was written within the last seconds and no write has failed
    /// since.
    public synchronized Optional<String> failure() {
        boolean recent = anyWritten && nanos.getAsLong() - begin - lastWritten <= RECENT;
        if (recent && failure.isEmpty()) {
            return failure;
        }
        if (writing == null && isWithinBudget()) {
            writing = Thread.ofVirtual().name("database-probe").start(this::write);
        }
        await();
        return writing == null ? failure : Optional.of("a write takes longer than " + PATIENCE_MILLIS + " ms");
    }

    private boolean isWithinBudget() {
        long now = nanos.getAsLong();
        budget = Math.min(BURST * PACE, budget + now - budgetOf);
        budgetOf = now;
        if (budget < PACE) {
            return false;
        }
        budget -= PACE;
        return true;
    }

    private void await() {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        try {
            for (long left = end - System.nanoTime(); writing != null && left > 0; left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void write() {
        try {
            database.write(transaction -> transaction.update(INSERT) + transaction.update(DELETE));
            written();
        } catch (DatabaseException why) {
            keep(reason(why));
        } catch (RuntimeException | Error why) {
            keep("a write failed: " + why);
        } finally {
            ended();
        }
    }

    private synchronized void keep(String why) {
        failure = Optional.of(why);
    }

    private synchronized void ended() {
        writing = null;
        notifyAll();
    }
}
