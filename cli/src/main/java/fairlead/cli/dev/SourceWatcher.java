package fairlead.cli.dev;

import fairlead.cli.http.Pause;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// Notices changes of the sources in a type's folder.
///
/// It looks four times a second. That costs less than the notifications of operating systems that have them, and
/// works on all systems. It ignores the files that builds and tests write.
final class SourceWatcher {

    private static final Duration LOOK = Duration.ofMillis(250);
    private static final Duration QUIET = Duration.ofMillis(300);
    private static final Set<String> MADE =
            Set.of("target", "build", "dist", "bin", "classes", "node_modules", "replay", "__pycache__");

    private final Path folder;
    private final Clock clock;
    private Map<Path, Stamp> known;

    /// By what a change of a file is seen.
    private record Stamp(long modified, long size) {}

    SourceWatcher(Path folder, Clock clock) {
        this.folder = folder;
        this.clock = clock;
        known = look();
    }

    /// Waits until something has changed, and then until nothing has for a moment: editors write several files.
    void await(Pause pause) throws InterruptedException {
        while (look().equals(known)) {
            pause.pause(LOOK);
        }
        Map<Path, Stamp> last = look();
        Instant since = clock.instant();
        while (Duration.between(since, clock.instant()).compareTo(QUIET) < 0) {
            pause.pause(LOOK);
            Map<Path, Stamp> now = look();
            if (!now.equals(last)) {
                last = now;
                since = clock.instant();
            }
        }
        known = last;
    }

    private Map<Path, Stamp> look() {
        Map<Path, Stamp> found = new HashMap<>();
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                    String name = String.valueOf(directory.getFileName());
                    boolean skipped = !directory.equals(folder) && (MADE.contains(name) || name.startsWith("."));
                    return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (!isArtifact(file)) {
                        long modified = attributes.lastModifiedTime().toMillis();
                        found.put(file, new Stamp(modified, attributes.size()));
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException gone) throws IOException {
                    if (gone instanceof NoSuchFileException) {
                        return FileVisitResult.CONTINUE;
                    }
                    throw gone;
                }
            });
        } catch (IOException unreadable) {
            throw new UncheckedIOException("can't read " + folder, unreadable);
        }
        return found;
    }

    private static boolean isArtifact(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.endsWith(".jar") || name.endsWith(".zip") || name.endsWith("~") || name.endsWith(".swp");
    }
}
