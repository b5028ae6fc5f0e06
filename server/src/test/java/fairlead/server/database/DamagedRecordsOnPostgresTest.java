package fairlead.server.database;

import fairlead.testbed.PostgresServer;
import java.util.Random;

class DamagedRecordsOnPostgresTest extends DamagedRecordsContract {

    @Override
    Database open() {
        return PostgresDatabase.open(
                PostgresServer.shared().url(PostgresServer.shared().createDatabase()), new Random(1));
    }
}
