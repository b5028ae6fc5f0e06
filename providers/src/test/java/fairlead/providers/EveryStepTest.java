package fairlead.providers;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.providers.disk.Crash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Each operation is stopped after its first durable change, after its second, and so on, and made again with the
/// same token by a process that remembers nothing.
class EveryStepTest {

    private static final List<Consumer<Steps>> LIFE =
            List.of(Steps::begin, steps -> steps.run(0), steps -> steps.run(1), steps -> steps.run(2), Steps::end);
    private static final int LAST_BUT_ONE = 3;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void isCompletedByTheNextCall(int stopped) throws IOException {
        int changes = 1;
        while (livedWithACrash(stopped, changes)) {
            changes++;
        }
        assertThat(changes).isGreaterThan(4);
    }

    /// Whether the operation was stopped at all.
    private boolean livedWithACrash(int stopped, int changes) throws IOException {
        Path place = folder.resolve(stopped + "-" + changes);
        boolean crashed = false;
        for (int i = 0; i < LIFE.size(); i++) {
            Consumer<Steps> part = LIFE.get(i);
            if (i == stopped) {
                crashed = Crash.after(changes, () -> part.accept(steps(place)));
            }
            part.accept(steps(place));
            if (i == LAST_BUT_ONE) {
                assertThat(steps(place).revoked())
                        .as("after change %d", changes)
                        .isEqualTo(2);
            }
        }
        assertThat(leftBehind(place)).as("after change %d", changes).isEmpty();
        return crashed;
    }

    @Test
    void isNotNoticedWhereNothingWasStopped() throws IOException {
        assertThat(livedWithACrash(0, Integer.MAX_VALUE)).isFalse();
    }

    private static Steps steps(Path place) {
        return new Steps(place);
    }

    /// What is left of things that were deleted, apart from their graves.
    private static List<Path> leftBehind(Path place) throws IOException {
        try (Stream<Path> all = Files.walk(place)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().matches(".*/(graves/.*|locks/\\d\\d|sealing\\.key)"))
                    .toList();
        }
    }
}
