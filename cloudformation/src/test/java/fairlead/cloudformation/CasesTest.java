package fairlead.cloudformation;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cloudformation.fault.TemplateException;
import fairlead.cloudformation.limit.Limits;
import fairlead.cloudformation.parameter.ValueSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// The cases of `cases/*.txt`: a sentence, a template, parameters and tags if there are any, and what comes of it.
///
/// With the system property `cases=rewrite` what comes of each is written into the files, for review.
final class CasesTest {

    private static final Path FOLDER = Path.of("src/test/resources/fairlead/cloudformation/cases");

    /// @param with lines such as `Name=value`; of tags with `tag:` before the name, and `stores` for a server that has
    ///     stores
    private record Case(String sentence, String template, String with, String expected) {}

    @TestFactory
    Stream<DynamicTest> cases() throws IOException {
        boolean rewrite = "rewrite".equals(System.getProperty("cases"));
        List<DynamicTest> tests = new ArrayList<>();
        for (Path file : files()) {
            List<Case> cases = read(Files.readString(file));
            if (rewrite) {
                Files.writeString(file, written(cases));
            }
            for (Case one : rewrite ? read(Files.readString(file)) : cases) {
                tests.add(DynamicTest.dynamicTest(
                        one.sentence, () -> assertThat(result(one)).isEqualTo(one.expected)));
            }
        }
        assertThat(tests).hasSizeGreaterThan(100);
        return tests.stream();
    }

    private static List<Path> files() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Case> read(String text) {
        List<Case> cases = new ArrayList<>();
        for (String one : text.split("(?m)^=== ")) {
            if (one.isBlank()) {
                continue;
            }
            int line = one.indexOf('\n');
            int with = one.indexOf("\n--- with\n");
            int expected = one.indexOf("\n--- expect\n");
            int end = with < 0 ? expected : with;
            cases.add(new Case(
                    one.substring(0, line),
                    one.substring(line + 1, end + 1),
                    with < 0 ? "" : one.substring(with + "\n--- with\n".length(), expected + 1),
                    one.substring(expected + "\n--- expect\n".length()).strip()));
        }
        return cases;
    }

    private static String written(List<Case> cases) {
        StringBuilder text = new StringBuilder();
        for (Case one : cases) {
            text.append("=== ").append(one.sentence).append('\n').append(one.template);
            if (!one.with.isEmpty()) {
                text.append("--- with\n").append(one.with);
            }
            text.append("--- expect\n").append(result(one)).append("\n\n");
        }
        return text.toString();
    }

    private static String result(Case one) {
        Map<String, String> parameters = new LinkedHashMap<>();
        Map<String, String> tags = new LinkedHashMap<>();
        ValueSource stores = one.with.contains("stores\n") ? Fixtures.Stores.FULL : ValueSource.none();
        one.with.lines().filter(line -> line.contains("=")).forEach(line -> {
            int at = line.indexOf('=');
            boolean tag = line.startsWith("tag:");
            (tag ? tags : parameters).put(line.substring(tag ? 4 : 0, at), line.substring(at + 1));
        });
        try {
            Template template = Template.parse(one.template, Limits.standard());
            return Rendering.of(template.compile(Fixtures.inputs(parameters, tags, stores)))
                    .strip();
        } catch (TemplateException e) {
            return e.report();
        }
    }
}
