package fairlead.server.database;

import fairlead.server.database.DatabaseException.Kind;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConnection;

/// SQLite without a file and without a thread of its own: each work runs on the thread of its caller, one after the
/// other, and is in effect when it returns. So a test decides what happens when, and a thousand databases are opened
/// within a second.
///
/// A work that calls the database again is refused: with a file, it would wait for itself.
public final class MemoryDatabase implements Database {

    private static final byte[] TABLES = tables();

    private final ReentrantLock turn = new ReentrantLock();
    private final Connection connection;
    private final @Nullable Disk disk;
    private final Transaction writer;
    private final Transaction reader;
    private volatile long state;
    private volatile boolean closed;

    /// What is left of a database that has been closed.
    public static final class Disk {
        private byte @Nullable [] image;
    }

    /// One that has all tables and no rows.
    public static MemoryDatabase withTables() {
        return open(TABLES, null);
    }

    /// One that is kept when it is closed.
    public static MemoryDatabase open(Disk disk) {
        return open(disk.image, disk);
    }

    private static MemoryDatabase open(byte @Nullable [] image, @Nullable Disk disk) {
        try {
            return new MemoryDatabase(image, disk);
        } catch (SQLException failure) {
            throw DatabaseException.of(failure, Dialect.SQLITE);
        }
    }

    private static byte[] tables() {
        try (MemoryDatabase database = open(new Disk())) {
            Migrations.apply(database, Clock.systemUTC());
            return database.image();
        }
    }

    private MemoryDatabase(byte @Nullable [] image, @Nullable Disk disk) throws SQLException {
        this.disk = disk;
        connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        if (image != null) {
            connection.unwrap(SQLiteConnection.class).deserialize("main", image);
        }
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("COMMIT");
            statement.execute("PRAGMA foreign_keys=ON");
            statement.execute("PRAGMA temp_store=MEMORY");
        }
        writer = new Transaction(connection, Dialect.SQLITE);
        reader = new Transaction(connection, Dialect.SQLITE);
    }

    /// All that is in it.
    public byte[] image() {
        turn.lock();
        try {
            return connection.unwrap(SQLiteConnection.class).serialize("main");
        } catch (SQLException failure) {
            throw DatabaseException.of(failure, Dialect.SQLITE);
        } finally {
            turn.unlock();
        }
    }

    @Override
    public Dialect dialect() {
        return Dialect.SQLITE;
    }

    @Override
    public OptionalLong state() {
        long now = state;
        return (now & 1) == 0 ? OptionalLong.of(now) : OptionalLong.empty();
    }

    @Override
    public <T extends @Nullable Object> T write(Work<T> work) {
        return changed(work, true);
    }

    @Override
    public <T extends @Nullable Object> T rehearse(Work<T> work) {
        return changed(work, false);
    }

    @Override
    public <T extends @Nullable Object> T read(Work<T> work) {
        begin();
        try {
            return work.run(reader);
        } finally {
            turn.unlock();
        }
    }

    private void begin() {
        if (turn.isHeldByCurrentThread()) {
            throw new IllegalStateException("a work calls the database in which it runs");
        }
        turn.lock();
        if (closed) {
            turn.unlock();
            throw new DatabaseException(Kind.UNAVAILABLE, "the database is closed");
        }
    }

    private <T extends @Nullable Object> T changed(Work<T> work, boolean keeping) {
        begin();
        boolean done = false;
        try {
            writer.begin();
            writer.execute("BEGIN IMMEDIATE");
            T result = work.run(writer);
            if (keeping) {
                writer.conclude();
                commit();
                done = true;
            }
            return result;
        } catch (SQLException failure) {
            throw DatabaseException.of(failure, Dialect.SQLITE);
        } finally {
            rollBackUnless(done);
            turn.unlock();
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // Only who has the turn changes it.
    private void commit() throws SQLException {
        state++;
        try {
            writer.execute("COMMIT");
        } finally {
            state++;
        }
    }

    private void rollBackUnless(boolean done) {
        if (!done) {
            try {
                writer.execute("ROLLBACK");
            } catch (SQLException failure) {
                throw DatabaseException.of(failure, Dialect.SQLITE);
            }
        }
    }

    @Override
    public void close() {
        turn.lock();
        try {
            if (!closed) {
                closed = true;
                if (disk != null) {
                    disk.image = image();
                }
                writer.closeStatements();
                reader.closeStatements();
                connection.close();
            }
        } catch (SQLException failure) {
            throw DatabaseException.of(failure, Dialect.SQLITE);
        } finally {
            turn.unlock();
        }
    }
}
