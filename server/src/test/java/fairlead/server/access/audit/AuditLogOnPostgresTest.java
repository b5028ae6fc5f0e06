package fairlead.server.access.audit;

import fairlead.server.database.Database;
import fairlead.server.database.PostgresDatabase;
import fairlead.testbed.PostgresServer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;

class AuditLogOnPostgresTest extends AuditLogContract {

    @Override
    Database open(Path data) {
        PostgresServer server = PostgresServer.shared();
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
