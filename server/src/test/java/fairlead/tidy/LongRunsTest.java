package fairlead.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every long run is known and recorded, and is named when it has not passed since the code that it tries has changed.
class LongRunsTest {

    private static final Path DECLARATIONS = Sources.root().resolve(".ci/pieces");
    private static final Path COMMANDS = Sources.root().resolve(".ci/full");
    private static final Path PAGE = Sources.root().resolve("docs/reference/long-runs.md");

    private static final Pattern ROW =
            Pattern.compile("\\| `([a-z0-9-]+)` \\| (\\d{4}-\\d{2}-\\d{2}) \\| `([0-9a-f]{8})` \\|"
                    + " `([0-9a-f]{16})` \\| [^|]*\\w[^|]* \\| [^|]*\\d[^|]* \\|");

    /// @param tries folders and files from the root
    private record Piece(String name, List<String> tries, String what) {}

    @Test
    void everyPieceSaysWhatItTriesAndDoes() {
        assertThat(pieces()).isNotEmpty().allSatisfy(piece -> {
            assertThat(piece.what()).as(piece.name()).isNotBlank();
            assertThat(piece.tries())
                    .as(piece.name())
                    .isNotEmpty()
                    .allSatisfy(path -> assertThat(Sources.root().resolve(path)).exists());
        });
    }

    @Test
    void everyPieceHasACommand() throws IOException {
        String commands = Files.readString(COMMANDS);
        assertThat(pieces())
                .extracting(Piece::name)
                .allSatisfy(name -> assertThat(commands)
                        .as("a case of %s in .ci/full", name)
                        .containsPattern(
                                "(?m)^ {4}(?:[a-z0-9-]+ \\| )*" + Pattern.quote(name) + "(?: \\| [a-z0-9-]+)*\\)"));
    }

    @Test
    void onlyPiecesHaveALineInThePage() throws IOException {
        assertThat(hashes().keySet())
                .isSubsetOf(pieces().stream().map(Piece::name).toList());
    }

    /// With `-Dlong-runs=fresh`, as before a release, such a piece fails; otherwise it is only named: a change of any
    /// line would call for hours of runs.
    @Test
    void aPieceThatIsOlderThanTheCodeItTriesIsNamed() throws IOException {
        List<String> named = new ArrayList<>();
        Map<String, String> recorded = hashes();
        for (Piece piece : pieces()) {
            String passed = recorded.get(piece.name());
            if (passed == null) {
                named.add("The long run '" + piece.name() + "' has never passed: .ci/full " + piece.name());
            } else if (!passed.equals(hash(Sources.root(), piece.tries()))) {
                named.add("The long run '" + piece.name() + "' is older than the code it tries: .ci/full "
                        + piece.name());
            }
        }
        named.forEach(System.out::println);
        if (System.getProperty("long-runs", "").equals("fresh")) {
            assertThat(named).isEmpty();
        }
    }

    @Test
    void theHashSeesContentsAndNames(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(Files.createDirectory(folder.resolve("a")).resolve("b"), "text\n");
        String before = hash(folder, List.of("a"));
        // What sha256sum says of the one file, and then of that line.
        assertThat(before).isEqualTo(digest(digest("text\n") + "  a/b\n").substring(0, 16));
        Files.writeString(file, "other\n");
        assertThat(hash(folder, List.of("a"))).isNotEqualTo(before);
        Files.writeString(file, "text\n");
        assertThat(hash(folder, List.of("a"))).isEqualTo(before);
        Files.move(file, file.resolveSibling("c"));
        assertThat(hash(folder, List.of("a"))).isNotEqualTo(before);
    }

    private static List<Piece> pieces() {
        List<Piece> pieces = new ArrayList<>();
        for (String line : lines(DECLARATIONS)) {
            if (!line.startsWith("#") && !line.isBlank()) {
                String[] parts = line.split(" \\| ", -1);
                assertThat(parts).as(line).hasSize(3);
                pieces.add(new Piece(parts[0], List.of(parts[1].split(" ")), parts[2]));
            }
        }
        return pieces;
    }

    /// By piece, what was recorded when it last passed.
    private static Map<String, String> hashes() {
        Map<String, String> hashes = new TreeMap<>();
        for (String line : lines(PAGE)) {
            if (line.startsWith("| `")) {
                Matcher row = ROW.matcher(line);
                assertThat(row.matches()).as("the form of: %s", line).isTrue();
                assertThat(hashes.put(row.group(1), row.group(4)))
                        .as("a second line of %s", row.group(1))
                        .isNull();
            }
        }
        return hashes;
    }

    /// As `.ci/full` makes it: of what `sha256sum` prints of each file, in order.
    private static String hash(Path root, List<String> paths) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String path : paths) {
            try (Stream<Path> found = Files.walk(root.resolve(path))) {
                files.addAll(found.filter(Files::isRegularFile).toList());
            }
        }
        List<String> names = files.stream()
                .map(file -> root.relativize(file).toString())
                .sorted()
                .toList();
        StringBuilder sums = new StringBuilder();
        for (String name : names) {
            sums.append(digest(Files.readAllBytes(root.resolve(name))))
                    .append("  ")
                    .append(name)
                    .append('\n');
        }
        return digest(sums.toString()).substring(0, 16);
    }

    private static String digest(String text) {
        return digest(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
