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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A handler ends its process whenever it is called for one resource.
class PoisonHandlerTest {

    private static final String GROUP = ServerProcess.THINGS.replace("/providers/Fairlead.Lab/things", "");
    private static final String BOOKMARKS = GROUP + "/providers/Example.Web/bookmarks/";
    private static final String FIRST = "Path file = file(request.desired(), context);";
    private static final String HALT =
            "if (request.desired().path(\"Url\").asString(\"\").contains(\"halt\")) { System.err.println(\"the last"
                    + " words\"); Runtime.getRuntime().halt(4); }";
    private static final String POISON =
            "{\"location\":\"local\",\"properties\":{\"Url\":\"https://example.org/halt\"}}";
    private static final String HARMLESS = "{\"location\":\"local\",\"properties\":{\"Url\":\"https://example.org/\"}}";

    @TempDir
    private Path folder;

    private String operation = "";
    private final HttpClient client = HttpClient.newHttpClient();

    private Path data() {
        return folder.resolve("data");
    }

    private ServerProcess start(String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of(options));
        all.add("--handler-files=" + folder.resolve("bookmarks"));
        return new ServerProcess(data(), all.toArray(String[]::new));
    }

    private void begin(ServerProcess server) throws IOException, InterruptedException {
        assertThat(register(server).statusCode()).isLessThan(300);
        String configuration = "{\"Folder\":\"" + folder.resolve("bookmarks") + "\"}";
        assertThat(send(server, "PUT", "/fairlead/types/Example::Web::Bookmark/configuration", configuration)
                        .statusCode())
                .isEqualTo(200);
        HttpResponse<String> accepted = send(server, "PUT", BOOKMARKS + "poison", POISON);
        assertThat(accepted.statusCode()).isEqualTo(201);
        operation = accepted.headers().firstValue("Azure-AsyncOperation").orElseThrow();
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

    private JsonNode get(ServerProcess server, String path) throws IOException, InterruptedException {
        return JsonMapper.shared().readTree(send(server, "GET", path, "").body());
    }

    /// The state of the poisonous resource once no operation on it is under way, which is soon.
    private String ended(ServerProcess server) throws IOException, InterruptedException {
        String state = "";
        for (int i = 0; i < 200_000 && !state.equals("Failed") && !state.equals("Canceled"); i++) {
            state = get(server, BOOKMARKS + "poison")
                    .at("/properties/provisioningState")
                    .asString("");
        }
        return state;
    }

    @Test
    void isQuarantinedWhileTheServerServes() throws IOException, InterruptedException {
        try (ServerProcess server = start()) {
            begin(server);
            assertThat(send(server, "PUT", BOOKMARKS + "harmless", HARMLESS).statusCode())
                    .isEqualTo(201);
            assertThat(ended(server)).isEqualTo("Failed");
            JsonNode error = get(
                            server, operation.substring(operation.indexOf("/subscriptions"), operation.indexOf('?')))
                    .path("error");
            assertThat(error.path("code").asString("")).isEqualTo("Quarantined");
            assertThat(error.path("message").asString("")).contains("exit code 4", "the last words");
            assertThat(get(server, "/fairlead/health").path("status").asString(""))
                    .isEqualTo("healthy");
        }
    }

    @Test
    void isNotCalledByAServerThatStartsPaused() throws IOException, InterruptedException {
        try (ServerProcess server = start()) {
            begin(server);
        }
        try (ServerProcess server = start("--paused")) {
            HttpResponse<String> refused = send(server, "PUT", BOOKMARKS + "harmless", HARMLESS);
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("OperationsPaused");
            assertThat(send(server, "POST", BOOKMARKS + "poison/cancel", "").statusCode())
                    .isBetween(200, 204);
            assertThat(ended(server)).isEqualTo("Canceled");
        }
        try (ServerProcess server = start()) {
            assertThat(send(server, "PUT", BOOKMARKS + "harmless", HARMLESS).statusCode())
                    .isEqualTo(201);
        }
    }
}
