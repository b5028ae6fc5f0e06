package fairlead.server.type;

import fairlead.server.database.Database;
import fairlead.server.database.PostgresDatabase;
import fairlead.testbed.PostgresServer;
import java.util.Random;

class SimulationResultsOnPostgresTest extends SimulationResultsContract {

    private final String url =
            PostgresServer.shared().url(PostgresServer.shared().createDatabase());

    @Override
    Database connect() {
        return PostgresDatabase.open(url, new Random(1));
    }

    @Override
    Database another() {
        return opening(connect());
    }
}
