package fairlead.server.fault;

import fairlead.testbed.Programs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A server in a process of its own, on a store that fails when it is told to.
final class FaultedServer implements AutoCloseable {

    private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:\\d+");
    private static final Duration PATIENCE = Duration.ofSeconds(65);

    private static final class Rehearsed {

        static final Programs PROGRAMS = Programs.rehearsed(
                List.of(
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx512m",
                        "-Dlogback.configurationFile=logback.xml",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow"),
                List.of("fairlead.server.AotTraining"));
    }

    private final HttpClient client;
    private final Process process;
    private final Path errors;
    private final Optional<String> address;

    /// How a server was answered.
    ///
    /// @param status 0 if it did not answer
    record Answer(int status, String body) {
        boolean isDone() {
            return status >= 200 && status < 300;
        }
    }

    /// Starts one, and waits until it listens or has ended.
    FaultedServer(HttpClient client, FailingStore store, Path log) {
        this.client = client;
        errors = log;
        List<String> command = Rehearsed.PROGRAMS.command("fairlead.server.Main");
        command.addAll(List.of("--port=0", "--drift-interval=24h"));
        command.addAll(store.options());
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
        builder.environment().putAll(store.environment());
        try {
            process = builder.start();
            address = readAddress();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private Optional<String> readAddress() throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher found = ADDRESS.matcher(line);
            if (found.find()) {
                Thread.ofPlatform().daemon().start(() -> lines.lines().forEach(_ -> {}));
                return Optional.of(found.group());
            }
        }
        return Optional.empty();
    }

    boolean listens() {
        return address.isPresent();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /// @param headers names and values in turns
    Answer send(String method, String path, byte[] body, String... headers) {
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address.orElseThrow() + path))
                    .timeout(PATIENCE)
                    .method(method, BodyPublishers.ofByteArray(body));
            HttpResponse<String> answer = client.send(
                    (headers.length == 0 ? request : request.headers(headers)).build(), BodyHandlers.ofString());
            return new Answer(answer.statusCode(), answer.body());
        } catch (IOException lost) {
            return new Answer(0, lost.toString());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    Answer get(String path) {
        return send("GET", path, new byte[0]);
    }

    Answer json(String method, String path, String body) {
        return send(method, path, body.getBytes(StandardCharsets.UTF_8), "Content-Type", "application/json");
    }

    /// `kill -9`
    void kill() {
        await(process.destroyForcibly());
    }

    /// SIGTERM, and the exit status.
    int stop() {
        process.destroy();
        return await(process);
    }

    /// The exit status of one that ends by itself.
    int await() {
        return await(process);
    }

    private static int await(Process process) {
        try {
            if (!process.waitFor(90, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                return -1;
            }
            return process.exitValue();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /// The lines on standard error that are not of the log.
    List<String> lastWords() {
        try {
            List<String> words = new ArrayList<>();
            for (String line : Files.readAllLines(errors)) {
                if (line.startsWith("fairlead: ") || line.startsWith("Exception") || line.startsWith("#")) {
                    words.add(line);
                }
            }
            return words;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
