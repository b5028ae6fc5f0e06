package fairlead.server.type.archive;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The jars of registered types on this node's disk: a folder for each version, named by its digest. The archives
/// in the database are what counts; what is missing or damaged here is unpacked again.
public final class JarCache {

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private final Path home;

    public JarCache(Path home) {
        this.home = home;
    }

    /// Unpacks an archive that may still be refused: the caller keeps it by [#keep] or removes it by [#drop].
    public TypeArchive unpack(byte[] archive) {
        Path folder = freshFolder();
        try {
            return ArchiveReader.of(archive, folder);
        } catch (RuntimeException failure) {
            remove(folder);
            throw failure;
        }
    }

    /// Makes unpacked jars those of their digest, if those are not here yet.
    public synchronized void keep(TypeArchive unpacked) {
        Path place = home.resolve(unpacked.digest());
        try {
            if (!unpacked.digest().equals(digest(place, unpacked.schema(), unpacked.registration()))) {
                remove(place);
                Files.move(unpacked.folder(), place);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("can't keep the jars of a type in " + place, failure);
        }
    }

    public void drop(TypeArchive unpacked) {
        remove(unpacked.folder());
    }

    /// Forgets the jars of a version that no longer exists. Handlers that run have them open and go on.
    public void forget(String digest) {
        remove(home.resolve(digest));
    }

    /// Removes what a process that was killed has left behind, and the jars of versions that were removed
    /// meanwhile.
    ///
    /// @param before what is younger may belong to a registration under way
    public void sweep(Set<String> digests, Instant before) {
        for (Path folder : files(home)) {
            try {
                boolean old = Files.getLastModifiedTime(folder).toInstant().isBefore(before);
                if (old && !digests.contains(String.valueOf(folder.getFileName()))) {
                    remove(folder);
                }
            } catch (IOException failure) {
                throw new UncheckedIOException("can't look at " + folder, failure);
            }
        }
    }

    /// The jars of a version, checked against its digest now.
    ///
    /// @param schema the version's schema file, which the digest covers, too
    /// @param registration the version's registration file; no bytes if it has none
    /// @param archive fetches the archive, for when the jars are not here or are not what they were
    public synchronized List<Path> jars(String digest, byte[] schema, byte[] registration, Supplier<byte[]> archive) {
        Path place = home.resolve(digest);
        if (!digest.equals(digest(place, schema, registration))) {
            TypeArchive unpacked = unpack(archive.get());
            if (!digest.equals(unpacked.digest())) {
                drop(unpacked);
                throw new IllegalStateException("the archive stored as " + digest + " is " + unpacked.digest());
            }
            keep(unpacked);
            if (!digest.equals(digest(place, schema, registration))) {
                throw new IllegalStateException("the jars in " + place + " change while they are read");
            }
        }
        return files(place);
    }

    /// Those in the folder of a version.
    public static List<Path> jars(Path folder) {
        return files(folder).stream()
                .filter(file -> file.toString().endsWith(".jar"))
                .toList();
    }

    private static String digest(Path place, byte[] schema, byte[] registration) {
        try {
            SortedMap<String, byte[]> jars = new TreeMap<>();
            for (Path jar : files(place)) {
                jars.put(String.valueOf(jar.getFileName()), ArchiveDigests.of(jar));
            }
            return ArchiveDigests.of(schema, registration, jars);
        } catch (IOException failure) {
            throw new UncheckedIOException("can't read the jars in " + place, failure);
        }
    }

    private static List<Path> files(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        } catch (IOException failure) {
            throw new UncheckedIOException("can't read " + folder, failure);
        }
    }

    private Path freshFolder() {
        try {
            Files.createDirectories(home, OWNER_ONLY);
            return Files.createTempDirectory(home, "new-");
        } catch (IOException failure) {
            throw new UncheckedIOException("can't make a folder in " + home, failure);
        }
    }

    private static void remove(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("can't remove " + folder, failure);
        }
    }
}
