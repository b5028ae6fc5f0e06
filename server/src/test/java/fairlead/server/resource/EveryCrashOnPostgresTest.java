package fairlead.server.resource;

import fairlead.server.database.Database;
import fairlead.server.database.PostgresDatabase;
import fairlead.testbed.PostgresServer;
import java.util.List;
import java.util.Random;

/// Replacements alone: they have the most phases, and a database for every point takes its time.
class EveryCrashOnPostgresTest extends EveryCrashContract {

    @Override
    Database open(String name) {
        return PostgresDatabase.open(
                PostgresServer.shared().url(PostgresServer.shared().createDatabase()), new Random(1));
    }

    @Override
    List<Scenario> played() {
        return replacements();
    }
}
