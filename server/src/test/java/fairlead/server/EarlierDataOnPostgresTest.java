package fairlead.server;

import fairlead.testbed.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;

class EarlierDataOnPostgresTest extends EarlierDataContract {

    @Override
    String name() {
        return "postgresql";
    }

    @Override
    List<String> database(Path data) {
        PostgresServer server = PostgresServer.shared();
        String database = server.createDatabase();
        restore(data.resolve("dump.sql"), server.jdbcUrl(database) + "&preferQueryMode=simple");
        return List.of("--database=" + server.url(database));
    }

    /// As `psql` would, whose own commands begin with a backslash.
    private static void restore(Path dump, String url) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(Files.readAllLines(dump).stream()
                    .filter(line -> !line.startsWith("\\"))
                    .collect(Collectors.joining("\n")));
        } catch (SQLException failure) {
            throw new IllegalStateException("the dump can't be restored", failure);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
