package fairlead.server.database;

import fairlead.server.time.MonotonicTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What time it is for a PostgreSQL database, and so for all nodes that share it, however the clocks of their machines
/// are set.
///
/// The database is asked once a second. In between, and while it does not answer, elapsed time is added to what it
/// said last.
public final class DatabaseClock implements InstantSource, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseClock.class);
    private static final String NOW = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)";
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Database database;
    private final MonotonicTime elapsed;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread worker;
    private volatile Answer last;

    /// What the database said.
    ///
    /// @param at by elapsed time, in nanoseconds
    private record Answer(Instant time, long at) {}

    /// Asks the database once; throws [DatabaseException] if it does not answer.
    public DatabaseClock(Database database, MonotonicTime elapsed) {
        this.database = database;
        this.elapsed = elapsed;
        last = ask();
        worker = Thread.ofVirtual().name("database-clock").unstarted(this::work);
    }

    /// From now on it asks again and again, until it is closed.
    public DatabaseClock begin() {
        worker.start();
        return this;
    }

    /// Asks once more.
    void look() {
        last = ask();
    }

    /// The answer is of a moment between the question and its arrival.
    private Answer ask() {
        long asked = elapsed.nanos();
        Instant time =
                database.read(transaction -> transaction.one(NOW, Row::time).orElseThrow());
        return new Answer(time, asked + (elapsed.nanos() - asked) / 2);
    }

    private void work() {
        try {
            while (!closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                try {
                    look();
                } catch (DatabaseException failure) {
                    LOG.debug("can't ask the database for its time: {}", failure.getMessage());
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Instant instant() {
        Answer answer = last;
        return answer.time.plusMillis(TimeUnit.NANOSECONDS.toMillis(elapsed.nanos() - answer.at));
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            worker.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
