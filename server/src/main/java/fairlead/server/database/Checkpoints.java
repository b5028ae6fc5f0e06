package fairlead.server.database;

import fairlead.server.health.failstop.FailStop;
import fairlead.server.health.failstop.FailStopException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
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

    /// Between tries to carry the whole log again; the least, as each takes a tenth of the time at most.
    private static final long PAUSE_OF_REPAIRS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long SHARE_OF_REPAIRS = 10;

    private final SqliteConnections connections;
    private final Path log;
    private final long longLog;
    private final Duration patience;
    private final Flush flush;
    private final Lock carrying = new ReentrantLock();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;
    private volatile int written;
    private volatile boolean logIsLong;
    private volatile boolean inDoubt;
    private int tries;
    private long nextRepair = System.nanoTime();
    private long firstRepair;
    private boolean repairing;

    Checkpoints(SqliteConnections connections, Path log, SqliteDatabase.Limits limits, Flush flush) {
        this.connections = connections;
        this.log = log;
        this.longLog = limits.longLog();
        patience = limits.flushPatience();
        this.flush = flush;
        thread = Thread.ofPlatform()
                .name("database-log")
                .daemon(true)
                .unstarted(FailStop.essential(this::carryUntilClosed));
    }

    void begin() {
        thread.start();
    }

    /// Told by the writer after each commit, with the number of works in it.
    @SuppressWarnings("NonAtomicVolatileUpdate") // Only the writer counts.
    void committed(int works) {
        written += works;
        if (logIsLong && !inDoubt) {
            beginLogAnew();
        }
    }

    /// Whether a flush of the file has failed, so that what was carried into it may be lost. The log still has it,
    /// and must stay until all of it is carried again.
    boolean inDoubt() {
        return inDoubt;
    }

    /// Carries all of the log again and flushes the file, on connections that are opened anew.
    ///
    /// To be called by the writer, in no transaction, as often as it likes: not every call tries it. False if the
    /// file is still in doubt.
    boolean repair() throws InterruptedException {
        long begin = System.nanoTime();
        if (begin - nextRepair < 0) {
            return false;
        }
        if (!repairing) {
            repairing = true;
            firstRepair = begin;
        }
        carrying.lockInterruptibly();
        try {
            connections.reopen();
            if (connections
                    .writer()
                    .query("PRAGMA wal_checkpoint(PASSIVE)", Checkpoints::isWhole)
                    .getFirst()) {
                flush.run();
                inDoubt = false;
                repairing = false;
                LOG.info("all of the log is carried into the database again, and flushed");
            }
        } catch (IOException | DatabaseException failure) {
            LOG.error("can't carry all of the log into the database again: {}", failure.getMessage());
            requirePatience(begin, failure);
        } finally {
            carrying.unlock();
            long end = System.nanoTime();
            nextRepair = end + Math.max(PAUSE_OF_REPAIRS, SHARE_OF_REPAIRS * (end - begin));
        }
        return !inDoubt;
    }

    /// What can't be flushed for long is not going to be: who starts the server again may have found another disk.
    private void requirePatience(long now, Exception failure) {
        if (now - firstRepair > patience.toNanos()) {
            throw new FailStopException(
                    FailStopException.Reason.STORAGE,
                    "for " + patience.toSeconds() + " s the database could not be flushed to the disk again ("
                            + failure.getMessage() + "); all that was answered is in its log");
        }
    }

    /// Whether a checkpoint was not kept from its work, and has carried as many frames as there are.
    private static boolean isWhole(Row row) throws SQLException {
        long busy = row.number();
        long frames = row.number();
        long carried = row.number();
        return busy == 0 && carried == frames;
    }

    private void carryUntilClosed() {
        int carried = 0;
        long last = System.nanoTime();
        boolean failing = false;
        try {
            while (!closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                int now = written;
                boolean late = System.nanoTime() - last > LONGEST.toNanos();
                boolean many = !failing && (now - carried >= MANY || length() > longLog);
                if (now != carried && (late || many)) {
                    failing = !carry();
                    carried = failing ? carried : now;
                    last = System.nanoTime();
                    if (!failing && length() > longLog) {
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

    /// False if it could not be done, and has to be tried again.
    boolean carry() {
        carrying.lock();
        try {
            if (inDoubt || !checkpoint(connections.carrier(), "PASSIVE")) {
                return false;
            }
            flush.run();
            return true;
        } catch (IOException failure) {
            LOG.error("can't flush the database", failure);
            inDoubt = true;
            return false;
        } finally {
            carrying.unlock();
        }
    }

    /// The log begins anew with the first write at which all of it is carried and no reader uses it. Only the
    /// writer can see to the first: after each group it carries what is left, which is that group, until a write
    /// has found a moment without readers. To wait for such a moment would hold up every caller; it is done only if
    /// none comes for long.
    private void beginLogAnew() {
        if (length() <= longLog) {
            logIsLong = false;
            tries = 0;
            return;
        }
        boolean waiting = ++tries % MOST_TRIES == 0;
        checkpoint(connections.writer(), waiting ? "RESTART" : "PASSIVE");
    }

    /// False if it could not be done. If the disk is full or gone, the writer meets the same and tells those who
    /// wait; if what was written may be lost, nothing more is to be written before it is carried again.
    private boolean checkpoint(Transaction transaction, String mode) {
        try {
            transaction.query("PRAGMA wal_checkpoint(" + mode + ")", Row::number);
            return true;
        } catch (DatabaseException failure) {
            LOG.warn("can't carry the log into the database: {}", failure.getMessage());
            if (failure.getCause() instanceof SQLException cause && mayHaveBeenFlush(cause)) {
                inDoubt = true;
            }
            return false;
        }
    }

    /// After a failed flush it is not known what is on the disk. The driver tells it like any other failure of input
    /// and output.
    private static boolean mayHaveBeenFlush(SQLException failure) {
        return (failure.getErrorCode() & 0xff) == 10; // SQLITE_IOERR
    }

    /// Waits for the end of what is being carried.
    void end() throws InterruptedException {
        closed.countDown();
        thread.join();
    }
}
