package fairlead.server.database;

import fairlead.server.telemetry.Activity;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Statements within one transaction. Arguments are strings, numbers, booleans, bytes, [Instant]s, [Optional]s of
/// those, and null. Statements are prepared once for each connection.
public final class Transaction {

    /// Makes a value of a row.
    @FunctionalInterface
    public interface Reader<T> {
        T read(Row row) throws SQLException;
    }

    /// What a work writes last, when everything else that it writes is written.
    @FunctionalInterface
    public interface Conclusion {
        void write(Transaction transaction);
    }

    /// Up to which number the records of a query are not worth being counted.
    private static final int FEW = 10;

    private final Connection connection;
    private final Dialect dialect;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();
    private final List<Conclusion> conclusions = new ArrayList<>(1);
    private boolean changed;
    private boolean changedRows;
    private Optional<DatabaseException> storageFailure = Optional.empty();

    Transaction(Connection connection, Dialect dialect) {
        this.connection = connection;
        this.dialect = dialect;
    }

    /// All rows of a query.
    public <T> List<T> query(String sql, Reader<T> reader, @Nullable Object... arguments) {
        try {
            PreparedStatement statement = prepare(sql);
            bind(statement, arguments);
            try (ResultSet results = statement.executeQuery()) {
                List<T> found = new ArrayList<>();
                Row row = new Row(results);
                while (results.next()) {
                    found.add(reader.read(row.next()));
                }
                if (found.size() > FEW) {
                    Activity.read(found.size());
                }
                return found;
            }
        } catch (SQLException failure) {
            throw failed(sql, failure);
        }
    }

    /// The one row of a query that has at most one.
    public <T> Optional<T> one(String sql, Reader<T> reader, @Nullable Object... arguments) {
        try {
            PreparedStatement statement = prepare(sql);
            bind(statement, arguments);
            try (ResultSet results = statement.executeQuery()) {
                return results.next() ? Optional.of(reader.read(new Row(results))) : Optional.empty();
            }
        } catch (SQLException failure) {
            throw failed(sql, failure);
        }
    }

    /// Changes rows, and says how many.
    public int update(String sql, @Nullable Object... arguments) {
        changed = true;
        try {
            PreparedStatement statement = prepare(sql);
            bind(statement, arguments);
            int rows = statement.executeUpdate();
            changedRows |= rows > 0;
            return rows;
        } catch (SQLException failure) {
            throw failed(sql, failure);
        }
    }

    /// A statement that changes rows and returns some (`RETURNING`).
    public <T> List<T> change(String sql, Reader<T> reader, @Nullable Object... arguments) {
        changed = true;
        List<T> rows = query(sql, reader, arguments);
        changedRows |= !rows.isEmpty();
        return rows;
    }

    /// The work's conclusion of that class, made when it is first asked for: parts of a work that do not know each
    /// other gather in it what they have to say.
    public <C extends Conclusion> C conclusion(Class<C> kind, Supplier<C> making) {
        for (Conclusion present : conclusions) {
            if (kind.isInstance(present)) {
                return kind.cast(present);
            }
        }
        C made = making.get();
        conclusions.add(made);
        return made;
    }

    /// To be called when the work is done, before the commit.
    void conclude() {
        for (Conclusion conclusion : conclusions) {
            conclusion.write(this);
        }
        conclusions.clear();
    }

    /// A statement without arguments, such as those that begin and end a transaction.
    void execute(String sql) throws SQLException {
        try {
            prepare(sql).execute();
        } catch (SQLException failure) {
            discard(sql);
            throw failure;
        }
    }

    /// The first failure of the storage below a statement, told even if the work went on after it: the database may
    /// have rolled the transaction back then, and what came after it would be no part of any.
    Optional<DatabaseException> storageFailure() {
        return storageFailure;
    }

    private DatabaseException failed(String sql, SQLException failure) {
        discard(sql);
        DatabaseException translated = DatabaseException.of(failure, dialect);
        if (translated.isOfStorage() && storageFailure.isEmpty()) {
            storageFailure = Optional.of(translated);
        }
        return translated;
    }

    /// The driver closes a statement that has failed, and would refuse it for good.
    private void discard(String sql) {
        closeQuietly(prepared.remove(sql));
    }

    /// Whether the transactions of others can't tell yet that this one will change something: on PostgreSQL, until it
    /// has changed a row.
    public boolean isUnknownToOthers() {
        return dialect == Dialect.POSTGRESQL && !changedRows;
    }

    /// Whether a statement was executed that may change something.
    boolean changed() {
        return changed;
    }

    /// Whether rows were changed.
    boolean changedRows() {
        return changedRows;
    }

    void begin() {
        changed = false;
        changedRows = false;
        storageFailure = Optional.empty();
        conclusions.clear();
    }

    void closeStatements() {
        prepared.values().forEach(Transaction::closeQuietly);
        prepared.clear();
    }

    private static void closeQuietly(@Nullable PreparedStatement statement) {
        try {
            if (statement != null) {
                statement.close();
            }
        } catch (SQLException ignored) {
            // The statement or its connection is lost: there is nothing left to release.
        }
    }

    private PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement statement = prepared.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(dialect.sql(sql));
            prepared.put(sql, statement);
        }
        return statement;
    }

    private static void bind(PreparedStatement statement, @Nullable Object[] arguments) throws SQLException {
        for (int i = 0; i < arguments.length; i++) {
            bind(statement, i + 1, arguments[i]);
        }
    }

    private static void bind(PreparedStatement statement, int index, @Nullable Object argument) throws SQLException {
        switch (argument) {
            case null -> statement.setObject(index, null);
            case String text -> statement.setString(index, text);
            case Long number -> statement.setLong(index, number);
            case Integer number -> statement.setInt(index, number);
            case Double number -> statement.setDouble(index, number);
            case Boolean flag -> statement.setInt(index, flag ? 1 : 0);
            case byte[] bytes -> statement.setBytes(index, bytes);
            case Instant time -> statement.setLong(index, time.toEpochMilli());
            case Optional<?> perhaps -> bind(statement, index, perhaps.orElse(null));
            default -> throw new IllegalArgumentException("no column holds a " + argument.getClass());
        }
    }
}
