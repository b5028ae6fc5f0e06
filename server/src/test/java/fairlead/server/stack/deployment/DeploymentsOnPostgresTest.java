package fairlead.server.stack.deployment;

import fairlead.server.database.Database;
import fairlead.server.database.PostgresDatabase;
import fairlead.testbed.PostgresServer;
import java.util.Random;

class DeploymentsOnPostgresTest extends DeploymentsContract {

    @Override
    Database open() {
        return PostgresDatabase.open(
                PostgresServer.shared().url(PostgresServer.shared().createDatabase()), new Random(1));
    }
}
