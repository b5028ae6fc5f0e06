package fairlead.server.health;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Whether there is room for a few writes more on the disk of a folder.
public final class FreeDisk {

    private static final long MIB = 1L << 20;

    /// A request may write as much, with its log and its events.
    private static final long LEAST_MIB = 8;

    private FreeDisk() {}

    /// Why not; empty if there is.
    public static Optional<String> failure(Path folder) {
        try {
            long free = Files.getFileStore(folder).getUsableSpace() / MIB;
            return free >= LEAST_MIB
                    ? Optional.empty()
                    : Optional.of(free + " MiB are free on the disk of " + folder.toAbsolutePath() + ", at least "
                            + LEAST_MIB + " are expected");
        } catch (IOException failure) {
            return Optional.of("can't look at the disk of " + folder.toAbsolutePath() + ": " + failure);
        }
    }
}
