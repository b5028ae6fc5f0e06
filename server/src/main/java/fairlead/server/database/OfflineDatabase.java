package fairlead.server.database;

import fairlead.server.database.DatabaseException.Kind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;

/// A SQLite database that no server has open, to be read by one thread. Nothing in it is changed: a write throws
/// [UnsupportedOperationException].
public final class OfflineDatabase implements Database {

    private final FileChannel reserved;
    private final Connection connection;
    private final Transaction transaction;

    private OfflineDatabase(FileChannel reserved, Connection connection) {
        this.reserved = reserved;
        this.connection = connection;
        transaction = new Transaction(connection, Dialect.SQLITE);
    }

    /// Opens the file. Throws [DatabaseException] if there is none ([Kind#BROKEN]), or a server has it open
    /// ([Kind#UNAVAILABLE]).
    public static OfflineDatabase open(Path file) {
        if (!Files.exists(file)) {
            throw new DatabaseException(Kind.BROKEN, "there is no database " + file.toAbsolutePath());
        }
        try {
            FileChannel reserved = LockedFiles.reserve(file);
            try {
                SQLiteConfig config = new SQLiteConfig();
                config.setReadOnly(true);
                return new OfflineDatabase(reserved, config.createConnection("jdbc:sqlite:" + file.toAbsolutePath()));
            } catch (SQLException failure) {
                reserved.close();
                throw DatabaseException.of(failure, Dialect.SQLITE);
            }
        } catch (IOException failure) {
            throw new DatabaseException(Kind.UNAVAILABLE, "can't read " + file + ": " + failure.getMessage(), failure);
        }
    }

    @Override
    public <T extends @Nullable Object> T write(Work<T> work) {
        throw new UnsupportedOperationException("the database is open to be read only");
    }

    @Override
    public <T extends @Nullable Object> T rehearse(Work<T> work) {
        throw new UnsupportedOperationException("the database is open to be read only");
    }

    @Override
    public <T extends @Nullable Object> T read(Work<T> work) {
        return work.run(transaction);
    }

    @Override
    public Dialect dialect() {
        return Dialect.SQLITE;
    }

    @Override
    public void close() {
        transaction.closeStatements();
        try (reserved) {
            connection.close();
        } catch (SQLException | IOException ignored) {
            // Nothing was changed that could be lost.
        }
    }
}
