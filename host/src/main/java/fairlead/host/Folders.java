package fairlead.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes and deletes the folders of the host.
public final class Folders {

    private static final Logger LOG = LoggerFactory.getLogger(Folders.class);

    /// Of folders that are made.
    public static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private Folders() {}

    /// Removes a folder with all that is in it, links but not what they lead to; what can't be removed stays.
    public static void remove(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException failure) {
            LOG.warn("can't remove all of {}: {}", folder, failure.getMessage());
        }
    }

    /// Puts a resource that is beside a class into a file.
    public static Path unpackResource(Class<?> beside, String name, Path file) {
        try (InputStream in = Objects.requireNonNull(beside.getResourceAsStream(name), name)) {
            Files.createDirectories(file.toAbsolutePath().getParent(), OWNER_ONLY);
            Files.write(file, in.readAllBytes());
            return file;
        } catch (IOException failure) {
            throw new UncheckedIOException("can't write " + file, failure);
        }
    }
}
