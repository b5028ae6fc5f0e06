package fairlead.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A control plane in a process of its own, as a user runs it: by the script, which becomes the server.
public final class ServerProcess implements AutoCloseable {

    private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:(\\d+)");

    private static final String COMMAND = System.getProperty("fairlead.command", "./fairlead");

    private final Process process;
    private int port;

    /// Starts a server, and waits until it listens.
    ///
    /// @param options of `fairlead serve`, behind the port and the data directory
    ServerProcess(Path data, List<String> options) throws IOException {
        this(Path.of(COMMAND), data, options);
    }

    /// As above.
    ///
    /// @param program the script to run, of whichever build
    ServerProcess(Path program, Path data, List<String> options) throws IOException {
        this(List.of(program.toString(), "serve"), data, options, Map.of(), ProcessBuilder.Redirect.INHERIT);
        awaitPort();
    }

    /// Starts a server, which does not listen yet.
    ///
    /// @param program what the options are given to
    /// @param environment in addition to that of this process
    /// @param log where the server's standard error goes
    public ServerProcess(
            List<String> program,
            Path data,
            List<String> options,
            Map<String, String> environment,
            ProcessBuilder.Redirect log)
            throws IOException {
        List<String> command = new ArrayList<>(program);
        command.addAll(List.of("--port", "0", "--data", data.toString()));
        command.addAll(options);
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(log);
        builder.environment().putAll(environment);
        process = builder.start();
    }

    /// Waits until the server listens; its port. Throws [IOException] if it ends before.
    public int awaitPort() throws IOException {
        if (port == 0) {
            port = readPort();
        }
        return port;
    }

    private int readPort() throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher address = ADDRESS.matcher(line);
            if (address.find()) {
                Thread.ofVirtual().start(() -> swallow(lines));
                return Integer.parseInt(address.group(1));
            }
        }
        throw new IOException("the server did not start");
    }

    /// What else the server prints is read, so that it never waits for a reader.
    private static void swallow(BufferedReader lines) {
        try {
            lines.lines().forEach(_ -> {});
        } catch (UncheckedIOException ended) {
            // The process is gone, and what it printed with it.
        }
    }

    int port() {
        return port;
    }

    /// Resident memory in MiB.
    long residentMegabytes() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
            }
        }
        throw new IOException("no VmRSS");
    }

    /// The process's own number.
    public long pid() {
        return process.pid();
    }

    /// Whether the process has not ended.
    public boolean isAlive() {
        return process.isAlive();
    }

    /// Processor time so far, of all its threads.
    Duration cpu() {
        return process.toHandle().info().totalCpuDuration().orElseThrow();
    }

    /// The same, and that of the processes that it has started, handlers among them.
    Duration cpuOfAll() {
        return process.toHandle()
                .descendants()
                .flatMap(child -> child.info().totalCpuDuration().stream())
                .reduce(cpu(), Duration::plus);
    }

    /// Ends it as `kill -9` does.
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
