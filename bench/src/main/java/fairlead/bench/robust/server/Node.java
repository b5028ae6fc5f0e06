package fairlead.bench.robust.server;

import fairlead.bench.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One server of a run, which is started, killed and stopped again and again on the same data.
public final class Node implements AutoCloseable {

    private final List<String> program;
    private final Path data;
    private final Path log;
    private final List<String> options;
    private final FaultShim shim;
    private volatile int port;
    private @Nullable ServerProcess process;

    /// @param program what starts a server, to which the options are given
    public Node(List<String> program, Path data, List<String> options, FaultShim shim) throws IOException {
        this.program = program;
        this.data = Files.createDirectories(data);
        log = data.resolveSibling(data.getFileName() + ".log");
        this.options = options;
        this.shim = shim;
    }

    public FaultShim shim() {
        return shim;
    }

    public Path data() {
        return data;
    }

    /// Where its log is.
    public Path log() {
        return log;
    }

    /// Where it listens; 0 while it does not.
    public int port() {
        return port;
    }

    /// Starts the process, which does not listen yet.
    public void launch() throws IOException {
        process = new ServerProcess(
                program, data, options, shim.environment(), ProcessBuilder.Redirect.appendTo(log.toFile()));
    }

    public void awaitListening() throws IOException {
        port = running().awaitPort();
    }

    public void start() throws IOException {
        launch();
        awaitListening();
    }

    private ServerProcess running() {
        ServerProcess present = process;
        if (present == null) {
            throw new IllegalStateException("the node was never started");
        }
        return present;
    }

    public boolean isAlive() {
        ServerProcess present = process;
        return present != null && present.isAlive();
    }

    public void kill() throws InterruptedException {
        port = 0;
        running().kill();
    }

    /// Stops the process where it is, and has it go on after a while.
    public void pause(long millis) throws IOException, InterruptedException {
        long pid = running().pid();
        Signals.send("STOP", List.of(pid));
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } finally {
            Signals.send("CONT", List.of(pid));
        }
    }

    /// Ends the process in good order.
    @Override
    public void close() {
        port = 0;
        ServerProcess present = process;
        if (present != null) {
            present.close();
        }
    }
}
