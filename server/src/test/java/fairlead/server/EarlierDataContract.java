package fairlead.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

import fairlead.server.options.Options;
import fairlead.server.secret.SealKeyException;
import fairlead.server.secret.Vault;
import fairlead.server.time.MonotonicTime;
import fairlead.server.wiring.ControlPlane;
import fairlead.server.wiring.Sources;
import fairlead.server.wiring.TimeOrderedIds;
import java.io.IOException;
import java.io.InputStream;
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
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Data of an earlier program, which was killed in the midst of everything, are opened, migrated and served by this
/// one. `before/README.md` among the resources says what they are and how they were made.
///
/// The server's clock begins when all that was waiting is due, and is far from any deadline.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class EarlierDataContract {

    private static final Duration ALL_DUE = Duration.ofSeconds(90);
    private static final Pattern TIMES = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z");
    private static final Pattern IDS = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final Pattern OPEN = Pattern.compile("\"status\":\"(Accepted|Running|Canceling)\"");
    private static final String PLAIN = "/subscriptions/" + ControlPlane.DEVELOPMENT
            + "/resourceGroups/alpha/providers/Fairlead.Lab/things/plain/whatIf?api-version=2026-11-01";
    private static final String BETA = "/subscriptions/" + ControlPlane.DEVELOPMENT + "/resourceGroups/beta/providers/";

    private final HttpClient client = HttpClient.newHttpClient();
    private ControlPlane plane;
    private Path bookmarks = Path.of("");
    private Instant killed;

    /// What the files of the data are called.
    abstract String name();

    /// The options that name the database, and whatever it takes to have the data in it.
    abstract List<String> database(Path data);

    @BeforeAll
    void open(@TempDir Path data, @TempDir Path granted) throws IOException {
        bookmarks = granted;
        unpack(data);
        killed = Instant.parse(Files.readString(data.resolve("killed")));
        long ahead = Duration.between(Instant.now(), killed.plus(ALL_DUE)).toMillis();
        Clock later = Clock.offset(Clock.tickMillis(ZoneOffset.UTC), Duration.ofMillis(ahead));
        List<String> options =
                new ArrayList<>(List.of("--port=0", "--data=" + data, "--sync-wait=30s", "--handler-files=" + granted));
        options.addAll(database(data));
        plane = ControlPlane.start(
                Options.parse(options),
                new Sources(
                        later,
                        MonotonicTime.system(),
                        RandomGenerator.getDefault(),
                        new TimeOrderedIds(later),
                        UUID::randomUUID));
    }

    @AfterAll
    void close() {
        plane.close();
    }

    @Test
    @Order(1)
    void answersOfWhatRestedAsBefore() {
        List<JsonNode> before = lines("quiet");
        assertThat(before).hasSizeGreaterThan(30);
        assertSoftly(softly -> before.forEach(line -> softly.assertThat(again(line))
                .as(line.path("path").asString(""))
                .isEqualTo(comparable(line))));
    }

    @Test
    @Order(2)
    void bringsWhatWasKilledToTheEndItWouldHaveHad() throws Exception {
        List<JsonNode> before = lines("ended");
        assertThat(before).hasSizeGreaterThan(40);
        for (JsonNode line : before) {
            untilEnded(line.path("path").asString());
        }
        assertSoftly(softly -> before.forEach(line -> {
            HttpResponse<String> now = send("GET", line.path("path").asString(), "");
            softly.assertThat(now.statusCode()).isEqualTo(line.path("status").asInt());
            softly.assertThat(masked(JsonMapper.shared().readTree(now.body())))
                    .as(line.path("path").asString())
                    .isEqualTo(inTodaysWords(masked(line.path("body"))));
        }));
    }

    @Test
    @Order(3)
    void opensWhatWasSealed() {
        String thing = "{\"location\":\"local\",\"tags\":{\"owner\":\"Ada\"},\"properties\":{\"Text\":\"first\","
            + "\"Labels\":[\"b\",\"a\"],\"Settings\":{\"Mode\":\"Loud\",\"Limits\":{\"Lowest\":1}},\"Secret\":\"%s\"}}";
        assertThat(send("POST", PLAIN, thing.formatted("never told")).body()).contains("\"NoChange\"");
        assertThat(send("POST", PLAIN, thing.formatted("another")).body()).contains("\"Modify\"");
    }

    @Test
    @Order(3)
    void doesNotOpenWithAnotherKey(@TempDir Path folder) throws IOException {
        Path data = folder.resolve("data");
        unpack(data);
        Path other = Files.writeString(folder.resolve("other.key"), Vault.newKeyset());
        List<String> options = new ArrayList<>(List.of("--port=0", "--data=" + data, "--key-file=" + other));
        options.addAll(database(data));
        assertThatThrownBy(() -> ControlPlane.start(Options.parse(options), Sources.real()))
                .isInstanceOf(SealKeyException.class)
                .hasMessageContaining(other.toString())
                .hasMessageContaining("does not open the write-only values of /subscriptions/")
                .hasMessageContaining("the configuration of Fairlead::Postgres::Database")
                .hasMessageContaining("the secret of the webhook billing")
                .hasMessageContaining("Restore the file from the backup");
    }

    @Test
    @Order(4)
    void servesTheTypesThatWereRegistered() {
        String folder = JsonMapper.shared()
                .createObjectNode()
                .put("Folder", bookmarks.toString())
                .toString();
        assertThat(send("PUT", "/fairlead/types/Example::Web::Bookmark/configuration", folder)
                        .statusCode())
                .isEqualTo(200);
        assertThat(put("Example.Web/bookmarks/new", "{\"Url\":\"https://example.com/\"}"))
                .isEqualTo(201);
        assertThat(put("Example.Desk/shelves/new", "{\"Text\":\"simulated\"}")).isEqualTo(201);
        assertThat(put("Example.Desk/shelves/new/boxes/one", "{}")).isEqualTo(201);
        assertThat(bookmarks).isNotEmptyDirectory();
    }

    @Test
    @Order(5)
    void tellsTheHistory() {
        String audit = "/fairlead/audit?subscription=" + ControlPlane.DEVELOPMENT + "&$top=1000&until=" + killed;
        assertThat(JsonMapper.shared().readTree(send("GET", audit, "").body()).path("value"))
                .hasSizeGreaterThan(100);
        String events = "/fairlead/watch?from=oldest&wait=0&$top=1000";
        assertThat(JsonMapper.shared().readTree(send("GET", events, "").body()).path("events"))
                .hasSizeGreaterThan(200)
                .anyMatch(event -> event.path("change").asString("").equals("Imported"));
    }

    private int put(String path, String properties) {
        return send(
                        "PUT",
                        BETA + path + "?api-version=2026-11-01",
                        "{\"location\":\"local\",\"properties\":" + properties + "}")
                .statusCode();
    }

    private void untilEnded(String path) throws InterruptedException {
        for (int i = 0; i < 1200; i++) {
            if (!OPEN.matcher(send("GET", path, "").body()).find()) {
                return;
            }
            Thread.sleep(50);
        }
        throw new AssertionError("it does not end: " + path);
    }

    // -- answers ----------------------------------------------------------------------------------------------------

    private JsonNode again(JsonNode line) {
        ObjectNode now = JsonMapper.shared().createObjectNode();
        if (line.has("token")) {
            String token = line.path("token").asString();
            HttpResponse<String> answer =
                    cloudControl("GetResourceRequestStatus", "{\"RequestToken\":\"" + token + "\"}");
            now.put("token", token).set("body", JsonMapper.shared().readTree(answer.body()));
            return now;
        }
        HttpResponse<String> answer = send("GET", line.path("path").asString(), "");
        now.put("path", line.path("path").asString());
        now.put("status", answer.statusCode());
        now.put("etag", answer.headers().firstValue("ETag").orElse(""));
        now.set(
                "body",
                JsonMapper.shared().readTree(answer.body().replace(plane.url().toString(), "")));
        return comparable(now);
    }

    /// Without what goes on by itself: how many resources there are of a type, when a program first had the types that
    /// ship with it, and further attempts to delete what is left behind.
    private static JsonNode comparable(JsonNode line) {
        if (line.path("body") instanceof ObjectNode type && type.has("typeName")) {
            type.remove("resources");
            if (type.path("source").asString("").equals("shipped")) {
                type.remove("versions");
            }
        }
        if (line.path("path").asString("").contains("/leftBehind")) {
            line.at("/body/value")
                    .forEach(one -> ((ObjectNode) one.path("properties"))
                            .remove(List.of("reason", "attempts", "nextAttemptAt")));
        }
        return line;
    }

    /// The recorded answer with the one message that is worded anew since.
    private static String inTodaysWords(String recorded) {
        return recorded.replace(
                "The thing is still there after its delete.", "The resource is still there after its delete.");
    }

    /// Without what follows from the time of the second start.
    private static String masked(JsonNode body) {
        String text = TIMES.matcher(body.toPrettyString()).replaceAll("TIME");
        return IDS.matcher(text).replaceAll("ID");
    }

    private HttpResponse<String> cloudControl(String action, String body) {
        String scope = "any/20261101/local/cloudcontrolapi/aws4_request";
        return send(HttpRequest.newBuilder(plane.url().resolve("/"))
                .header("Content-Type", "application/x-amz-json-1.0")
                .header("X-Amz-Target", "CloudApiService." + action)
                .header("X-Amz-Date", "20261101T000000Z")
                .header(
                        "Authorization",
                        "AWS4-HMAC-SHA256 Credential=%s, SignedHeaders=host;x-amz-date, Signature=%s"
                                .formatted(scope, "0".repeat(64)))
                .POST(BodyPublishers.ofString(body)));
    }

    private HttpResponse<String> send(String method, String path, String body) {
        return send(HttpRequest.newBuilder(URI.create(plane.url() + path))
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body)));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    // -- files ------------------------------------------------------------------------------------------------------

    private List<JsonNode> lines(String kind) {
        try (InputStream file = resource(name() + "." + kind + ".jsonl")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(JsonMapper.shared()::readTree)
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void unpack(Path data) throws IOException {
        try (ZipInputStream files = new ZipInputStream(resource(name() + ".zip"))) {
            for (ZipEntry entry = files.getNextEntry(); entry != null; entry = files.getNextEntry()) {
                Path path = data.resolve(entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(path);
                } else {
                    Files.createDirectories(path.getParent());
                    Files.copy(files, path);
                }
            }
        }
    }

    private static InputStream resource(String name) {
        return Objects.requireNonNull(EarlierDataContract.class.getResourceAsStream("/before/" + name), name);
    }
}
