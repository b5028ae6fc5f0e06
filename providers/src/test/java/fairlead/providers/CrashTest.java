package fairlead.providers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A process is killed in the middle of an operation, another one repeats the operation with the same token and
/// goes on.
class CrashTest {

    private static final int CRASHES = 6;
    private static final int MOST_STEPS_BEFORE = 12;
    private static final int LONGEST_NANOS = 12_000_000;

    @TempDir
    Path folder;

    @Test
    void isMadeGoodByTheNextCall() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Steps steps = new Steps(folder);
        steps.begin();
        int next = 0;
        for (int crash = 0; crash < CRASHES; crash++) {
            int interrupted = killedDuring(next, random);
            steps.run(interrupted);
            next = interrupted + 1;
        }
        while (next % Steps.PER_ROUND != 0) {
            steps.run(next++);
        }
        assertThat(steps.revoked()).as("seed %d", seed).isEqualTo(next / Steps.PER_ROUND * 2);
        assertThat(leftIn("files/test/docs")).as("seed %d", seed).isEmpty();
        assertThat(leftIn("keys/accounts/test/authorities/root/certificates"))
                .as("seed %d", seed)
                .isEmpty();
    }

    /// The step in which the process was killed.
    private int killedDuring(int from, Random random) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        Optional.ofNullable(System.getProperty("surefire.test.class.path"))
                                .orElse(System.getProperty("java.class.path")),
                        Steps.class.getName(),
                        folder.toString(),
                        Integer.toString(from))
                .redirectErrorStream(true)
                .start();
        int last = from + random.nextInt(MOST_STEPS_BEFORE);
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            int step;
            do {
                step = Integer.parseInt(output.readLine());
            } while (step < last);
            long end = System.nanoTime() + random.nextInt(LONGEST_NANOS);
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            // Through its handle: the process itself would close the output that is still to be read.
            assertThat(process.toHandle().destroyForcibly()).isTrue();
            process.waitFor();
            return output.lines().mapToInt(Integer::parseInt).reduce(step, (_, later) -> later);
        }
    }

    private Stream<Path> leftIn(String place) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve(place))) {
            return files.toList().stream();
        }
    }
}
