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
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A control plane in a process of its own, as a user runs it: by the script, which becomes the server.
final class ServerProcess implements AutoCloseable {

    private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:(\\d+)");

    private static final String COMMAND = System.getProperty("fairlead.command", "./fairlead");

    private final Process process;
    private final int port;

    /// @param options of `fairlead serve`, behind the port and the data directory
    ServerProcess(Path data, List<String> options) throws IOException {
        this(Path.of(COMMAND), data, options);
    }

    /// @param program the script to run, of whichever build
    ServerProcess(Path program, Path data, List<String> options) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(program.toString(), "serve", "--port", "0", "--data", data.toString()));
        command.addAll(options);
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        port = readPort();
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

    /// Processor time so far, of all its threads.
    Duration cpu() {
        return process.toHandle().info().totalCpuDuration().orElseThrow();
    }

    void kill() throws InterruptedException {
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
