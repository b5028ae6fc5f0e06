package fairlead.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// What was worth keeping of the inputs that fuzzers made, and every input that has found something.
class FuzzCorpusTest {

    @TestFactory
    Stream<DynamicTest> everyKeptInputObeysTheLawsOfItsParser() {
        return Stream.of(FuzzTargets.values())
                .map(target -> DynamicTest.dynamicTest(target.word(), () -> replay(target)));
    }

    private static void replay(FuzzTargets target) throws IOException {
        List<byte[]> inputs = FuzzCorpus.read(target);
        assertThat(inputs).hasSizeGreaterThan(4);
        FuzzTarget parser = target.make();
        for (byte[] input : inputs) {
            try {
                Trial.run(parser, input);
            } catch (RuntimeException | AssertionError finding) {
                throw new AssertionError(target.word() + ": " + FuzzCorpus.line(input), finding);
            }
        }
    }

    @Test
    void everyTargetIsInAPieceOfTheLongRuns() throws IOException {
        String pieces = Files.readString(Path.of("..", ".ci", "full"));
        assertThat(FuzzTargets.values())
                .allSatisfy(target ->
                        assertThat(pieces).containsPattern("fuzz-\\d\\) targets=.*\\b" + target.word() + "\\b"));
    }

    @Test
    void moreThanFourFifthsOfTheLinesOfEachParserAreReached() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "reference", "fuzzing.md"));
        assertThat(FuzzTargets.values()).allSatisfy(target -> {
            Matcher line = Pattern.compile("\\| `" + target.word() + "` .* (\\d+) of (\\d+), \\d+ % \\|")
                    .matcher(page);
            assertThat(line.find()).isTrue();
            assertThat(5 * Integer.parseInt(line.group(1))).isGreaterThan(4 * Integer.parseInt(line.group(2)));
        });
    }

    @Test
    void anyInputCanBeKept() {
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        assertThat(FuzzCorpus.bytes(FuzzCorpus.line(all))).isEqualTo(all);
        assertThat(FuzzCorpus.line(all)).isPrintable();
        assertThat(FuzzCorpus.line("#a".getBytes(StandardCharsets.UTF_8))).isEqualTo("\\x23a");
    }

    @Test
    void anInputThatTakesMoreMemoryThanItsSizeAllowsIsAFinding() {
        FuzzTarget wasteful = input -> Law.holds(new byte[400 << 20].length > input.length, "");
        assertThatCode(() -> Trial.run(wasteful, new byte[1])).hasMessageContaining("KiB of memory");
    }
}
