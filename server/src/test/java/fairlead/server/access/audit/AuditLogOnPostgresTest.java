package fairlead.server.access.audit;

import fairlead.server.database.Database;
import fairlead.server.database.PostgresDatabase;
import fairlead.testbed.PostgresServer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/// With a server of its own: records are sealed once no transaction of the whole server is older, and on the one that
/// tests share there are many.
class AuditLogOnPostgresTest extends AuditLogContract {

    @TempDir
    private static Path folder;

    private static PostgresServer server;

    @BeforeAll
    static void startServer() {
        server = PostgresServer.start(folder);
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Override
    Database open(Path data) {
        return PostgresDatabase.open(server.url(server.createDatabase()), new Random(1));
    }

    @Override
    Optional<Path> keyFile(Path data) {
        return Optional.empty();
    }

    @Override
    String putting(long number) {
        return "INSERT INTO audit (seq, at, subscription, record, personal, leaf) OVERRIDING SYSTEM VALUE" + " SELECT "
                + number + ", at, subscription, record, personal, leaf FROM audit WHERE seq = ?";
    }

    /// It gives numbers with gaps, and does not know what they were for.
    @Override
    void forgetNumbers(long last) {}
}
