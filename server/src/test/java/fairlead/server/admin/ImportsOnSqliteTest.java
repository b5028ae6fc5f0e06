package fairlead.server.admin;

import fairlead.server.arm.Plane;
import java.time.Duration;

class ImportsOnSqliteTest extends ImportsContract {

    @Override
    Plane open(Duration patience) {
        return Plane.start(folder.resolve("data"), patience);
    }
}
