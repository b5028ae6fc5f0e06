package fairlead.server.registry;

import fairlead.server.arm.Plane;
import java.time.Duration;

class TypeRegistryOnSqliteTest extends TypeRegistryContract {

    @Override
    Plane open(Duration patience) {
        return Plane.start(folder.resolve("data"), patience);
    }
}
