package fairlead.host;

import fairlead.host.egress.EgressPort;
import fairlead.host.egress.Network;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A process of a handler: it has a session, a home and a temporary folder of its own, and reaches no other
/// files but the system's and its code, and where its program says so, no connection but by a proxy's port
/// that is its own.
///
/// When it ends, by itself or because it was killed, all that it has started is ended, and its folders are
/// removed.
public final class HostedProcess {

    private static final Logger LOG = LoggerFactory.getLogger(HostedProcess.class);
    private static final Duration BURIAL = Duration.ofSeconds(1);
    private static final String BASH = "bash";
    private static final String UNLIMITED = "unlimited";
    private static final String ROOT = "0";

    private final CompletableFuture<Integer> ended = new CompletableFuture<>();
    private final Program program;
    private final Path folder;
    private final Output output;
    private final Optional<TaskGroup> group;
    private final Optional<EgressPort> egress;
    private final ChildProcess process;

    private HostedProcess(Program program, Path folder, Path guard, Consumer<String> lines) throws IOException {
        this.program = program;
        this.folder = folder;
        egress = program.network() instanceof Network.Proxied proxied
                ? Optional.of(proxied.proxy().open(proxied.type(), proxied.destinations()))
                : Optional.empty();
        output = Output.open(folder.resolve("output"), lines);
        group = TaskGroup.make(Secret.text(16), program.limits().tasks());
        try {
            process = Watch.INSTANCE.start(this, () -> begin(guard));
        } catch (IOException failure) {
            hearTheRest();
            group.ifPresent(made -> made.end());
            egress.ifPresent(EgressPort::close);
            Folders.remove(folder);
            throw failure;
        }
    }

    /// Starts one.
    ///
    /// @param folder for what is its own; made here, and removed when it has ended
    /// @param lines hears what it prints
    /// @param whenEnded called once, when all is heard
    public static HostedProcess start(
            Program program, Path folder, Consumer<String> lines, Consumer<HostedProcess> whenEnded)
            throws IOException {
        Files.createDirectories(folder, Folders.OWNER_ONLY);
        Files.createDirectories(home(program, folder), Folders.OWNER_ONLY);
        Files.createDirectories(temp(program, folder), Folders.OWNER_ONLY);
        Path guard = guard(folder.resolveSibling("guard.sh"));
        HostedProcess started = new HostedProcess(program, folder, guard, lines);
        var _ = started.process.onExit().thenRun(() -> started.bury(whenEnded));
        return started;
    }

    /// Beside the folders of processes: no process can change it.
    private static synchronized Path guard(Path file) {
        return Files.exists(file) ? file : Folders.unpackResource(HostedProcess.class, "guard.sh", file);
    }

    private static Path home(Program program, Path folder) {
        return program.files().home().orElseGet(() -> folder.resolve("home"));
    }

    private static Path temp(Program program, Path folder) {
        return program.files().temp().orElseGet(() -> folder.resolve("tmp"));
    }

    private ChildProcess begin(Path guard) throws IOException {
        String home = home(program, folder).toString();
        String temp = temp(program, folder).toString();
        List<String> command = new ArrayList<>(List.of(
                BASH,
                guard.toString(),
                Long.toString(program.limits().memoryMegabytes() * 1024L),
                Integer.toString(program.limits().openFiles()),
                tasks(),
                program.directory().toString()));
        String proxy = egress.map(port -> Integer.toString(port.number())).orElse("");
        program.command()
                .forEach(word -> command.add(
                        word.replace("{temp}", temp).replace("{home}", home).replace("{proxy}", proxy)));
        Map<String, String> environment = new HashMap<>(program.environment());
        if (!proxy.isEmpty()) {
            environment.putAll(proxyVariables(proxy));
        }
        environment.put("HOME", home);
        environment.put("TMPDIR", temp);
        List<String> variables = new ArrayList<>();
        environment.forEach((name, value) -> variables.add(name + "=" + value));
        List<Path> readable = new ArrayList<>(program.files().readable());
        readable.add(program.directory());
        readable.add(guard);
        List<Path> writable = new ArrayList<>(program.files().writable());
        writable.add(home(program, folder));
        writable.add(temp(program, folder));
        writable.add(folder.resolve("output"));
        ChildProcess child = Isolation.get()
                .start(
                        confinement(readable, writable),
                        new ChildProcess.Plan(
                                command, variables, folder.resolve("output").toString()));
        if (group.isPresent()) {
            group.get().add(child.pid());
        }
        child.getOutputStream().write('\n');
        return child;
    }

    /// As programs of all languages read them. What goes to this machine goes by the proxy, too, but for the
    /// ports that it is given beside it.
    private Map<String, String> proxyVariables(String port) {
        Map<String, String> variables = new HashMap<>();
        String url = "http://127.0.0.1:" + port;
        boolean others = program.network() instanceof Network.Proxied proxied
                && !proxied.ports().isEmpty();
        for (String name : List.of("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY")) {
            variables.put(name, url);
        }
        for (String name : List.of("no_proxy", "NO_PROXY")) {
            variables.put(name, others ? "127.0.0.1" : "");
        }
        return variables;
    }

    private Confinement confinement(List<Path> readable, List<Path> writable) {
        Confinement files = Confinement.of(readable, writable, program.files().secret());
        if (program.network() instanceof Network.Proxied proxied && egress.isPresent()) {
            Set<Integer> ports = new HashSet<>(proxied.ports());
            ports.add(egress.get().number());
            return files.connectingTo(ports);
        }
        return files;
    }

    /// How many tasks the process's user may have, once it has started: the kernel counts those that are
    /// there, and does not hold root to it.
    private String tasks() {
        if (group.isPresent()) {
            return UNLIMITED;
        }
        ProcessTable table = ProcessTable.read();
        ProcessTable.Entry own =
                table.entries().get((int) ProcessHandle.current().pid());
        return own == null || own.user().equals(ROOT)
                ? UNLIMITED
                : Integer.toString(
                        table.threadsOf(own.user()) + program.limits().tasks());
    }

    /// What leads to its descriptor 3.
    public OutputStream to() {
        return process.to();
    }

    /// What comes from its descriptor 4.
    public InputStream from() {
        return process.from();
    }

    public boolean isAlive() {
        return !ended.isDone() && process.isAlive();
    }

    /// Waits until all that it has printed so far is heard.
    public void catchUp(Duration limit) throws InterruptedException {
        output.catchUp(limit);
    }

    /// Kills it and all that it has started, and waits a little until that is done.
    public void kill() {
        try {
            process.getOutputStream().close();
        } catch (IOException closed) {
            LOG.debug("closing the input of a guard", closed);
        }
        try {
            ended.get(BURIAL.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException alive) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// How it ended, for people: `exit code 1`, `signal 9`.
    public String end() {
        int code = process.exitValue();
        return code > 128 ? "signal " + (code - 128) : "exit code " + code;
    }

    int mostProcesses() {
        return program.limits().tasks();
    }

    private void bury(Consumer<HostedProcess> whenEnded) {
        group.ifPresent(made -> made.end());
        egress.ifPresent(EgressPort::close);
        Watch.INSTANCE.ended(process.pid());
        hearTheRest();
        try {
            whenEnded.accept(this);
        } finally {
            close(process.to());
            close(process.from());
            close(process.getOutputStream());
            Folders.remove(folder);
            ended.complete(process.exitValue());
        }
    }

    private static void close(java.io.Closeable end) {
        try {
            end.close();
        } catch (IOException closed) {
            LOG.debug("closing a pipe", closed);
        }
    }

    private void hearTheRest() {
        try {
            output.end(BURIAL);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return "the handler's process " + process.pid();
    }
}
