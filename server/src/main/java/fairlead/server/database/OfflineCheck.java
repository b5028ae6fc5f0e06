package fairlead.server.database;

import fairlead.server.database.DatabaseException.Kind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;

/// Reads all of a SQLite database that no server has open, and says what is damaged in it. Nothing in it is
/// changed.
public final class OfflineCheck {

    private static final String TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";

    /// What was found.
    ///
    /// @param tables how many could be read
    /// @param records how many could be read, in all tables
    /// @param damages one line each; empty if all is well
    public record Report(int tables, long records, List<String> damages) {
        public Report {
            damages = List.copyOf(damages);
        }
    }

    private final List<String> damages = new ArrayList<>();
    private int tables;
    private long records;

    private OfflineCheck() {}

    /// Checks the file, and its records against their checksums. Throws [DatabaseException] if there is none
    /// ([Kind#BROKEN]), or a server has it open ([Kind#UNAVAILABLE]).
    public static Report run(Path file, List<RecordTable> checksums) {
        return run(file, checksums, List.of());
    }

    /// What is counted in one table of what is in others.
    @FunctionalInterface
    public interface Recount {

        /// What is counted otherwise than it is: one line each.
        List<String> differences(Transaction transaction);
    }

    /// As [#run(Path, List)], and counts anew what is counted.
    public static Report run(Path file, List<RecordTable> checksums, List<Recount> counts) {
        DatabaseFile found = new DatabaseFile(file);
        if (!Files.exists(file)) {
            throw new DatabaseException(Kind.BROKEN, "there is no database " + file.toAbsolutePath());
        }
        try (FileChannel _ = LockedFiles.reserve(file)) {
            OfflineCheck check = new OfflineCheck();
            check.read(found, file, checksums, counts);
            return new Report(check.tables, check.records, check.damages);
        } catch (IOException failure) {
            throw new DatabaseException(Kind.UNAVAILABLE, "can't read " + file + ": " + failure.getMessage(), failure);
        }
    }

    /// The database in the file, to be read by one thread until it is closed; a write throws
    /// [UnsupportedOperationException]. Throws [DatabaseException] if there is none ([Kind#BROKEN]), or a
    /// server has it open ([Kind#UNAVAILABLE]).
    public static Database open(Path file) {
        if (!Files.exists(file)) {
            throw new DatabaseException(Kind.BROKEN, "there is no database " + file.toAbsolutePath());
        }
        try {
            FileChannel reserved = LockedFiles.reserve(file);
            try {
                SQLiteConfig config = new SQLiteConfig();
                config.setReadOnly(true);
                return new ReadOnly(reserved, config.createConnection("jdbc:sqlite:" + file.toAbsolutePath()));
            } catch (SQLException failure) {
                reserved.close();
                throw DatabaseException.of(failure, Dialect.SQLITE);
            }
        } catch (IOException failure) {
            throw new DatabaseException(Kind.UNAVAILABLE, "can't read " + file + ": " + failure.getMessage(), failure);
        }
    }

    private static final class ReadOnly implements Database {

        private final FileChannel reserved;
        private final Connection connection;
        private final Transaction transaction;

        private ReadOnly(FileChannel reserved, Connection connection) {
            this.reserved = reserved;
            this.connection = connection;
            transaction = new Transaction(connection, Dialect.SQLITE);
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

    private void read(DatabaseFile found, Path file, List<RecordTable> checksums, List<Recount> counts) {
        if (found.isEmpty()) {
            damages.add("the file is empty");
            return;
        }
        try {
            found.require();
        } catch (DatabaseException failure) {
            damages.add(failure.getMessage());
        }
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        try (Connection connection = config.createConnection("jdbc:sqlite:" + file.toAbsolutePath())) {
            pragma(connection, "integrity_check", 1);
            pragma(connection, "foreign_key_check", 3);
            for (String table : tables(connection)) {
                readRecords(connection, table);
            }
            Transaction transaction = new Transaction(connection, Dialect.SQLITE);
            checksums.forEach(table -> hold(transaction, new RecordCheck(table)));
            counts.forEach(count -> recount(transaction, count));
            transaction.closeStatements();
        } catch (SQLException failure) {
            damages.add("can't be read: " + failure.getMessage());
        }
    }

    private static List<String> tables(Connection connection) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet results = statement.executeQuery(TABLES)) {
            while (results.next()) {
                names.add(results.getString(1));
            }
        }
        return names;
    }

    /// @param columns of each line of the answer
    private void pragma(Connection connection, String pragma, int columns) {
        try (Statement statement = connection.createStatement();
                ResultSet results = statement.executeQuery("PRAGMA " + pragma)) {
            while (results.next()) {
                StringBuilder line = new StringBuilder(pragma + ":");
                for (int i = 1; i <= columns; i++) {
                    line.append(' ').append(results.getString(i));
                }
                if (!line.toString().equals("integrity_check: ok")) {
                    damages.add(line.toString().replace('\n', ' '));
                }
            }
        } catch (SQLException failure) {
            damages.add(pragma + ": " + failure.getMessage());
        }
    }

    /// A table of an earlier version has no checksums, and one that can't be read is told of already.
    private void hold(Transaction transaction, RecordCheck check) {
        try {
            Object after = check.begin();
            while (after != null) {
                RecordCheck.Part part = check.read(transaction, after);
                damages.addAll(part.damages());
                after = part.last();
            }
        } catch (DatabaseException failure) {
            if (failure.isOfDamage()) {
                damages.add(TableCheck.line(check.name(), String.valueOf(failure.getMessage())));
            }
        }
    }

    /// A database of an earlier version counts nothing.
    private void recount(Transaction transaction, Recount count) {
        try {
            damages.addAll(count.differences(transaction));
        } catch (DatabaseException failure) {
            if (failure.isOfDamage()) {
                damages.add(String.valueOf(failure.getMessage()));
            }
        }
    }

    private void readRecords(Connection connection, String table) {
        long read = 0;
        try (Statement statement = connection.createStatement();
                ResultSet results = statement.executeQuery("SELECT * FROM \"" + table.replace("\"", "\"\"") + "\"")) {
            int columns = results.getMetaData().getColumnCount();
            while (results.next()) {
                for (int i = 1; i <= columns; i++) {
                    results.getObject(i);
                }
                read++;
            }
            tables++;
        } catch (SQLException failure) {
            damages.add("the table " + table + " can't be read after " + read + " records: " + failure.getMessage());
        }
        records += read;
    }
}
