package fairlead.server;

import fairlead.server.wiring.ControlPlane;
import fairlead.testbed.Programs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A control plane in a process of its own, to be killed.
final class ServerProcess implements AutoCloseable {

    static final String THINGS =
            "/subscriptions/" + ControlPlane.DEVELOPMENT + "/resourceGroups/default/providers/" + "Fairlead.Lab/things";

    private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:\\d+");

    private final Process process;
    private final Path log;
    private final String address;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    /// Once for all of a test run.
    private static final class Rehearsed {

        static final Programs PROGRAMS = Programs.rehearsed(
                List.of(
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dlogback.configurationFile=logback.xml",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow"),
                List.of("fairlead.server.AotTraining"));
    }

    ServerProcess(Path data, String... options) throws IOException {
        this(List.of(), "fairlead.server.Main", data, options);
    }

    /// @param jvm more options for the JVM
    /// @param main the name of the class that starts the server
    ServerProcess(List<String> jvm, String main, Path data, String... options) throws IOException {
        List<String> command = command(main, data, options);
        command.addAll(1, jvm);
        log = data.resolveSibling(data.getFileName() + ".log");
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        address = readAddress();
    }

    private static List<String> command(String main, Path data, String... options) {
        List<String> command = Rehearsed.PROGRAMS.command(main);
        command.addAll(List.of("--port=0", "--data=" + data));
        command.addAll(List.of(options));
        return command;
    }

    /// How a server ended that did not start.
    ///
    /// @param error what it wrote to standard error
    record Refusal(int status, String error) {}

    /// Starts one that is expected to end by itself, and waits for that.
    static Refusal refused(Path data, String... options) throws IOException, InterruptedException {
        return ended("fairlead.server.Main", data, options);
    }

    /// The same of another program.
    static Refusal ended(String main, Path data, String... options) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command(main, data, options)).start();
        String error = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Refusal(process.waitFor(), error);
    }

    private String readAddress() throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher found = ADDRESS.matcher(line);
            if (found.find()) {
                Thread.ofPlatform().daemon().start(() -> lines.lines().forEach(_ -> {}));
                return found.group();
            }
        }
        throw new IOException("the server did not start");
    }

    /// Under which it can be called, without a slash at the end.
    String address() {
        return address;
    }

    URI url() {
        return URI.create(address);
    }

    /// @param headers names and values, one after the other
    HttpResponse<String> put(String name, String properties, String... headers)
            throws IOException, InterruptedException {
        String body = "{\"location\":\"local\",\"properties\":" + properties + "}";
        HttpRequest.Builder put = request(THINGS + "/" + name + "?api-version=2026-11-01")
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(body));
        return send(headers.length == 0 ? put : put.headers(headers));
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        String query = path.contains("?") ? "&" : "?";
        return send(request(path + query + "api-version=2026-11-01").GET());
    }

    HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return send(request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    HttpResponse<String> delete(String name) throws IOException, InterruptedException {
        return send(request(THINGS + "/" + name + "?api-version=2026-11-01").DELETE());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address + path)).timeout(Duration.ofSeconds(20));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /// Waits for the end of one that ends by itself.
    int ended() throws InterruptedException {
        return process.waitFor();
    }

    /// SIGTERM, without waiting for the end.
    void terminate() {
        process.destroy();
    }

    /// What it has written to standard error.
    String errors() throws IOException {
        return Files.readString(log);
    }

    /// `kill -9`
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        client.close();
    }
}
