package fairlead.server.limit.quota;

import fairlead.server.database.Database;
import fairlead.server.database.PostgresDatabase;
import fairlead.testbed.PostgresServer;
import java.util.Random;

/// Two nodes that share a database.
class QuotasOnPostgresTest extends QuotasContract {

    private final String database = PostgresServer.shared().createDatabase();

    @Override
    Database open() {
        return PostgresDatabase.open(PostgresServer.shared().url(database), new Random(1));
    }

    @Override
    int nodes() {
        return 2;
    }
}
