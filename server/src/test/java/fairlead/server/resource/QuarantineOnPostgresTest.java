package fairlead.server.resource;

import fairlead.server.database.Database;
import fairlead.server.database.PostgresDatabase;
import fairlead.testbed.PostgresServer;
import java.util.Random;

class QuarantineOnPostgresTest extends QuarantineContract {

    @Override
    Database open(String name) {
        PostgresServer server = PostgresServer.shared();
        return PostgresDatabase.open(server.url(server.createDatabase()), new Random(1));
    }
}
