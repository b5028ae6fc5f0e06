package fairlead.server;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.options.FrontOptions;
import fairlead.server.region.Front;
import fairlead.server.wiring.ControlPlane;
import fairlead.server.wiring.Sources;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// One of three cells is killed: the front goes on with what the others have, and says what is missing.
class CellKillTest {

    private static final List<String> LOCATIONS = List.of("westeurope", "northeurope", "eastus");
    private static final String SUBSCRIPTION = "/subscriptions/" + ControlPlane.DEVELOPMENT;

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private String front = "";

    @Test
    void leavesTheOthersServing() throws Exception {
        List<ServerProcess> cells = new ArrayList<>();
        for (String location : LOCATIONS) {
            cells.add(cell(location, 0));
        }
        try (Front serving = front(cells)) {
            front = serving.url().toString();
            makeGroup("at-home", "westeurope");
            makeGroup("orphaned", "northeurope");
            cells.get(1).kill();
            whileItIsDown();
            cells.set(1, cell("northeurope", URI.create(cells.get(1).address()).getPort()));
            whenItIsBack();
        } finally {
            cells.forEach(ServerProcess::close);
            client.close();
        }
    }

    private ServerProcess cell(String location, int port) throws IOException {
        List<String> options = new ArrayList<>(List.of("--port=" + port, "--cell=" + location));
        LOCATIONS.forEach(known -> options.add("--location=" + known));
        return new ServerProcess(folder.resolve(location), options.toArray(String[]::new));
    }

    private static Front front(List<ServerProcess> cells) {
        List<String> arguments = new ArrayList<>(List.of("--port=0"));
        for (int i = 0; i < cells.size(); i++) {
            arguments.add("--cell=" + LOCATIONS.get(i) + "=" + cells.get(i).address());
        }
        Sources sources = Sources.real();
        return Front.start(FrontOptions.parse(arguments), sources.clock(), sources.requestIds());
    }

    /// With a thing in each location.
    private void makeGroup(String name, String location) throws Exception {
        assertThat(put(group(name), location).statusCode()).isEqualTo(201);
        for (String there : LOCATIONS) {
            assertThat(put(thing(name, there), there).statusCode()).isEqualTo(201);
        }
    }

    private void whileItIsDown() throws Exception {
        assertUnavailable(send("GET", thing("at-home", "northeurope"), ""));
        assertUnavailable(send("GET", group("orphaned"), ""));
        assertUnavailable(put(thing("at-home", "new"), "northeurope"));
        assertUnavailable(put(thing("orphaned", "new"), "eastus"));
        assertUnavailable(send("DELETE", group("at-home"), ""));
        for (String group : List.of("at-home", "orphaned")) {
            assertThat(send("GET", thing(group, "eastus"), "").statusCode()).isEqualTo(200);
            assertThat(send("PATCH", thing(group, "westeurope"), "{\"tags\": {\"still\": \"" + group + "\"}}")
                            .statusCode())
                    .isEqualTo(200);
            JsonNode list = json(send("GET", group(group) + "/resources", ""));
            assertThat(names(list)).containsExactlyInAnyOrder("westeurope", "eastus");
            assertThat(list.path("unreachable").path(0).asString()).isEqualTo("northeurope");
            JsonNode template = json(send("POST", group(group) + "/exportTemplate", "{}"));
            assertThat(template.at("/template/resources")).hasSize(2);
            assertThat(template.at("/error/details/0/code").asString()).isEqualTo("LocationUnavailable");
        }
        assertThat(put(thing("at-home", "meanwhile"), "eastus").statusCode()).isEqualTo(201);
        assertThat(put(group("meanwhile"), "eastus").statusCode()).isEqualTo(201);
        assertThat(json(send("GET", group("meanwhile") + "/resources", "")).has("unreachable"))
                .as("nothing of it is missing")
                .isFalse();
    }

    private void whenItIsBack() throws Exception {
        assertThat(send("GET", thing("at-home", "northeurope"), "").statusCode())
                .isEqualTo(200);
        assertThat(put(thing("orphaned", "new"), "eastus").statusCode()).isEqualTo(201);
        JsonNode list = json(send("GET", group("at-home") + "/resources", ""));
        assertThat(names(list)).containsExactlyInAnyOrder("westeurope", "northeurope", "eastus", "meanwhile");
        assertThat(list.has("unreachable")).isFalse();
    }

    private static void assertUnavailable(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(503);
        JsonNode error = json(answer).path("error");
        assertThat(error.path("code").asString()).isEqualTo("LocationUnavailable");
        assertThat(error.path("message").asString()).contains("northeurope");
        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
    }

    private static List<String> names(JsonNode list) {
        List<String> names = new ArrayList<>();
        list.path("value").forEach(item -> names.add(item.path("name").asString()));
        return names;
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return JsonMapper.shared().readTree(answer.body());
    }

    private static String group(String name) {
        return SUBSCRIPTION + "/resourceGroups/" + name;
    }

    private static String thing(String group, String name) {
        return group(group) + "/providers/Fairlead.Lab/things/" + name;
    }

    private HttpResponse<String> put(String path, String location) throws IOException, InterruptedException {
        return send("PUT", path, "{\"location\": \"" + location + "\"}");
    }

    private HttpResponse<String> send(String method, String path, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(front + path + "?api-version=2026-11-01"))
                .timeout(Duration.ofSeconds(30))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }
}
