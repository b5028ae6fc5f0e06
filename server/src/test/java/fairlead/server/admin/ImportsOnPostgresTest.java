package fairlead.server.admin;

import fairlead.server.arm.Plane;
import fairlead.server.database.PostgresDatabase;
import fairlead.testbed.PostgresServer;
import java.time.Duration;
import java.util.Random;

class ImportsOnPostgresTest extends ImportsContract {

    private final String url =
            PostgresServer.shared().url(PostgresServer.shared().createDatabase());

    @Override
    Plane open(Duration patience) {
        return Plane.start(
                folder.resolve("data"), patience, () -> PostgresDatabase.open(url, new Random(1)), "--database=" + url);
    }
}
