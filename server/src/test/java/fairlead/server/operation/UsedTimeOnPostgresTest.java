package fairlead.server.operation;

import fairlead.server.database.Database;
import fairlead.server.database.PostgresDatabase;
import fairlead.testbed.PostgresServer;
import java.util.Random;

class UsedTimeOnPostgresTest extends UsedTimeContract {

    @Override
    Database open() {
        return PostgresDatabase.open(
                PostgresServer.shared().url(PostgresServer.shared().createDatabase()), new Random(1));
    }
}
