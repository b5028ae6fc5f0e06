package fairlead.host;

import java.io.IOException;
import java.nio.file.Path;

/// Where a path leads, without links; also if its last parts are not there.
final class RealPath {

    private RealPath() {}

    static Path of(Path path) {
        Path whole = path.toAbsolutePath().normalize();
        try {
            return whole.toRealPath();
        } catch (IOException missing) {
            Path above = whole.getParent();
            Path name = whole.getFileName();
            return above == null || name == null ? whole : of(above).resolve(name);
        }
    }
}
