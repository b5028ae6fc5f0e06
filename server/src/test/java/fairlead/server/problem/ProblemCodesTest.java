package fairlead.server.problem;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.contract.Rule;
import fairlead.handler.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ProblemCodesTest {

    private static final Path SOURCES = Path.of("src", "main", "java");

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\| (\\d{3}) \\| (yes|no) \\| ");
    private static final Pattern RAISED =
            Pattern.compile("new Problem\\.(BadRequest|NotFound|Conflict)\\(\\s*ProblemCode\\.(\\w+)");
    private static final Pattern COMPARED =
            Pattern.compile("code\\(\\)\\s*\\.text\\(\\)\\s*\\.(equals|startsWith|endsWith|contains)\\(");

    @Test
    void theReferenceHasEachCodeWithItsStatusAndWhetherARetryHelps() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "reference", "errors.md"));
        assertThat(ROW.matcher(page).results().map(ProblemCodesTest::row))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(ProblemCode.values())
                        .map(code ->
                                List.of(code.text(), Integer.toString(code.status()), code.retryable() ? "yes" : "no"))
                        .toList());
    }

    /// The statuses after which the SDKs of Azure and AWS send a request again, a PUT as well.
    private static final List<Integer> REPEATED = List.of(408, 429, 500, 502, 503, 504);

    private static Stream<Code> permanent() {
        return Stream.of(
                        Arrays.stream(ErrorCode.values())
                                .filter(code -> !code.retryable())
                                .map(Code::of),
                        Arrays.stream(Rule.values()).map(Code::of),
                        Arrays.stream(FailureCode.values()),
                        Arrays.stream(ProblemCode.values()).filter(code -> !code.retryable()),
                        Stream.of(new Code.Unlisted("OfAnotherVersion")))
                .flatMap(codes -> codes);
    }

    @ParameterizedTest
    @MethodSource("permanent")
    void noClientRepeatsWhatHasFailedForGood(Code code) {
        assertThat(new Problem.OperationFailed(code, "It failed.").status()).isNotIn(REPEATED);
    }

    private static List<String> row(MatchResult row) {
        return List.of(row.group(1), row.group(2), row.group(3));
    }

    @Test
    void aKindOfProblemHasItsStatusOnly() {
        Map<String, List<Integer>> statuses = Map.of(
                "BadRequest", List.of(400, 416, 501),
                "NotFound", List.of(404),
                "Conflict", List.of(409));
        List<MatchResult> raised =
                sources().flatMap(source -> RAISED.matcher(source).results()).toList();
        assertThat(raised).hasSizeGreaterThan(100);
        assertThat(raised)
                .allSatisfy(one -> assertThat(statuses.get(one.group(1)))
                        .as(one.group())
                        .contains(ProblemCode.valueOf(one.group(2)).status()));
    }

    @Test
    void nothingComparesTheirTexts() {
        assertThat(sources().filter(source -> COMPARED.matcher(source).find())).isEmpty();
    }

    @Test
    void theAnswerSaysWhenToComeBackIfARetryHelps() {
        Stream.of(
                        new Problem.Busy("id", "operation", Duration.ofSeconds(1)),
                        new Problem.TooManyRequests("reads", Duration.ofSeconds(1)),
                        new Problem.StorageFull(),
                        new Problem.Unavailable(),
                        new Problem.Overloaded(),
                        new Problem.HandlerTooSlow("read"),
                        new Problem.RequestTimeout(),
                        new Problem.Internal(),
                        new Problem.Forbidden("no"))
                .forEach(problem -> assertThat(problem.retryAfter().isPresent())
                        .as(problem.code().text())
                        .isEqualTo(((Problem.Listed) problem).code().retryable()));
    }

    @ParameterizedTest
    @EnumSource(ProblemCode.class)
    void aTextIsReadAsTheCodeItIs(ProblemCode code) {
        assertThat(ProblemCode.parse(code.text())).contains(code);
        assertThat(Code.parse(code.text()).text()).isEqualTo(code.text());
    }

    @Test
    void anyTextOfAnOperationsFailureCanBeRead() {
        assertThat(Code.parse("AccessDenied")).isEqualTo(Code.of(ErrorCode.ACCESS_DENIED));
        assertThat(Code.parse("delete.gone")).isEqualTo(Code.of(Rule.DELETE_GONE));
        assertThat(Code.parse("ImportFailed")).isEqualTo(FailureCode.IMPORT_FAILED);
        assertThat(Code.parse("OfAnotherVersion").text()).isEqualTo("OfAnotherVersion");
        assertThat(Code.parse("")).isEqualTo(new Code.Unlisted(""));
    }

    private static Stream<String> sources() {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files
                    .filter(file -> file.toString().endsWith(".java"))
                    .map(ProblemCodesTest::read)
                    .toList()
                    .stream();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
