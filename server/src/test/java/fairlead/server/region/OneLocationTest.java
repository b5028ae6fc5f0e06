package fairlead.server.region;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane.Answer;
import fairlead.server.options.Options;
import fairlead.server.wiring.ControlPlane;
import fairlead.server.wiring.Sources;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// As long as everything is in one location, no client can tell three cells behind a front from one control plane:
/// any sequence of requests gets the same answers from both.
///
/// `-Dhistories.seed=` repeats a run's requests, `-Dhistories=500` makes more of them.
class OneLocationTest {

    private static final int HISTORIES = Integer.getInteger("histories", 24);
    private static final int LENGTH = 40;
    private static final long SEED = Long.getLong("histories.seed", 20261121);
    /// The hash of a plan has the entity tag of what it begins with.
    private static final List<String> UNLIKE = List.of("etag", "systemData", "Id", "CreatedAt", "createdTime", "plan");
    private static final String API = Api.VERSION;

    @TempDir
    private Path folder;

    private record Step(String method, String path, String body) {}

    @Test
    void answersAsOneControlPlane() throws Exception {
        try (Regions regions = new Regions(folder.resolve("cells"), "--sync-wait=30s");
                ControlPlane plane = single();
                Api model = new Api(plane.url())) {
            for (int i = 0; i < HISTORIES; i++) {
                Random chance = new Random(SEED + i);
                String location = Regions.LOCATIONS.get(chance.nextInt(Regions.LOCATIONS.size()));
                List<Step> history = new ArrayList<>();
                for (int n = 0; n < LENGTH; n++) {
                    Step step = step(chance, "group" + i, location);
                    history.add(step);
                    assertThat(seen(regions.front(), step))
                            .as("seed %d in %s, after %s", SEED + i, location, history)
                            .isEqualTo(seen(model, step));
                }
            }
        }
    }

    private ControlPlane single() {
        List<String> arguments = new ArrayList<>(
                List.of("--port=0", "--data=" + folder.resolve("single"), "--min-retry-after=1", "--sync-wait=30s"));
        Regions.LOCATIONS.forEach(known -> arguments.add("--location=" + known));
        return ControlPlane.start(Options.parse(arguments), Sources.real());
    }

    private static Step step(Random chance, String groupName, String location) {
        String group = Regions.group(groupName);
        String things = group + "/providers/Fairlead.Lab/things";
        String thing = things + "/" + "abc".charAt(chance.nextInt(3));
        String locks = "/providers/Microsoft.Authorization/locks/l";
        String body = "{\"location\": \"" + location + "\", \"properties\": {\"Text\": \"" + chance.nextInt(3) + "\"}}";
        return switch (chance.nextInt(24)) {
            case 0, 1 -> new Step("PUT", group + API, "{\"location\": \"" + location + "\"}");
            case 2 -> new Step("GET", group + API, "");
            case 3, 4, 5, 6, 7 -> new Step("PUT", thing + API, body);
            case 8, 9 -> new Step("GET", thing + API, "");
            case 10 -> new Step("PATCH", thing + API, "{\"tags\": {\"n\": \"" + chance.nextInt(3) + "\"}}");
            case 11, 12 -> new Step("DELETE", thing + API, "");
            case 13 -> new Step("GET", things + API, "");
            case 14 -> new Step("GET", group + "/resources" + API, "");
            case 15 -> new Step("HEAD", thing + API, "");
            case 16 -> new Step("POST", thing + "/whatIf" + API, body);
            case 17 -> new Step("PUT", group + locks + API, "{\"properties\": {\"level\": \"CanNotDelete\"}}");
            case 18 -> new Step("DELETE", group + locks + API, "");
            case 19 -> new Step("DELETE", group + API, "");
            case 20 -> new Step("GET", group + "/providers/Microsoft.Authorization/locks" + API, "");
            case 21 -> new Step("PUT", thing + API, "{\"location\": ");
            case 22 -> new Step("PUT", thing, body);
            default -> new Step("GET", group + "/providers/Fairlead.Lab/nothings/x" + API, "");
        };
    }

    /// Status and body, without what is different in every control plane.
    private static String seen(Api api, Step step) {
        Answer answer = api.send(step.method(), step.path(), step.body());
        if (step.method().equals("DELETE") && answer.status() == 202) {
            answer = api.ended(answer.header("Location"));
            // What took its time in one of the two was quick enough in the other.
            return answer.status() == 204 ? "200 " : answer.status() + " " + body(answer);
        }
        return answer.status() + " " + body(answer);
    }

    private static String body(Answer answer) {
        try {
            return alike(JsonMapper.shared().readTree(answer.response().body())).toString();
        } catch (JacksonException none) {
            return answer.response().body();
        }
    }

    private static JsonNode alike(JsonNode json) {
        if (json instanceof ObjectNode object) {
            object.remove(UNLIKE);
            for (Map.Entry<String, JsonNode> property : object.properties()) {
                alike(property.getValue());
            }
        } else if (json instanceof ArrayNode array) {
            array.forEach(OneLocationTest::alike);
        }
        return json;
    }
}
