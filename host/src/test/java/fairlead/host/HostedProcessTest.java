package fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("one of its processes starts as many others as it may")
class HostedProcessTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final long SERVER = ProcessHandle.current().pid();

    @TempDir
    private Path folder = Path.of("");

    private final List<String> printed = new CopyOnWriteArrayList<>();
    private final CompletableFuture<String> end = new CompletableFuture<>();

    private HostedProcess start(String script) throws IOException {
        Path code = Files.createDirectories(folder.resolve("code"));
        Program program = new Program(
                List.of("bash", "-c", script),
                Map.of("PATH", "/usr/bin:/bin"),
                code,
                new Program.Files(List.of(), List.of(), Optional.empty(), Optional.empty(), List.of()),
                new Program.Limits(512, 100, 60));
        return HostedProcess.start(
                program,
                folder.resolve("processes").resolve(Secret.text(8)),
                printed::add,
                ended -> end.complete(ended.end()));
    }

    private List<String> output(String script) throws IOException, InterruptedException, ExecutionException {
        start(script);
        end.get();
        return printed;
    }

    private void awaitOutput(HostedProcess process) throws InterruptedException {
        boolean alive = true;
        while (printed.isEmpty() && alive) {
            alive = process.isAlive();
            process.catchUp(Duration.ofSeconds(1));
        }
        assertThat(printed).as("what it printed before it ended: %s", end).isNotEmpty();
    }

    @Nested
    class Reaches {

        @Test
        void whatItHasToItself() throws Exception {
            assertThat(output("echo one > $HOME/file; cat $HOME/file; echo two > $TMPDIR/file; cat $TMPDIR/file"))
                    .containsExactly("one", "two");
        }

        @Test
        void itsCodeButCanNotChangeIt() throws Exception {
            Files.createDirectories(folder.resolve("code"));
            Files.writeString(folder.resolve("code/file"), "code");

            assertThat(output("cat file; echo; echo other > file || echo refused"))
                    .contains("code", "refused")
                    .anyMatch(line -> line.contains("Permission denied"));
            assertThat(folder.resolve("code/file")).hasContent("code");
        }

        @Test
        void noOtherFiles() throws Exception {
            Path secret = Files.writeString(folder.resolve("seal.key"), "the key");

            assertThat(output("cat " + secret + "; ln -s " + secret + " $HOME/link; cat $HOME/link; ls " + folder
                            + "; echo new > " + folder.resolve("new")))
                    .hasSize(4)
                    .allMatch(line -> line.contains("Permission denied"));
        }

        @Test
        void nothingOfTheServersProcess() throws Exception {
            assertThat(output("for name in environ mem maps fd/0; do head -c 1 /proc/" + SERVER
                            + "/$name; done; kill -9 " + SERVER + "; ls /proc/self/fd | wc -l"))
                    .hasSize(6)
                    .last()
                    .isEqualTo("6");
            assertThat(printed.subList(0, 4)).allMatch(line -> line.contains("Permission denied"));
            assertThat(printed.get(4)).contains("Operation not permitted");
        }

        @Test
        void noVariableOfTheServer() throws Exception {
            assertThat(output("env | cut -d= -f1 | sort"))
                    .containsExactly("HOME", "PATH", "PWD", "SHLVL", "TMPDIR", "_");
        }

        @Test
        void noPrivilege() throws Exception {
            assertThat(output("grep -E 'NoNewPrivs|CapEff' /proc/self/status | tr -d '\\t'"))
                    .containsExactlyInAnyOrder("NoNewPrivs:1", "CapEff:0000000000000000");
        }
    }

    @Nested
    class Ends {

        @Test
        void andSaysHow() throws Exception {
            start("exit 3");

            assertThat(end.get()).isEqualTo("exit code 3");
        }

        @Test
        void byASignal() throws Exception {
            start("kill -9 $$");

            assertThat(end.get()).isEqualTo("signal 9");
        }

        @Test
        void withWhatHasLeftItsSession() throws Exception {
            HostedProcess process = start("setsid setsid bash -c 'echo $$; sleep 1000' & sleep 1000");
            awaitOutput(process);
            ProcessHandle left =
                    ProcessHandle.of(Long.parseLong(printed.getFirst())).orElseThrow();

            process.kill();

            assertThat(left.onExit()).succeedsWithin(LONG);
        }

        @Test
        void whenItHasKilledItsGuard() throws Exception {
            start("echo $$; kill -9 $PPID; sleep 1000");
            end.get();

            assertThat(end.get()).isEqualTo("signal 9");
            assertThat(ProcessHandle.of(Long.parseLong(printed.getFirst())).stream())
                    .allSatisfy(left -> assertThat(left.onExit()).succeedsWithin(LONG));
        }

        @Test
        void whenItStartsProcessesWithoutEnd() throws Exception {
            HostedProcess process = start("bomb() { bomb | bomb & }; bomb; echo begun; sleep 1000");
            awaitOutput(process);

            process.kill();

            assertThat(end.get()).startsWith("signal");
        }

        @Test
        void andItsFoldersAreRemoved() throws Exception {
            HostedProcess process = start("touch $HOME/file; sleep 1000");

            process.kill();

            end.get();
            try (var left = Files.list(folder.resolve("processes"))) {
                assertThat(left).extracting(Path::getFileName).containsExactly(Path.of("guard.sh"));
            }
        }
    }
}
