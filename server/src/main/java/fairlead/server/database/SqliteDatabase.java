package fairlead.server.database;

import fairlead.server.database.Checkpoints.Flush;
import fairlead.server.database.DatabaseException.Kind;
import fairlead.server.database.SqliteConnections.Connector;
import fairlead.server.database.SqliteConnections.Session;
import fairlead.server.health.failstop.FailStop;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One SQLite file, one writer thread, group commit.
///
/// Callers hand their work to the writer and wait. The writer runs all that has gathered in one transaction and
/// commits once, with `synchronous=FULL`: one flush to disk serves all works that waited. A work that fails after
/// it has changed something rolls the group back; the others are then run again without it. What is only rehearsed
/// is rolled back by itself, within the group.
public final class SqliteDatabase implements Database {

    private static final Logger LOG = LoggerFactory.getLogger(SqliteDatabase.class);
    private static final int MOST_WAITING = 8192;
    private static final int MOST_IN_ONE_COMMIT = 256;
    private static final long LONG_LOG = 128L << 20;
    private static final int MANY = 8;
    private static final Duration GATHERING = Duration.ofNanos(400_000);

    /// For how long a failed flush of the file is tried again before the process ends.
    private static final Duration FLUSH_PATIENCE = Duration.ofMinutes(1);

    private final BlockingQueue<Pending<?>> queue = new ArrayBlockingQueue<>(MOST_WAITING);
    private final LockedFiles files;
    private final SqliteConnections connections;
    private final Checkpoints checkpoints;
    private final Thread thread;

    /// Odd while a commit is on its way: some may see it then, and others not yet.
    private volatile long state;

    private volatile boolean closing;
    private volatile boolean closed;

    /// Why the files can't be used any more, as a message; null while they are there.
    private volatile @Nullable String replaced;

    /// Whether the writer's connection is in a state that is known.
    private boolean writerIsKnown = true;

    private record Pending<T extends @Nullable Object>(Work<T> work, boolean rehearsal, CompletableFuture<T> answer) {}

    /// Opens or makes the file. Throws [DatabaseException] if another process has it open, or it is no whole database.
    public static SqliteDatabase open(Path file) {
        return open(file, new Limits(LONG_LOG, FLUSH_PATIENCE), flush -> flush, Connector.REAL);
    }

    /// What it bears.
    ///
    /// @param longLog bytes of the log with which it is begun anew
    /// @param flushPatience for how long a failed flush is tried again before the process ends
    record Limits(long longLog, Duration flushPatience) {

        static Limits of(long longLog) {
            return new Limits(longLog, FLUSH_PATIENCE);
        }
    }

    /// @param flushing of the file, given how it is done
    static SqliteDatabase open(Path file, Limits limits, UnaryOperator<Flush> flushing, Connector connector) {
        try {
            LockedFiles files = LockedFiles.take(file);
            try {
                SqliteConnections connections = new SqliteConnections(files, limits.longLog(), connector);
                Path log = file.resolveSibling(file.getFileName() + "-wal");
                Checkpoints checkpoints = new Checkpoints(connections, log, limits, flushing.apply(connections::flush));
                return new SqliteDatabase(files, connections, checkpoints);
            } catch (IOException | RuntimeException failure) {
                files.close();
                throw failure;
            }
        } catch (IOException failure) {
            throw new DatabaseException(Kind.UNAVAILABLE, "can't open " + file + ": " + failure.getMessage(), failure);
        }
    }

    private SqliteDatabase(LockedFiles files, SqliteConnections connections, Checkpoints checkpoints) {
        this.files = files;
        this.connections = connections;
        this.checkpoints = checkpoints;
        thread = Thread.ofPlatform()
                .name("database-writer")
                .daemon(true)
                .start(FailStop.essential(this::writeUntilClosed));
        checkpoints.begin();
    }

    @Override
    public Dialect dialect() {
        return Dialect.SQLITE;
    }

    /// No other process has the file open, and all that is written here goes through one thread.
    @Override
    public OptionalLong state() {
        long now = state;
        return (now & 1) == 0 ? OptionalLong.of(now) : OptionalLong.empty();
    }

    @Override
    public Usage usage() {
        int idle = connections.idleReaders();
        return new Usage(SqliteConnections.READERS - idle, idle, queue.size());
    }

    @Override
    public <T extends @Nullable Object> T write(Work<T> work) {
        return queued(new Pending<>(work, false, new CompletableFuture<>()));
    }

    @Override
    public <T extends @Nullable Object> T rehearse(Work<T> work) {
        return queued(new Pending<>(work, true, new CompletableFuture<>()));
    }

    private <T extends @Nullable Object> T queued(Pending<T> pending) {
        requireFiles();
        boolean inDoubt = checkpoints.inDoubt();
        if (closing || inDoubt || !queue.offer(pending)) {
            throw new DatabaseException(
                    Kind.UNAVAILABLE,
                    closing ? "the database is closed" : inDoubt ? "the disk failed" : "too many writes are waiting");
        }
        if (!thread.isAlive()) {
            refuseTheRest();
        }
        try {
            return pending.answer.join();
        } catch (CompletionException failure) {
            if (failure.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw failure;
        }
    }

    @Override
    public <T extends @Nullable Object> T read(Work<T> work) {
        Session session = borrow();
        try {
            return work.run(session.transaction());
        } finally {
            connections.giveBack(session);
        }
    }

    private void requireFiles() {
        String gone = replaced;
        if (gone != null) {
            throw new DatabaseException(Kind.UNAVAILABLE, gone);
        }
    }

    private Session borrow() {
        requireFiles();
        try {
            Session session = closing ? null : connections.borrow(10);
            if (session == null) {
                throw new DatabaseException(Kind.UNAVAILABLE, closing ? "the database is closed" : "too many reads");
            }
            return session;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new DatabaseException(Kind.UNAVAILABLE, "interrupted while waiting for a connection", interrupted);
        }
    }

    private void writeUntilClosed() {
        List<Pending<?>> group = new ArrayList<>(MOST_IN_ONE_COMMIT);
        int usual = 0;
        while (!(closing && queue.isEmpty())) {
            try {
                Pending<?> first = queue.poll(100, TimeUnit.MILLISECONDS);
                boolean ready = isReady();
                if (first != null) {
                    group.add(first);
                    letGather(usual);
                    queue.drainTo(group, MOST_IN_ONE_COMMIT - 1);
                    usual = (usual + group.size()) / 2;
                    write(group, ready);
                    group.clear();
                }
            } catch (InterruptedException interrupted) {
                closing = true;
            }
        }
    }

    /// Whether something may be written. If not, after a failure, it tries to make that so, unless the files are gone.
    private boolean isReady() throws InterruptedException {
        boolean inDoubt = checkpoints.inDoubt();
        if ((inDoubt || !writerIsKnown) && areGone()) {
            return false;
        }
        if (inDoubt) {
            return repair();
        }
        writerIsKnown = writerIsKnown || connections.recoverWriter();
        return writerIsKnown;
    }

    /// A commit that was refused may be seen when the log has been read again.
    @SuppressWarnings("NonAtomicVolatileUpdate") // Only the writer changes it.
    private boolean repair() throws InterruptedException {
        state++;
        try {
            return checkpoints.repair();
        } finally {
            state++;
        }
    }

    /// Every caller of the group gets an answer, whatever happens.
    private void write(List<Pending<?>> group, boolean ready) {
        try {
            requireFiles();
            if (!ready) {
                throw new DatabaseException(Kind.UNAVAILABLE, "the disk failed");
            }
            commit(group);
        } catch (RuntimeException | Error failure) {
            writerIsKnown = false;
            group.forEach(pending -> pending.answer.completeExceptionally(failure));
            return;
        }
        checkpoints.committed(group.size());
    }

    /// Under load most of those whom the last commit has woken are on their way back: a moment's wait makes one
    /// commit of several. A change that is alone does not wait.
    private void letGather(int usual) {
        if (usual >= MANY && queue.size() < usual / 2) {
            LockSupport.parkNanos(GATHERING.toNanos());
        }
    }

    private void refuseTheRest() {
        List<Pending<?>> late = new ArrayList<>();
        queue.drainTo(late);
        for (Pending<?> pending : late) {
            pending.answer.completeExceptionally(new DatabaseException(Kind.UNAVAILABLE, "the database is closed"));
        }
    }

    /// Runs the group until a round goes through in which no work fails after a change.
    private void commit(List<Pending<?>> group) {
        List<Pending<?>> rest = new ArrayList<>(group);
        while (!rest.isEmpty()) {
            List<Runnable> answers = new ArrayList<>(rest.size());
            @Nullable Pending<?> culprit = runAll(rest, answers);
            if (culprit == null) {
                // Waking so many is not the writer's business: it goes on with the next group.
                Thread.ofVirtual().name("database-answers").start(() -> answers.forEach(Runnable::run));
                return;
            }
            rest.remove(culprit);
        }
    }

    private @Nullable Pending<?> runAll(List<Pending<?>> group, List<Runnable> answers) {
        if (areGone()) {
            refuse(group, answers, new DatabaseException(Kind.UNAVAILABLE, String.valueOf(replaced)));
            return null;
        }
        try {
            execute("BEGIN IMMEDIATE");
            for (Pending<?> pending : group) {
                boolean stays = run(pending, answers);
                requireStorage();
                if (!stays) {
                    execute("ROLLBACK");
                    return pending;
                }
            }
            end(group);
        } catch (SQLException failure) {
            fail(group, answers, DatabaseException.of(failure, Dialect.SQLITE));
        } catch (DatabaseException failure) {
            fail(group, answers, failure);
        }
        return null;
    }

    /// SQLite rolls a transaction back by itself when the storage fails below one of its statements. So the group has
    /// failed with it, whatever the work has made of the failure.
    private void requireStorage() {
        Optional<DatabaseException> failure = connections.writer().storageFailure();
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    private void fail(List<Pending<?>> group, List<Runnable> answers, DatabaseException failure) {
        writerIsKnown = connections.recoverWriter();
        refuse(group, answers, failure);
    }

    /// Once the files are not there, nothing is written or read any more: not even if others are put in their place.
    private boolean areGone() {
        String before = replaced;
        String now = before == null ? files.replaced() : before;
        if (before == null && now != null) {
            LOG.error("nothing is written any more: {}", now);
            replaced = now;
        }
        return now != null;
    }

    private static void refuse(List<Pending<?>> group, List<Runnable> answers, DatabaseException failure) {
        answers.clear();
        for (Pending<?> pending : group) {
            answers.add(() -> pending.answer.completeExceptionally(failure));
        }
    }

    /// A group that changes nothing needs no flush.
    private void end(List<Pending<?>> group) throws SQLException {
        if (group.stream().allMatch(Pending::rehearsal)) {
            execute("ROLLBACK");
        } else {
            commit();
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // Only the writer changes it.
    private void commit() throws SQLException {
        state++;
        try {
            execute("COMMIT");
        } finally {
            state++;
        }
    }

    /// Runs one work; false if it failed and left changes behind, so that the group has to be rolled back.
    private <T extends @Nullable Object> boolean run(Pending<T> pending, List<Runnable> answers) throws SQLException {
        if (pending.rehearsal) {
            rehearse(pending, answers);
            return true;
        }
        connections.writer().begin();
        try {
            T result = pending.work.run(connections.writer());
            connections.writer().conclude();
            answers.add(() -> pending.answer.complete(result));
            return true;
        } catch (RuntimeException | Error failure) {
            if (connections.writer().changed()) {
                pending.answer.completeExceptionally(failure);
                return false;
            }
            answers.add(() -> pending.answer.completeExceptionally(failure));
            return true;
        }
    }

    /// Runs one work and takes back what it has changed, so that the others of the group see nothing of it.
    private <T extends @Nullable Object> void rehearse(Pending<T> pending, List<Runnable> answers) throws SQLException {
        execute("SAVEPOINT rehearsal");
        connections.writer().begin();
        try {
            T result = pending.work.run(connections.writer());
            answers.add(() -> pending.answer.complete(result));
        } catch (RuntimeException | Error failure) {
            answers.add(() -> pending.answer.completeExceptionally(failure));
        }
        execute("ROLLBACK TO rehearsal");
        execute("RELEASE rehearsal");
    }

    private void execute(String sql) throws SQLException {
        connections.writer().execute(sql);
    }

    /// Closed again, it has nothing left to close.
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        closing = true;
        try {
            thread.join();
            checkpoints.end();
            refuseTheRest();
            files.release(closeConnections());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (IOException failure) {
            throw new DatabaseException(Kind.UNAVAILABLE, "can't release the lock", failure);
        }
    }

    /// The log must stay if the file may not have what is in it. What can't be closed in that way stays open, and so
    /// does all if the files are gone: SQLite would delete the log of whatever has their name now.
    ///
    /// False if something stays open.
    private boolean closeConnections() throws InterruptedException {
        if (areGone()) {
            return false;
        }
        if (!checkpoints.inDoubt()) {
            connections.close();
            return true;
        }
        try {
            connections.closeKeepingLog();
            return true;
        } catch (DatabaseException failure) {
            LOG.error("can't close the database: {}", failure.getMessage());
            return false;
        }
    }
}
