package fairlead.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The pages about the code name classes, methods and files that exist.
class CodeNamesTest {

    /// `package.Class`, perhaps with `#method`; the package may be the end of its name.
    private static final Pattern CLASS = Pattern.compile("`((?:[a-z]\\w*\\.)+[A-Z]\\w*)(?:#(\\w+))?`");

    private static final Pattern FILE = Pattern.compile("`((?:[\\w.-]+/)+[\\w.-]*)`");

    private static final List<Path> SOURCES = sources("src/main/java");
    private static final List<Path> TESTS = sources("src/test/java");

    @ParameterizedTest
    @ValueSource(strings = {"ARCHITECTURE.md", "docs/explanation/tour.md"})
    void everyClassAndMethodThatIsNamedExists(String page) {
        List<MatchResult> named = CLASS.matcher(Repository.read(page)).results().toList();
        assertThat(named).hasSizeGreaterThan(10);
        assertThat(named)
                .filteredOn(name -> SOURCES.stream().noneMatch(file -> has(file, name)))
                .extracting(MatchResult::group)
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ARCHITECTURE.md", "docs/explanation/tour.md"})
    void everyFileThatIsNamedExists(String page) {
        assertThat(FILE.matcher(Repository.read(page)).results().map(file -> file.group(1)))
                .isNotEmpty()
                .allMatch(file -> Files.exists(Repository.file(file)));
    }

    /// What is named there is a test, or a class.
    @Test
    void everyTestOfAPromiseExists() {
        String page = Repository.read("docs/explanation/guarantees.md");
        List<MatchResult> named = CLASS.matcher(page).results().toList();
        assertThat(named).hasSizeGreaterThan(30);
        assertThat(named)
                .filteredOn(name -> TESTS.stream().noneMatch(file -> has(file, name)))
                .extracting(MatchResult::group)
                .isEmpty();
    }

    /// A line without a test would promise what no test looks at.
    @Test
    void everyPromiseHasATest() {
        assertThat(Repository.read("docs/explanation/guarantees.md").lines())
                .filteredOn(line -> line.startsWith("| ") && !line.startsWith("| Promise "))
                .hasSizeGreaterThan(15)
                .allMatch(line ->
                        CLASS.matcher(line.substring(line.lastIndexOf(" | "))).find());
    }

    private static boolean has(Path file, MatchResult name) {
        String method = name.group(2);
        return file.endsWith(Path.of(name.group(1).replace('.', '/') + ".java"))
                && (method == null
                        || Pattern.compile("\\b" + method + "\\(")
                                .matcher(text(file))
                                .find());
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static List<Path> sources(String folder) {
        try (Stream<Path> modules = Files.list(Repository.ROOT)) {
            return modules.map(module -> module.resolve(folder))
                    .filter(Files::isDirectory)
                    .flatMap(CodeNamesTest::files)
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Stream<Path> files(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
