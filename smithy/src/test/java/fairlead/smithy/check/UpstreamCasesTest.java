package fairlead.smithy.check;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.smithy.ModelFinding;
import fairlead.smithy.ModelFinding.Severity;
import fairlead.smithy.Models;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The cases by which the validators of the reference libraries are tested: a model, and beside it what is to be
/// found in it. What [Models] finds has to be the same. Our own findings come on top ([Checks]).
@EnabledIfSystemProperty(named = "corpus", matches = ".+")
class UpstreamCasesTest {

    private static final Path CASES = Path.of(System.getProperty("corpus", ""), "smithy", "tests", "smithy");

    private static final List<String> MODULES =
            List.of("smithy-aws-traits", "smithy-aws-cloudformation-traits", "smithy-aws-iam-traits", "smithy-model");

    private static final Pattern LINE = Pattern.compile(
            "^\\[(SUPPRESSED|NOTE|WARNING|DANGER|ERROR)] ([^ ]+): (.*) \\| ([^ |]+)$",
            Pattern.MULTILINE | Pattern.DOTALL);

    /// Cases that differ: warnings on the use of traits are missing. These models have errors, and with errors the
    /// released library does not go on to what is only worth a warning.
    private static final Set<String> DIFFERENT = Set.of(
            "aws-query-compatible-does-not-support-non-aws-json.errors",
            "http-checksum-required-trait.errors",
            "invalid-additional-schemas-shape.errors",
            "invalid-mutability.errors",
            "sigv4a-empty-name.errors");

    private record Found(Severity severity, String shape, String message, String id) {

        /// A finding may say more than the case expects, and its id may be narrower.
        boolean is(Found actual) {
            return severity == actual.severity
                    && shape.equals(actual.shape)
                    && (actual.id + ".").startsWith(id + ".")
                    && actual.message.startsWith(message);
        }
    }

    static List<Path> cases() {
        return MODULES.stream().flatMap(UpstreamCasesTest::errors).sorted().toList();
    }

    private static Stream<Path> errors(String module) {
        try (Stream<Path> files = Files.walk(CASES.resolve(module))) {
            return files.filter(file -> file.toString().endsWith(".errors")).toList().stream();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void areFoundAsTheReferenceFindsThem(Path errors) throws IOException {
        List<Found> expected = expected(Files.readString(errors));
        List<Found> actual = Models.load(List.of(model(errors))).findings().stream()
                .map(UpstreamCasesTest::found)
                .toList();
        List<Found> missing = expected.stream()
                .filter(one -> actual.stream().noneMatch(one::is))
                .toList();
        List<Found> additional = actual.stream()
                .filter(one ->
                        !one.id().startsWith("DeprecatedTrait") && !one.id().startsWith("ModelDeprecation"))
                .filter(one -> expected.stream().noneMatch(wanted -> wanted.is(one)))
                .toList();
        String name = CASES.relativize(errors).toString();
        boolean agrees = missing.isEmpty() && additional.isEmpty();
        assertThat(agrees)
                .as("%s: missing %s, additional %s", name, missing, additional)
                .isEqualTo(!DIFFERENT.contains(errors.getFileName().toString()));
    }

    private static Path model(Path errors) {
        String name = errors.getFileName().toString().replaceFirst("\\.errors$", "");
        Path idl = errors.resolveSibling(name + ".smithy");
        return Files.exists(idl) ? idl : errors.resolveSibling(name + ".json");
    }

    /// A message may have several lines.
    private static List<Found> expected(String text) {
        List<Found> expected = new ArrayList<>();
        for (String event : text.split("\\n(?=\\[)", -1)) {
            Matcher line = LINE.matcher(event.strip());
            if (line.matches() && !line.group(1).equals("SUPPRESSED")) {
                expected.add(new Found(severity(line.group(1)), line.group(2), line.group(3), line.group(4)));
            } else {
                assertThat(event)
                        .satisfiesAnyOf(
                                none -> assertThat(none).isBlank(),
                                none -> assertThat(none).startsWith("[SUPPRESSED]"));
            }
        }
        return expected;
    }

    private static Severity severity(String word) {
        return switch (word) {
            case "ERROR" -> Severity.ERROR;
            case "NOTE" -> Severity.NOTE;
            default -> Severity.WARNING;
        };
    }

    private static Found found(ModelFinding finding) {
        return new Found(finding.severity(), finding.shape().orElse("-"), finding.message(), finding.id());
    }
}
