package fairlead.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresServerTest {

    @Nested
    class TheSharedServer {

        @Test
        void isTheSameForEveryTest() {
            assertThat(PostgresServer.shared()).isSameAs(PostgresServer.shared());
        }

        @Test
        void givesEveryTestItsOwnDatabase() throws SQLException {
            PostgresServer server = PostgresServer.shared();
            String one = server.createDatabase();
            String other = server.createDatabase();

            ask(server, one, "CREATE TABLE here (id int)");

            assertThat(one).isNotEqualTo(other);
            assertThatThrownBy(() -> ask(server, other, "TABLE here")).hasMessageContaining("does not exist");
        }

        @Test
        void refusesAWrongPassword() {
            String url = PostgresServer.shared().jdbcUrl("postgres").replaceFirst("password=.*", "password=wrong");

            assertThatThrownBy(() -> DriverManager.getConnection(url).close()).hasMessageContaining("authentication");
        }

        @Test
        void hasAnAddressForPostgresqlsOwnPrograms() {
            PostgresServer server = PostgresServer.shared();

            assertThat(server.url("test"))
                    .isEqualTo("postgresql://" + server.superuser() + ":" + server.password() + "@127.0.0.1:"
                            + server.port() + "/test");
        }
    }

    @Nested
    class AServerOfItsOwn {

        @TempDir
        private Path folder;

        @Test
        void keepsCommittedDataOverARestart() throws SQLException {
            try (PostgresServer server = PostgresServer.start(folder)) {
                ask(server, "postgres", "CREATE TABLE kept AS SELECT 42 AS answer");
                int port = server.port();

                server.restart();

                assertThat(ask(server, "postgres", "TABLE kept")).isEqualTo("42");
                assertThat(server.port()).isEqualTo(port);
            }
        }

        @Test
        void isGoneWhenKilledAndComesBack() throws SQLException {
            try (PostgresServer server = PostgresServer.start(folder);
                    Connection session = DriverManager.getConnection(server.jdbcUrl("postgres"));
                    Statement statement = session.createStatement()) {
                server.killHard();

                assertThatThrownBy(() -> statement.execute("SELECT 1")).isInstanceOf(SQLException.class);
                assertThatThrownBy(() -> ask(server, "postgres", "SELECT 1")).isInstanceOf(SQLException.class);

                server.restart();
                assertThat(ask(server, "postgres", "SELECT 1")).isEqualTo("1");
            }
        }

        @Test
        void leavesNothingBehind() throws IOException {
            PostgresServer server = PostgresServer.start(folder);
            server.close();
            server.close();

            try (Stream<Path> left = Files.list(folder)) {
                assertThat(left).isEmpty();
            }
            assertThatThrownBy(() -> ask(server, "postgres", "SELECT 1")).isInstanceOf(SQLException.class);
        }
    }

    private static String ask(PostgresServer server, String database, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.jdbcUrl(database));
                Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return "";
            }
            try (ResultSet rows = statement.getResultSet()) {
                return rows.next() ? rows.getString(1) : "";
            }
        }
    }
}
