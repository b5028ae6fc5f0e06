package fairlead.server.database;

import fairlead.server.database.Checkpoints.Flush;
import fairlead.server.database.DatabaseException.Kind;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;

/// One SQLite file, one writer thread, group commit.
///
/// Callers hand their work to the writer and wait. The writer runs all that has gathered in one transaction and
/// commits once, with `synchronous=FULL`: one flush to disk serves all works that waited. A work that fails after
/// it has changed something rolls the group back; the others are then run again without it. What is only rehearsed
/// is rolled back by itself, within the group.
public final class SqliteDatabase implements Database {

    private static final int MOST_WAITING = 8192;
    private static final int MOST_IN_ONE_COMMIT = 256;
    private static final int READERS = 4;

    /// What the writer keeps of the file: whenever a page has been split, a commit goes through all of it.
    private static final int WRITERS_CACHE_KIB = 8 * 1024;

    private static final int READERS_CACHE_KIB = 16 * 1024;
    private static final long LONG_LOG = 128L << 20;
    private static final int MANY = 8;
    private static final Duration GATHERING = Duration.ofNanos(400_000);

    private final BlockingQueue<Pending<?>> queue = new ArrayBlockingQueue<>(MOST_WAITING);
    private final BlockingQueue<Session> readers = new ArrayBlockingQueue<>(READERS);
    private final FileChannel lockFile;
    private final Session writer;
    private final Session carrier;
    private final RandomAccessFile content;
    private final Checkpoints checkpoints;
    private final Thread thread;

    /// Odd while a commit is on its way: some may see it then, and others not yet.
    private volatile long state;

    private volatile boolean closing;
    private volatile boolean broken;

    private record Session(Connection connection, Transaction transaction) {
        void close() {
            transaction.closeStatements();
            try {
                connection.close();
            } catch (SQLException ignored) {
                // Closing is all that was left to do with it.
            }
        }
    }

    private record Pending<T extends @Nullable Object>(Work<T> work, boolean rehearsal, CompletableFuture<T> answer) {}

    /// Opens or makes the file. Throws [DatabaseException] if another process has it open.
    public static SqliteDatabase open(Path file) {
        return open(file, LONG_LOG, flush -> flush);
    }

    /// @param longLog bytes of the log with which it is begun anew
    /// @param flushing of the file, given how it is done
    static SqliteDatabase open(Path file, long longLog, UnaryOperator<Flush> flushing) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            FileChannel lockFile = lock(file.resolveSibling(file.getFileName() + ".lock"));
            return new SqliteDatabase(file, lockFile, longLog, flushing);
        } catch (IOException failure) {
            throw new DatabaseException(Kind.UNAVAILABLE, "can't open " + file + ": " + failure.getMessage(), failure);
        }
    }

    private SqliteDatabase(Path file, FileChannel lockFile, long longLog, UnaryOperator<Flush> flushing)
            throws IOException {
        this.lockFile = lockFile;
        writer = connect(file, false, longLog);
        for (int i = 0; i < READERS; i++) {
            readers.add(connect(file, true, longLog));
        }
        carrier = connect(file, false, longLog);
        content = new RandomAccessFile(file.toFile(), "rw");
        checkpoints = new Checkpoints(
                carrier.transaction,
                file.resolveSibling(file.getFileName() + "-wal"),
                longLog,
                flushing.apply(content.getFD()::sync),
                () -> broken = true);
        thread = Thread.ofPlatform().name("database-writer").daemon(true).start(this::writeUntilClosed);
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
        int idle = readers.size();
        return new Usage(READERS - idle, idle, queue.size());
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
        if (closing || broken || !queue.offer(pending)) {
            throw new DatabaseException(
                    Kind.UNAVAILABLE,
                    closing ? "the database is closed" : broken ? "the disk failed" : "too many writes are waiting");
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
            return work.run(session.transaction);
        } finally {
            readers.add(session);
        }
    }

    private Session borrow() {
        try {
            Session session = closing ? null : readers.poll(10, TimeUnit.SECONDS);
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
                if (first != null) {
                    group.add(first);
                    letGather(usual);
                    queue.drainTo(group, MOST_IN_ONE_COMMIT - 1);
                    usual = (usual + group.size()) / 2;
                    commit(group);
                    checkpoints.committed(group.size(), writer.transaction);
                    group.clear();
                }
            } catch (InterruptedException interrupted) {
                closing = true;
            }
        }
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
        try {
            execute("BEGIN IMMEDIATE");
            for (Pending<?> pending : group) {
                if (!run(pending, answers)) {
                    execute("ROLLBACK");
                    return pending;
                }
            }
            end(group);
        } catch (SQLException failure) {
            DatabaseException translated = DatabaseException.of(failure, Dialect.SQLITE);
            rollBackQuietly();
            broken |= Checkpoints.flushFailed(failure);
            answers.clear();
            for (Pending<?> pending : group) {
                answers.add(() -> pending.answer.completeExceptionally(translated));
            }
        }
        return null;
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
        writer.transaction.begin();
        try {
            T result = pending.work.run(writer.transaction);
            writer.transaction.conclude();
            answers.add(() -> pending.answer.complete(result));
            return true;
        } catch (RuntimeException | Error failure) {
            if (writer.transaction.changed()) {
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
        writer.transaction.begin();
        try {
            T result = pending.work.run(writer.transaction);
            answers.add(() -> pending.answer.complete(result));
        } catch (RuntimeException | Error failure) {
            answers.add(() -> pending.answer.completeExceptionally(failure));
        }
        execute("ROLLBACK TO rehearsal");
        execute("RELEASE rehearsal");
    }

    private void rollBackQuietly() {
        try {
            execute("ROLLBACK");
        } catch (SQLException ignored) {
            // SQLite rolls back by itself on most errors; then there is no transaction to end.
        }
    }

    private void execute(String sql) throws SQLException {
        writer.transaction.execute(sql);
    }

    private static Session connect(Path file, boolean readOnly, long longLog) {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setBusyTimeout(5000);
        config.setCacheSize(-(readOnly ? READERS_CACHE_KIB : WRITERS_CACHE_KIB));
        config.setTempStore(SQLiteConfig.TempStore.MEMORY);
        config.setPragma(SQLiteConfig.Pragma.JOURNAL_SIZE_LIMIT, String.valueOf(longLog));
        config.enforceForeignKeys(true);
        config.setGetGeneratedKeys(false);
        try {
            Connection connection = config.createConnection("jdbc:sqlite:" + file.toAbsolutePath());
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA wal_autocheckpoint=0");
                if (readOnly) {
                    statement.execute("PRAGMA query_only=ON");
                }
                leaveTransactionsToUs(connection, statement);
            }
            return new Session(connection, new Transaction(connection, Dialect.SQLITE));
        } catch (SQLException failure) {
            throw DatabaseException.of(failure, Dialect.SQLITE);
        }
    }

    /// In auto-commit the driver follows every statement with a BEGIN and a COMMIT of its own, to be sure that it
    /// is written. Within a transaction of ours the first fails, and costs as much as a short statement. Told to
    /// leave it, the driver begins a transaction once, which is ended here.
    private static void leaveTransactionsToUs(Connection connection, Statement statement) throws SQLException {
        connection.setAutoCommit(false);
        statement.execute("COMMIT");
    }

    private static FileChannel lock(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return channel;
            }
        } catch (OverlappingFileLockException sameProcess) {
            // Held by this very process: the same answer as for another one.
        }
        channel.close();
        throw new DatabaseException(
                Kind.UNAVAILABLE, "another process has the data directory " + file.getParent() + " open");
    }

    /// Closed again, it has nothing left to close.
    @Override
    public void close() {
        if (!lockFile.isOpen()) {
            return;
        }
        closing = true;
        try {
            thread.join();
            checkpoints.end();
            carrier.close();
            refuseTheRest();
            for (int i = 0; i < READERS; i++) {
                readers.take().close();
            }
            closeWriter();
            lockFile.close();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (IOException failure) {
            throw new DatabaseException(Kind.UNAVAILABLE, "can't release the lock", failure);
        }
    }

    /// The last connection takes the log along, which must stay if the file may not have what is in it. The file is
    /// closed after that: it takes along the locks that SQLite has on it.
    private void closeWriter() throws IOException {
        if (!broken) {
            writer.close();
            content.close();
        }
    }
}
