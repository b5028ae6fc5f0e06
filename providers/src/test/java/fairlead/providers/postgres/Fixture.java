package fairlead.providers.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.handler.ResourceHandler;
import fairlead.handler.testing.ManualWorker;
import fairlead.handler.testing.SettableClock;
import fairlead.testbed.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The shared server, seen as its administrator does, and handlers configured for it.
final class Fixture {

    static final PostgresServer SERVER = PostgresServer.shared();

    private static final AtomicInteger NAMES = new AtomicInteger();

    private Fixture() {}

    /// A name that no other test uses.
    static String fresh(String start) {
        return start + NAMES.incrementAndGet();
    }

    /// Names that end a quotation, look like SQL, like a JDBC escape or a parameter, or are just unusual.
    static Stream<String> nastyNames() {
        return Stream.of(
                "a\"b",
                "\"",
                "it's",
                "x'; DROP ROLE fairlead; --",
                "x\"; DROP ROLE fairlead; --",
                "{fn now()}",
                "$$",
                "?",
                "back\\slash",
                "\\'; SELECT 1; --",
                "CamelCase",
                "two words",
                "line\nbreak",
                "/* comment",
                "größe",
                "Ω🚢",
                "select",
                "x".repeat(63),
                "ß".repeat(31));
    }

    static ManualWorker worker(ResourceHandler handler) {
        return worker(handler, configuration());
    }

    static ManualWorker worker(ResourceHandler handler, ObjectNode configuration) {
        return new ManualWorker("Fairlead::Postgres::Any", handler, SettableClock.atNoon()).configured(configuration);
    }

    static ObjectNode configuration() {
        return configuration(SERVER);
    }

    static ObjectNode configuration(String user, String password) {
        return configuration(SERVER, user, password);
    }

    /// As administrator of a server.
    static ObjectNode configuration(PostgresServer server) {
        return configuration(server, server.superuser(), server.password());
    }

    private static ObjectNode configuration(PostgresServer server, String user, String password) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("Url", "postgresql://127.0.0.1:%d/postgres".formatted(server.port()))
                .put("User", user)
                .put("Password", password);
    }

    static ObjectNode named(String name) {
        return JsonNodeFactory.instance.objectNode().put("Name", name);
    }

    static ObjectNode json(String text) {
        return (ObjectNode) JsonMapper.shared().readTree(text);
    }

    static ObjectNode done(Progress progress) {
        assertThat(progress).isInstanceOf(Progress.Done.class);
        return ((Progress.Done) progress).properties();
    }

    static ErrorCode failed(Progress progress) {
        return failure(progress).code();
    }

    static Progress.Failed failure(Progress progress) {
        assertThat(progress).isInstanceOf(Progress.Failed.class);
        return (Progress.Failed) progress;
    }

    static List<String> sql(String sql) {
        try (Connection connection = DriverManager.getConnection(SERVER.jdbcUrl("postgres"));
                Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            List<String> first = new ArrayList<>();
            if (statement.execute(sql)) {
                try (ResultSet rows = statement.getResultSet()) {
                    while (rows.next()) {
                        first.add(rows.getString(1));
                    }
                }
            }
            return first;
        } catch (SQLException failure) {
            throw new IllegalStateException(sql, failure);
        }
    }

    static Connection login(String user, String password, String database) throws SQLException {
        String url = "jdbc:postgresql://127.0.0.1:%d/%s".formatted(SERVER.port(), database);
        return DriverManager.getConnection(url, user, password);
    }

    /// Ends the work after a statement, as a crash would.
    static final class Crash implements Session.Hook {

        private final List<String> statements = new ArrayList<>();
        private int left = Integer.MAX_VALUE;

        void crashAfter(int count) {
            left = count;
        }

        void crashNoMore() {
            left = Integer.MAX_VALUE;
        }

        List<String> statements() {
            return List.copyOf(statements);
        }

        @Override
        public void after(String statement) {
            statements.add(statement);
            left--;
            if (left == 0) {
                throw new IllegalStateException("crash after " + statement);
            }
        }
    }
}
