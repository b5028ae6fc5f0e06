package fairlead.server.wiring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Where SQLite's native library is unpacked, which the driver does at each start.
///
/// The driver deletes it when the JVM ends in its usual way, but not when the process is killed or halted. In the
/// system's folder for temporary files such copies would add up. Here the next start deletes them.
final class NativeLibrary {

    private static final Logger LOG = LoggerFactory.getLogger(NativeLibrary.class);
    private static final String PLACE = "org.sqlite.tmpdir";

    private final List<Path> earlier;

    private NativeLibrary(List<Path> earlier) {
        this.earlier = earlier;
    }

    /// Has it unpacked into this folder, unless the operator has named another one by the driver's own property. Of
    /// several databases in a process the first one decides.
    static NativeLibrary into(Path folder) {
        if (System.getProperty(PLACE) != null || System.getProperty("org.sqlite.lib.path") != null) {
            return new NativeLibrary(List.of());
        }
        try {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            System.setProperty(PLACE, folder.toAbsolutePath().toString());
            return new NativeLibrary(entries(folder));
        } catch (IOException failure) {
            throw new UncheckedIOException("can't use the folder " + folder + ": " + failure, failure);
        }
    }

    /// Deletes the copies of earlier processes. Called when this process has the database, so that no other one uses
    /// them.
    void deleteEarlier() {
        for (Path copy : earlier) {
            try {
                Files.deleteIfExists(copy);
            } catch (IOException failure) {
                LOG.warn("can't delete {}: {}", copy, failure.getMessage());
            }
        }
    }

    private static List<Path> entries(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.toList();
        }
    }
}
