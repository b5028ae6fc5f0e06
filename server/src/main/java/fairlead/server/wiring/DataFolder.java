package fairlead.server.wiring;

import fairlead.server.database.DatabaseException;
import fairlead.server.database.DatabaseFile;
import fairlead.server.database.DatabaseMark;
import fairlead.server.options.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The data folder, which its owner alone can look into: it has what callers store, and the key that seals it.
final class DataFolder {

    private static final Logger LOG = LoggerFactory.getLogger(DataFolder.class);
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Pattern OWN =
            Pattern.compile("fairlead\\.db(-wal|-shm|\\.lock|\\.mark(\\.new)?)?|(seal|audit).*\\.(key|new)"
                    + "|server\\.(crt|key)|types|providers|lab|files|tls|native|bootstrap");

    /// What is in these was made by handlers, and recorded in the database.
    private static final List<String> MADE = List.of("lab", "files", "tls", "types");

    private DataFolder() {}

    /// Makes the folder, or restricts to its owner what an earlier version has made: the folder itself, and the
    /// server's files and folders that are directly in it. A folder with other files in it is left as it is.
    static void prepare(Path folder) {
        try {
            Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(FOLDER));
            List<Path> entries;
            try (Stream<Path> all = Files.list(folder)) {
                entries = all.toList();
            }
            entries.stream().filter(DataFolder::isOwn).forEach(DataFolder::restrict);
            if (entries.stream().allMatch(DataFolder::isOwn)) {
                restrict(folder.toRealPath());
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("the data folder " + folder + " can't be used: " + failure, failure);
        }
    }

    private static boolean isOwn(Path path) {
        return OWN.matcher(String.valueOf(path.getFileName())).matches();
    }

    /// A link is left as it is, and so is what it leads to.
    private static void restrict(Path path) {
        try {
            if (Files.isSymbolicLink(path)) {
                return;
            }
            boolean folder = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
            Set<PosixFilePermission> wanted = folder ? FOLDER : FILE;
            if (!wanted.containsAll(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS))) {
                Files.setPosixFilePermissions(path, wanted);
            }
        } catch (IOException ofAnother) {
            LOG.warn("can't keep {} from other users: {}", path, ofAnother.getMessage());
        }
    }

    /// The file of the database. Throws [DatabaseException] if it was lost: its key and what was made with it are
    /// there, and an empty database would forget all of that without a word.
    static Path database(Storage storage) {
        Path file = storage.data().resolve("fairlead.db");
        Path key = storage.data().resolve("seal.key");
        if (new DatabaseFile(file).isEmpty() && Files.exists(key)) {
            for (String folder : MADE) {
                if (hasAny(storage.data().resolve(folder))) {
                    throw new DatabaseException(
                            DatabaseException.Kind.BROKEN,
                            "the database " + file.toAbsolutePath() + " is "
                                    + (Files.exists(file) ? "empty" : "missing") + ", but seal.key and " + folder
                                    + " of another one are beside it: restore it from a backup, or move seal.key"
                                    + " away to begin with an empty one");
                }
            }
        }
        if (new DatabaseFile(file).isEmpty()) {
            DatabaseMark.forget(file);
        }
        return file;
    }

    private static boolean hasAny(Path folder) {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.findAny().isPresent();
        } catch (IOException failure) {
            throw new UncheckedIOException("can't look into " + folder, failure);
        }
    }
}
