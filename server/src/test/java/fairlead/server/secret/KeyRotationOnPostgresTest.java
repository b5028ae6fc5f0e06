package fairlead.server.secret;

import fairlead.server.database.Database;
import fairlead.server.database.PostgresDatabase;
import fairlead.testbed.PostgresServer;
import java.nio.file.Path;
import java.util.Random;

class KeyRotationOnPostgresTest extends KeyRotationContract {

    @Override
    Database open(Path data) {
        PostgresServer server = PostgresServer.shared();
        return PostgresDatabase.open(server.url(server.createDatabase()), new Random(1));
    }
}
