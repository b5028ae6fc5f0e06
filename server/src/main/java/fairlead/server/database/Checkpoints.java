package fairlead.server.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries SQLite's log into the database file, in a thread of its own beside the writer.
///
/// SQLite flushes the file only when all of the log is carried. That is when the log begins anew, within the writer,
/// and everybody waits for what has gathered in the file since the last time. So this thread flushes what it has
/// carried, often and a little at a time: what is left for the writer is what the last few commits have changed.
final class Checkpoints {

    private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);

    /// Short, so that a flush of the file holds up no commit for long.
    private static final Duration PAUSE = Duration.ofMillis(25);

    /// So many works change some thousand pages.
    private static final int MANY = 300;

    /// After which fewer are carried, too.
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private static final Duration SHORT = Duration.ofMillis(5);
    private static final int MOST_ROUNDS = 8;
    private static final int MOST_TRIES = 100;

    /// Has all that is written to the database file flushed to the disk.
    interface Flush {
        void run() throws IOException;
    }

    private final Transaction own;
    private final Path log;
    private final long longLog;
    private final Flush flush;
    private final Runnable failed;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;
    private volatile int written;
    private volatile boolean logIsLong;
    private int tries;

    /// @param own of a connection that no other thread uses
    /// @param longLog bytes of the log with which it is begun anew
    /// @param failed called when it is no longer known what is on the disk
    Checkpoints(Transaction own, Path log, long longLog, Flush flush, Runnable failed) {
        this.own = own;
        this.log = log;
        this.longLog = longLog;
        this.flush = flush;
        this.failed = failed;
        thread = Thread.ofPlatform().name("database-log").daemon(true).unstarted(this::carryUntilClosed);
    }

    void begin() {
        thread.start();
    }

    /// Told by the writer after each commit, with the number of works in it.
    @SuppressWarnings("NonAtomicVolatileUpdate") // Only the writer counts.
    void committed(int works, Transaction writer) {
        written += works;
        if (logIsLong) {
            beginLogAnew(writer);
        }
    }

    private void carryUntilClosed() {
        int carried = 0;
        long last = System.nanoTime();
        try {
            while (!closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                int now = written;
                boolean late = System.nanoTime() - last > LONGEST.toNanos();
                if (now != carried && (now - carried >= MANY || late || length() > longLog)) {
                    carry();
                    carried = now;
                    last = System.nanoTime();
                    if (length() > longLog) {
                        catchUp();
                        logIsLong = true;
                    }
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Carries what has come meanwhile, and what has come while that was carried, until it takes no time to
    /// speak of: the writer has to carry the rest itself, and everybody waits for it then.
    private void catchUp() {
        long took = Long.MAX_VALUE;
        for (int round = 0; round < MOST_ROUNDS && took > SHORT.toNanos(); round++) {
            long begin = System.nanoTime();
            carry();
            took = System.nanoTime() - begin;
        }
    }

    private long length() {
        try {
            return Files.size(log);
        } catch (IOException failure) {
            LOG.warn("can't look at the log of the database", failure);
            return 0;
        }
    }

    private void carry() {
        if (checkpoint(own, "PASSIVE")) {
            try {
                flush.run();
            } catch (IOException failure) {
                LOG.error("can't flush the database", failure);
                failed.run();
            }
        }
    }

    /// The log begins anew with the first write at which all of it is carried and nobody reads from it. Only the
    /// writer can see to the first: after each group it carries what is left, which is that group, until a write
    /// has found a moment without readers. To wait for such a moment would hold up everybody; only if none comes
    /// for long, it does.
    private void beginLogAnew(Transaction writer) {
        if (length() <= longLog) {
            logIsLong = false;
            tries = 0;
            return;
        }
        boolean waiting = ++tries % MOST_TRIES == 0;
        checkpoint(writer, waiting ? "RESTART" : "PASSIVE");
    }

    /// False if it could not be done. If the disk is full or gone, the writer meets the same and tells those who
    /// wait; if what was written may be lost, nothing more is to be written.
    private boolean checkpoint(Transaction transaction, String mode) {
        try {
            transaction.query("PRAGMA wal_checkpoint(" + mode + ")", Row::number);
            return true;
        } catch (DatabaseException failure) {
            LOG.warn("can't carry the log into the database: {}", failure.getMessage());
            if (failure.getCause() instanceof SQLException cause && flushFailed(cause)) {
                failed.run();
            }
            return false;
        }
    }

    /// After a failed flush it is not known what is on the disk.
    static boolean flushFailed(SQLException failure) {
        int extended = failure.getErrorCode();
        return extended == (10 | 4 << 8) || extended == (10 | 5 << 8); // IOERR_FSYNC, IOERR_DIR_FSYNC
    }

    /// Waits for the end of what is being carried.
    void end() throws InterruptedException {
        closed.countDown();
        thread.join();
    }
}
