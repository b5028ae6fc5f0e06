package fairlead.server.arm;

import fairlead.handler.ResourceType;
import fairlead.providers.lab.FileLedger;
import fairlead.providers.lab.LabTypes;
import fairlead.server.database.Database;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.options.Options;
import fairlead.server.type.Types;
import fairlead.server.wiring.ControlPlane;
import fairlead.server.wiring.Sources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A control plane in this process, and a client that speaks to it.
public final class Plane implements AutoCloseable {

    public static final String SUBSCRIPTION = "/subscriptions/" + ControlPlane.DEVELOPMENT;
    public static final String GROUP = SUBSCRIPTION + "/resourceGroups/default";
    public static final String THINGS = GROUP + "/providers/Fairlead.Lab/things";
    public static final String VERSION = "?api-version=2026-11-01";

    private final ControlPlane plane;
    private final HttpClient client = HttpClient.newHttpClient();

    /// An answer, its body parsed if there is one.
    public record Answer(HttpResponse<String> response) {

        public int status() {
            return response.statusCode();
        }

        public String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        public JsonNode json() {
            return JsonMapper.shared().readTree(response.body());
        }

        public String code() {
            return json().at("/error/code").asString("");
        }
    }

    private Plane(ControlPlane plane) {
        this.plane = plane;
    }

    /// With a database of its own in the folder.
    ///
    /// @param patience how long requests wait for their operations
    public static Plane start(Path folder, Duration patience, String... more) {
        return start(folder, patience, () -> SqliteDatabase.open(folder.resolve("fairlead.db")), more);
    }

    public static Plane start(Path folder, Duration patience, Supplier<Database> opening, String... more) {
        return start(folder, patience, opening, List.of(), more);
    }

    /// With a type whose handler makes secrets.
    public static Plane withKeys(Path folder, Duration patience, String... more) {
        Supplier<Database> opening = () -> SqliteDatabase.open(folder.resolve("fairlead.db"));
        return start(folder, patience, opening, List.of(KeyType.type()), more);
    }

    private static Plane start(
            Path folder, Duration patience, Supplier<Database> opening, List<ResourceType> others, String... more) {
        List<String> arguments = new java.util.ArrayList<>(List.of(
                "--port=0",
                "--data=" + folder,
                "--sync-wait=" + patience.toMillis() + "ms",
                "--min-retry-after=1",
                "--unknown-per-second=100000",
                "--handler-files=" + folder.resolve("bookmarks")));
        List<String> flags = Stream.of(more).map(Plane::flag).toList();
        arguments.removeIf(usual -> flags.contains(flag(usual)));
        arguments.addAll(List.of(more));
        return new Plane(ControlPlane.start(
                Options.parse(arguments),
                Sources.real(),
                opening,
                Stream.concat(
                                Stream.of(patchedLater(folder.resolve("test")), older(folder.resolve("test"))),
                                others.stream())
                        .toList()));
    }

    private static String flag(String argument) {
        return argument.replaceFirst("=.*", "");
    }

    /// As `Fairlead::Lab::Thing`, but an asynchronous PATCH of it is answered with 202.
    private static ResourceType patchedLater(Path folder) {
        ResourceType thing = LabTypes.all(new FileLedger(folder)).getFirst();
        return new ResourceType(
                thing.schema().deepCopy().put("typeName", "Test::Lab::Thing"),
                thing.registration()
                        .deepCopy()
                        .put("armType", "Test.Lab/things")
                        .put("patchStyle", "accepted"),
                thing.handler());
    }

    /// As `Fairlead::Lab::Slot`, but in the type above, and of an earlier version than that.
    private static ResourceType older(Path folder) {
        ResourceType slot = LabTypes.all(new FileLedger(folder)).get(2);
        return new ResourceType(
                slot.schema().deepCopy().put("typeName", "Test::Lab::Part"),
                slot.registration()
                        .deepCopy()
                        .put("armType", "Test.Lab/things/parts")
                        .put("parent", "Test::Lab::Thing")
                        .put("apiVersion", "2025-05-01"),
                slot.handler());
    }

    public URI url() {
        return plane.url();
    }

    public Types types() {
        return plane.types();
    }

    public Answer get(String path) {
        return send("GET", path, "");
    }

    public Answer put(String path, String body) {
        return send("PUT", path, body);
    }

    public Answer send(String method, String path, String body) {
        return send(method, path, Map.of(), body);
    }

    /// Sends a body as JSON, unless the headers say something else. The path may be a whole address.
    public Answer send(String method, String path, Map<String, String> headers, String body) {
        String address = path.startsWith("/") ? plane.url() + path : path;
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!body.isEmpty() && headers.keySet().stream().noneMatch("Content-Type"::equalsIgnoreCase)) {
            request.header("Content-Type", "application/json");
        }
        headers.forEach(request::header);
        return exchange(request);
    }

    private Answer exchange(HttpRequest.Builder builder) {
        HttpRequest request = builder.build();
        try {
            return new Answer(client.send(request, BodyHandlers.ofString()));
        } catch (IOException failure) {
            throw new UncheckedIOException(request.toString(), failure);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /// Sends bytes.
    public Answer post(String path, String contentType, byte[] body) {
        return exchange(HttpRequest.newBuilder(URI.create(plane.url() + path))
                .header("Content-Type", contentType)
                .POST(BodyPublishers.ofByteArray(body)));
    }

    /// Reads the operation until it has ended.
    public Answer ended(String operation) {
        return readUntil(
                operation,
                answer -> List.of("Succeeded", "Failed", "Canceled")
                        .contains(answer.json().path("status").asString("")));
    }

    /// Reads what is at an address until it is as it has to become.
    public Answer readUntil(String path, Predicate<Answer> holds) {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (System.nanoTime() < deadline) {
            Answer answer = get(path);
            if (holds.test(answer)) {
                return answer;
            }
            Thread.onSpinWait();
        }
        throw new AssertionError(path + " does not become what it has to");
    }

    /// Stops the server, though callers may still wait for answers.
    public void stop() {
        plane.close();
    }

    @Override
    public void close() {
        client.close();
        plane.close();
    }
}
