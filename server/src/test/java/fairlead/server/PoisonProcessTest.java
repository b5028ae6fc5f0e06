package fairlead.server;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.type.Archives;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A handler in the server's own process ends that process whenever it is called for one resource.
class PoisonProcessTest {

    private static final String GROUP = ServerProcess.THINGS.replace("/providers/Fairlead.Lab/things", "");
    private static final String BOOKMARKS = GROUP + "/providers/Example.Web/bookmarks/";
    private static final String FIRST = "Path file = file(request.desired(), context);";
    private static final String HALT =
            "if (request.desired().path(\"Url\").asString(\"\").contains(\"halt\")) { Runtime.getRuntime().halt(4); }";
    private static final String POISON =
            "{\"location\":\"local\",\"properties\":{\"Url\":\"https://example.org/halt\"}}";
    private static final String HARMLESS = "{\"location\":\"local\",\"properties\":{\"Url\":\"https://example.org/\"}}";

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    private Path data() {
        return folder.resolve("data");
    }

    @BeforeEach
    void begin() throws IOException, InterruptedException {
        try (ServerProcess server = new ServerProcess(data())) {
            assertThat(register(server).statusCode()).isLessThan(300);
            String configuration = "{\"Folder\":\"" + folder.resolve("bookmarks") + "\"}";
            assertThat(send(server, "PUT", "/fairlead/types/Example::Web::Bookmark/configuration", configuration)
                            .statusCode())
                    .isEqualTo(200);
            assertThat(answers(server, "PUT", BOOKMARKS + "poison", POISON)).isFalse();
        }
    }

    private static byte[] archive() throws IOException {
        Map<String, byte[]> files = Archives.bookmark();
        String source = Files.readString(Archives.BOOKMARK.resolve("src/BookmarkHandler.java"));
        assertThat(source).containsOnlyOnce(FIRST);
        files.put("bookmark.jar", Archives.jar(Map.of("BookmarkHandler.java", source.replace(FIRST, HALT + FIRST))));
        return Archives.zip(files);
    }

    private HttpResponse<String> register(ServerProcess server) throws IOException, InterruptedException {
        HttpRequest post = HttpRequest.newBuilder(URI.create(server.address() + "/fairlead/types?tests=skip"))
                .header("Content-Type", "application/zip")
                .POST(BodyPublishers.ofByteArray(archive()))
                .build();
        return client.send(post, BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    private HttpResponse<String> send(ServerProcess server, String method, String path, String body)
            throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(server.address() + path + "?api-version=2026-11-01"))
                        .header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    private boolean answers(ServerProcess server, String method, String path, String body) throws InterruptedException {
        try {
            send(server, method, path, body);
            return true;
        } catch (IOException gone) {
            return false;
        }
    }

    private JsonNode get(ServerProcess server, String path) throws IOException, InterruptedException {
        return JsonMapper.shared().readTree(send(server, "GET", path, "").body());
    }

    /// The state of the poisonous resource once no operation on it is under way, which is soon.
    private String ended(ServerProcess server) throws IOException, InterruptedException {
        String state = "";
        for (int i = 0; i < 5000 && !state.equals("Failed") && !state.equals("Canceled"); i++) {
            state = get(server, BOOKMARKS + "poison")
                    .at("/properties/provisioningState")
                    .asString("");
        }
        return state;
    }

    @Test
    void startsAgainAtTheSixthTime() throws IOException, InterruptedException {
        for (int start = 2; start <= 5; start++) {
            assertThat(ServerProcess.refused(data()).status())
                    .as("start " + start)
                    .isEqualTo(4);
        }
        try (ServerProcess server = new ServerProcess(data())) {
            assertThat(send(server, "PUT", BOOKMARKS + "harmless", HARMLESS).statusCode())
                    .isEqualTo(201);
            assertThat(ended(server)).isEqualTo("Failed");
            assertThat(get(server, "/fairlead/health").path("status").asString(""))
                    .isEqualTo("healthy");
        }
    }

    @Test
    void startsPausedSoThatTheOperationCanBeCancelled() throws IOException, InterruptedException {
        try (ServerProcess server = new ServerProcess(data(), "--paused")) {
            HttpResponse<String> refused = send(server, "PUT", BOOKMARKS + "harmless", HARMLESS);
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("OperationsPaused");
            assertThat(send(server, "POST", BOOKMARKS + "poison/cancel", "").statusCode())
                    .isBetween(200, 204);
            assertThat(ended(server)).isEqualTo("Canceled");
        }
        try (ServerProcess server = new ServerProcess(data())) {
            assertThat(send(server, "PUT", BOOKMARKS + "harmless", HARMLESS).statusCode())
                    .isEqualTo(201);
        }
    }
}
