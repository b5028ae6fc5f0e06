package fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// No process outlives its use, or the server.
class GuardTest {

    @TempDir
    private Path folder = Path.of("");

    private Process start(String command) throws IOException {
        Path guard = Folders.unpackResource(HostedProcess.class, "guard.sh", folder.resolve("guard.sh"));
        Process process = new ProcessBuilder(
                        "bash",
                        guard.toString(),
                        "1000000",
                        "100",
                        "unlimited",
                        folder.toString(),
                        "sh",
                        "-c",
                        command + "; : " + folder)
                .start();
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        return process;
    }

    /// The processes that sleep for this test and do not end within seconds: what was killed may be there for a moment.
    private List<ProcessHandle> lasting() {
        return ProcessHandle.allProcesses()
                .filter(process -> {
                    String command = process.info().commandLine().orElse("");
                    return command.contains("sleep 1000") && command.contains(folder.toString());
                })
                .filter(process -> !endsSoon(process))
                .toList();
    }

    private static boolean endsSoon(ProcessHandle process) {
        try {
            process.onExit().get(20, TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException lasts) {
            return false;
        } catch (InterruptedException | ExecutionException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Test
    void endsAllWhenTheServerIsGone() throws IOException, InterruptedException {
        Process guard = start("sleep 1000 & sleep 1000");

        guard.getOutputStream().close();

        assertThat(guard.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(lasting()).isEmpty();
    }

    @Test
    void startsNothingWhenTheServerEndsBeforeItHasSaidSo() throws IOException, InterruptedException {
        Path guard = Folders.unpackResource(HostedProcess.class, "guard.sh", folder.resolve("guard.sh"));
        Process process = new ProcessBuilder(
                        "bash", guard.toString(), "1000000", "100", "unlimited", folder.toString(), "touch", "started")
                .start();

        process.getOutputStream().close();

        assertThat(process.waitFor()).isEqualTo(125);
        assertThat(folder.resolve("started")).doesNotExist();
    }

    @Test
    void endsWhatAProcessLeavesBehind() throws IOException, InterruptedException {
        Process guard = start("sh -c 'sleep 1000; : " + folder + "' & exit 5");

        assertThat(guard.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(guard.exitValue()).isEqualTo(5);
        assertThat(lasting()).isEmpty();
    }
}
