package fairlead.server.registry.registration;

import fairlead.server.database.Database;
import fairlead.server.database.PostgresDatabase;
import fairlead.testbed.PostgresServer;
import java.util.Random;

class InterruptedJobsOnPostgresTest extends InterruptedJobsContract {

    @Override
    Database open() {
        String url = PostgresServer.shared().url(PostgresServer.shared().createDatabase());
        return PostgresDatabase.open(url, new Random(1));
    }
}
