package fairlead.providers.lab;

import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/// The ledger of several nodes: the tables `lab_thing` and `lab_count` of a PostgreSQL database, made if missing.
///
/// `lab_thing` holds a row for each thing that was ever made; `deleted_by` is the token that removed it.
public final class PostgresLedger implements Ledger {

    private static final String TABLES = """
        CREATE TABLE IF NOT EXISTS lab_thing (
            id text COLLATE "C" PRIMARY KEY,
            token text NOT NULL,
            created_at timestamptz NOT NULL,
            generation int NOT NULL DEFAULT 0,
            changed_by text NOT NULL,
            properties text NOT NULL,
            secret_sha256 text,
            previous text,
            deleted_by text,
            deleted_at timestamptz
        );
        CREATE TABLE IF NOT EXISTS lab_count (
            id text NOT NULL,
            occasion text NOT NULL,
            times int NOT NULL,
            PRIMARY KEY (id, occasion)
        );
        """;

    private static final String CREATE = """
        INSERT INTO lab_thing (id, token, created_at, changed_by, properties, secret_sha256)
        VALUES (?, ?, ?::timestamptz, ?, ?, ?)
        ON CONFLICT (id) DO NOTHING
        """;

    private static final String THING = """
        SELECT id, token, created_at, generation, changed_by, properties, secret_sha256, previous
        FROM lab_thing
        WHERE deleted_by IS NULL
        """;

    private static final String FIND = THING + "AND id = ?";

    private static final String LIST = THING + "AND id > ? ORDER BY id LIMIT ?";

    private static final String UPDATE = """
        UPDATE lab_thing
        SET generation = generation + 1, changed_by = ?, previous = properties, properties = ?,
            secret_sha256 = ?
        WHERE id = ? AND deleted_by IS NULL AND changed_by <> ?
        """;

    private static final String DELETE = """
        UPDATE lab_thing SET deleted_by = ?, deleted_at = ?::timestamptz WHERE id = ? AND deleted_by IS NULL
        """;

    private static final String DELETED = "SELECT 1 FROM lab_thing WHERE id = ? AND deleted_by = ?";

    private static final String COUNT = """
        INSERT INTO lab_count (id, occasion, times) VALUES (?, ?, 1)
        ON CONFLICT (id, occasion) DO UPDATE SET times = lab_count.times + 1 WHERE lab_count.times < ?
        """;

    private final Connections connections;

    private PostgresLedger(Connections connections) {
        this.connections = connections;
        createTables();
    }

    public static PostgresLedger over(DataSource database) {
        return new PostgresLedger(database::getConnection);
    }

    /// A ledger with a connection for each call.
    public static PostgresLedger at(String jdbcUrl) {
        return new PostgresLedger(() -> DriverManager.getConnection(jdbcUrl));
    }

    @Override
    public Optional<Thing> create(String id, String token, State state, Instant at) {
        return with(connection -> {
            String hash = state.secretHash().orElse(null);
            update(connection, CREATE, id, token, at.toString(), token, state.properties(), hash);
            return find(connection, id);
        });
    }

    @Override
    public Optional<Thing> find(String id) {
        return with(connection -> find(connection, id));
    }

    @Override
    public Optional<Thing> update(String id, String token, State state, Instant at) {
        return with(connection -> {
            String hash = state.secretHash().orElse(null);
            update(connection, UPDATE, token, state.properties(), hash, id, token);
            return find(connection, id);
        });
    }

    @Override
    public boolean delete(String id, String token, Instant at) {
        return with(connection -> update(connection, DELETE, token, at.toString(), id) > 0
                || !query(connection, DELETED, _ -> token, id, token).isEmpty());
    }

    @Override
    public boolean isAmongFirst(String id, String occasion, int most) {
        return most > 0 && with(connection -> update(connection, COUNT, id, occasion, most) > 0);
    }

    @Override
    public List<Thing> list(Optional<String> after, int limit) {
        return with(connection -> query(connection, LIST, PostgresLedger::thing, after.orElse(""), limit));
    }

    /// Two nodes that make the tables at the same moment: the slower one fails, and finds them.
    private void createTables() {
        try {
            executeTables();
        } catch (HandlerException _) {
            executeTables();
        }
    }

    private void executeTables() {
        with(connection -> {
            try (Statement statement = connection.createStatement()) {
                return statement.execute(TABLES);
            }
        });
    }

    private static Optional<Thing> find(Connection connection, String id) throws SQLException {
        return query(connection, FIND, PostgresLedger::thing, id).stream().findFirst();
    }

    private static Thing thing(ResultSet row) throws SQLException {
        return new Thing(
                row.getString("id"),
                row.getString("token"),
                row.getTimestamp("created_at").toInstant(),
                row.getInt("generation"),
                row.getString("changed_by"),
                new State(row.getString("properties"), Optional.ofNullable(row.getString("secret_sha256"))),
                Optional.ofNullable(row.getString("previous")));
    }

    private interface Connections {
        Connection open() throws SQLException;
    }

    private interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    private interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private <T> T with(Work<T> work) {
        try (Connection connection = connections.open()) {
            return work.on(connection);
        } catch (SQLException failure) {
            throw new HandlerException(code(failure), "The ledger's database fails: " + failure.getMessage(), failure);
        }
    }

    private static ErrorCode code(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return state.startsWith("08") || state.startsWith("57P")
                ? ErrorCode.NETWORK_FAILURE
                : ErrorCode.SERVICE_INTERNAL_ERROR;
    }

    private static int update(Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, parameters)) {
            return statement.executeUpdate();
        }
    }

    private static <T> List<T> query(
            Connection connection, String sql, RowReader<T> reader, @Nullable Object... parameters)
            throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, parameters);
                ResultSet rows = statement.executeQuery()) {
            List<T> read = new ArrayList<>();
            while (rows.next()) {
                read.add(reader.read(rows));
            }
            return read;
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql, @Nullable Object... parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }
}
