package fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.host.egress.DeclaredEgress;
import fairlead.host.egress.Destination;
import fairlead.host.egress.EgressPolicy;
import fairlead.host.egress.EgressProxy;
import fairlead.host.egress.Network;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
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

    private Network network = new Network.Open();
    private final List<String> printed = new CopyOnWriteArrayList<>();
    private final CompletableFuture<String> end = new CompletableFuture<>();

    private HostedProcess start(String script) throws IOException {
        Path code = Files.createDirectories(folder.resolve("code"));
        Program program = new Program(
                List.of("bash", "-c", script),
                Map.of("PATH", "/usr/bin:/bin"),
                code,
                new Program.Files(List.of(), List.of(), Optional.empty(), Optional.empty(), List.of()),
                network,
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
    class WithAProxy {

        private final EgressProxy proxy = EgressProxy.of(new EgressPolicy(true, true, List.of()));

        private List<String> connecting(ServerSocket declared, ServerSocket other) throws Exception {
            Thread.ofVirtual().start(() -> greet(declared));
            Thread.ofVirtual().start(() -> greet(other));
            Destination allowed = Destination.parse("127.0.0.1:" + declared.getLocalPort());
            network = proxy.network("Initech::Fixture::Thing", new DeclaredEgress(Optional.of(List.of(allowed))));
            return output("""
                ask() {
                  exec 5<>/dev/tcp/127.0.0.1/${https_proxy##*:}
                  printf 'CONNECT 127.0.0.1:%%s HTTP/1.1\\r\\n\\r\\n' $1 >&5
                  cat <&5 | tr -d '\\r' | grep -v '^$' | grep -v ^Con
                }
                direct() { (exec 6<>/dev/tcp/127.0.0.1/$1 && cat <&6) 2>&1 | grep -o 'Permission denied\\|hello' | sort -u; }
                ask %1$d
                ask %2$d
                direct %1$d
                direct %2$d
                [ "$HTTPS_PROXY$HTTP_PROXY$http_proxy" = $https_proxy$https_proxy$https_proxy ] && echo "none:$NO_PROXY"
                """.replace("\\\\", "\\").formatted(declared.getLocalPort(), other.getLocalPort()));
        }

        private static void greet(ServerSocket server) {
            try {
                while (true) {
                    try (Socket socket = server.accept()) {
                        socket.getOutputStream().write("hello\n".getBytes(StandardCharsets.US_ASCII));
                    }
                }
            } catch (IOException closed) {
                assertThat(server.isClosed()).isTrue();
            }
        }

        @Test
        void reachesWhatIsDeclaredByItAndNothingPastIt() throws Exception {
            InetAddress loopback = InetAddress.getLoopbackAddress();
            try (ServerSocket declared = new ServerSocket(0, 5, loopback);
                    ServerSocket other = new ServerSocket(0, 5, loopback)) {
                assertThat(connecting(declared, other))
                        .containsExactly(
                                "HTTP/1.1 200 Connection Established",
                                "hello",
                                "HTTP/1.1 403 Forbidden",
                                "Fairlead: 127.0.0.1:" + other.getLocalPort()
                                        + " is not in the 'egress' of Initech::Fixture::Thing.",
                                "Permission denied",
                                "Permission denied",
                                "none:");
            }
            assertThat(proxy.count(EgressProxy.Outcome.CONNECTED)).isEqualTo(1);
        }

        @Test
        void reachesNothingIfItsTypeDeclaresNothingAndTheOperatorWantsThat() throws Exception {
            network = proxy.network("Initech::Fixture::Thing", DeclaredEgress.NOT_DECLARED);
            InetAddress loopback = InetAddress.getLoopbackAddress();
            try (ServerSocket other = new ServerSocket(0, 5, loopback)) {
                assertThat(output("exec 6<>/dev/tcp/127.0.0.1/" + other.getLocalPort()))
                        .anyMatch(line -> line.contains("Permission denied"));
            }
        }
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
