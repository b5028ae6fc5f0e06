package fairlead.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// The files that the documentation consists of and speaks of.
final class Repository {

    static final Path ROOT = root();

    private Repository() {}

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("ARCHITECTURE.md"))) {
            folder = Objects.requireNonNull(folder.getParent());
        }
        return folder;
    }

    static Path file(String path) {
        return ROOT.resolve(path);
    }

    static String read(String path) {
        try {
            return Files.readString(file(path));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// Every page, by its path from the root.
    static List<String> pages() {
        try (Stream<Path> top = Files.list(ROOT)) {
            Stream<Path> below =
                    Stream.of("docs", "examples").map(ROOT::resolve).flatMap(Repository::walk);
            return Stream.concat(top, below)
                    .filter(file -> file.toString().endsWith(".md"))
                    .map(file -> ROOT.relativize(file).toString())
                    .sorted()
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Stream<Path> walk(Path folder) {
        if (!Files.exists(folder)) {
            return Stream.empty();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.toList().stream();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
