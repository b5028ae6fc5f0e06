package fairlead.server.wiring;

import fairlead.server.database.DatabaseException;
import fairlead.server.database.DatabaseFile;
import fairlead.server.options.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The folder of what is kept in files.
final class DataFolder {

    /// What is in these was made by handlers, and recorded in the database.
    private static final List<String> MADE = List.of("lab", "files", "tls", "types");

    private DataFolder() {}

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
