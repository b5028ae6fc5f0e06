package fairlead.server.database;

import fairlead.server.database.DatabaseException.Kind;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;

/// The connections to one SQLite file: the writer's, those of readers, and the one of [Checkpoints].
///
/// After a failure, a connection is brought to a state that is known, or closed and opened anew. The writer's
/// connection and the one of checkpoints belong to the writer's thread once it runs.
final class SqliteConnections {

    static final int READERS = 4;

    /// One more, for who looks after the server.
    private static final int RESERVED = 1;

    /// Any query: from then on the connection has the log open.
    private static final String VERSION = "PRAGMA schema_version";

    private static final Logger LOG = LoggerFactory.getLogger(SqliteConnections.class);

    /// What the writer keeps of the file: whenever a page has been split, a commit goes through all of it.
    private static final int WRITERS_CACHE_KIB = 8 * 1024;

    private static final int READERS_CACHE_KIB = 16 * 1024;

    /// How long a reader is waited for when all connections are to be closed.
    private static final long PATIENCE_SECONDS = 2;

    /// Opens a connection. A test gives one whose calls fail when the test wants them to.
    interface Connector {
        Connector REAL = (config, url) -> config.createConnection(url);

        Connection connect(SQLiteConfig config, String url) throws SQLException;
    }

    /// A connection and the statements that were prepared on it.
    record Session(Connection connection, Transaction transaction) {
        void close() {
            transaction.closeStatements();
            try {
                connection.close();
            } catch (SQLException ignored) {
                // Closing is all that was left to do with it.
            }
        }
    }

    private final LockedFiles files;
    private final long longLog;
    private final Connector connector;

    /// The one that was used last comes first: what it has read of the file is in the processor's caches still.
    private final BlockingDeque<Session> readers = new LinkedBlockingDeque<>(READERS + RESERVED);

    private final Semaphore unreserved = new Semaphore(READERS);
    private Session writer;
    private Session carrier;
    private final AtomicInteger openReaders = new AtomicInteger();

    /// Opens them all. Throws [DatabaseException] if one can't be opened.
    ///
    /// @param files are released by the caller, when all is closed
    /// @param longLog bytes of the log with which it is begun anew
    SqliteConnections(LockedFiles files, long longLog, Connector connector) throws IOException {
        this.files = files;
        this.longLog = longLog;
        this.connector = connector;
        writer = connect(false);
        openReaders();
        carrier = connect(false);
        writer.transaction.one(VERSION, Row::number);
        files.lockAgain();
    }

    /// The statements of the one who writes.
    Transaction writer() {
        return writer.transaction;
    }

    /// The statements of the one who carries the log into the file.
    Transaction carrier() {
        return carrier.transaction;
    }

    /// Has all that is written to the file flushed to the disk.
    void flush() throws IOException {
        files.flush();
    }

    int idleReaders() {
        return Math.max(0, readers.size() - RESERVED);
    }

    /// A connection for a read, to be given back; null if none became free in that time.
    @Nullable
    Session borrow(long seconds) throws InterruptedException {
        if (!unreserved.tryAcquire(seconds, TimeUnit.SECONDS)) {
            return null;
        }
        Session session = null;
        try {
            session = readers.poll(seconds, TimeUnit.SECONDS);
            return session;
        } finally {
            if (session == null) {
                unreserved.release();
            }
        }
    }

    void giveBack(Session session) {
        giveBackReserved(session);
        unreserved.release();
    }

    /// As [#borrow], for the checks of the server's health; the caller sees to it that one at a time does so.
    @Nullable
    Session borrowReserved(long seconds) throws InterruptedException {
        return readers.poll(seconds, TimeUnit.SECONDS);
    }

    /// A connection on which the storage failed is given up for a new one, if one can be had.
    void giveBackReserved(Session session) {
        readers.addFirst(session.transaction.storageFailure().isPresent() ? renewed(session) : session);
    }

    private Session renewed(Session failed) {
        try {
            Session fresh = connect(true);
            failed.close();
            return fresh;
        } catch (DatabaseException stillFailing) {
            LOG.warn("can't open a connection for reads anew: {}", stillFailing.getMessage());
            failed.transaction.closeStatements();
            failed.transaction.begin();
            return failed;
        }
    }

    /// Brings the writer's connection to a state that is known: out of any transaction, with statements that are
    /// prepared anew. False if that was possible neither on this connection nor on a new one: then nothing may be
    /// written.
    boolean recoverWriter() {
        if (isOutOfTransaction(writer)) {
            return true;
        }
        LOG.warn("the connection that writes has no state that is known, and is opened anew");
        writer.close();
        try {
            writer = connect(false);
            return true;
        } catch (DatabaseException failure) {
            LOG.error("the connection that writes can't be opened anew: {}", failure.getMessage());
            return false;
        }
    }

    /// SQLite has ended the transaction itself after most failures, and then there is nothing to roll back. That
    /// another can be begun is the proof that there is none.
    private static boolean isOutOfTransaction(Session session) {
        session.transaction.closeStatements();
        try {
            rollBack(session);
            try (Statement statement = session.connection.createStatement()) {
                statement.execute("BEGIN");
                statement.execute("ROLLBACK");
            }
            return true;
        } catch (SQLException failure) {
            return false;
        }
    }

    private static void rollBack(Session session) throws SQLException {
        try (Statement statement = session.connection.createStatement()) {
            statement.execute("ROLLBACK");
        } catch (SQLException none) {
            if (session.connection.isClosed()) {
                throw none;
            }
        }
    }

    /// Closes all connections and opens them anew. SQLite forgets with the last of them how much of the log is in
    /// the file, and keeps the log: all of it is carried again.
    ///
    /// The lock on the file goes with the last connection and is taken again, also if not all can be opened.
    ///
    /// Throws [DatabaseException] if one is in use for too long or can't be opened, or if another process has taken
    /// the lock. The next try opens what is closed by then.
    void reopen() throws IOException, InterruptedException {
        closeKeepingLog();
        files.reopen();
        try {
            carrier = connect(false);
            writer = connect(false);
            openReaders();
            writer.transaction.one(VERSION, Row::number);
        } finally {
            files.lockAgain();
        }
    }

    private void openReaders() {
        while (openReaders.get() < READERS + RESERVED) {
            readers.add(connect(true));
            openReaders.incrementAndGet();
        }
    }

    /// Closes all, and leaves the log as it is. The connection that is closed last would carry the log into the file
    /// and delete it; one that may only read can't.
    void closeKeepingLog() throws InterruptedException {
        List<Session> idle = takeReaders();
        try (Connection last = connectReadOnly()) {
            idle.forEach(Session::close);
            openReaders.addAndGet(-idle.size());
            idle.clear();
            writer.close();
            carrier.close();
            if (last.isClosed()) {
                throw new IllegalStateException("the connection that keeps the log was closed before the others");
            }
        } catch (SQLException failure) {
            throw DatabaseException.of(failure, Dialect.SQLITE);
        } finally {
            readers.addAll(idle);
        }
    }

    private List<Session> takeReaders() throws InterruptedException {
        List<Session> idle = new ArrayList<>();
        for (int i = openReaders.get(); i > 0; i--) {
            Session reader = readers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (reader == null) {
                readers.addAll(idle);
                throw new DatabaseException(Kind.UNAVAILABLE, "a read takes too long for the database to be reopened");
            }
            idle.add(reader);
        }
        return idle;
    }

    /// Has read something, because SQLite opens the log only then.
    private Connection connectReadOnly() throws SQLException {
        files.requireSame();
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        Connection connection = connector.connect(config, url());
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA wal_autocheckpoint=0");
            statement.executeQuery("SELECT count(*) FROM sqlite_schema").close();
            return connection;
        } catch (SQLException failure) {
            connection.close();
            throw failure;
        }
    }

    /// Lets running reads end, and closes all. The last connection carries the log into the file and takes it along.
    void close() throws InterruptedException {
        carrier.close();
        for (; openReaders.get() > 0; openReaders.decrementAndGet()) {
            readers.take().close();
        }
        writer.close();
    }

    private String url() {
        return "jdbc:sqlite:" + files.path().toAbsolutePath();
    }

    private Session connect(boolean readOnly) {
        files.requireSame();
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
            Connection connection = connector.connect(config, url());
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA wal_autocheckpoint=0");
                if (readOnly) {
                    statement.execute("PRAGMA query_only=ON");
                }
                leaveTransactionsToUs(connection, statement);
            } catch (SQLException failure) {
                connection.close();
                throw failure;
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
}
