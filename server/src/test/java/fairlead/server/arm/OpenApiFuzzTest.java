package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane.Answer;
import fairlead.server.wiring.ControlPlane;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// Requests made of the description of the server, sound ones and nearly sound ones, find no bug in it: whatever is
/// asked, the answer is one that the description has, and never 500.
///
/// `-Dfuzz.seed` repeats a run, `-Dfuzz.rounds` makes it longer.
class OpenApiFuzzTest {

    private static final List<String> METHODS = List.of("get", "head", "put", "post", "patch", "delete");

    private static final Map<String, List<String>> NAMES = Map.of(
            "subscriptionId", List.of(ControlPlane.DEVELOPMENT, ControlPlane.DEVELOPMENT, "5"),
            "resourceGroupName", List.of("default", "default", "other"),
            "namespace", List.of("Fairlead.Lab", "Fairlead.Tls", "No.Such"),
            "location", List.of("local", "north"),
            "operationId", List.of("0199a1b2-0000-7000-8000-000000000000", "x"),
            "typeName", List.of("Fairlead::Lab::Thing", "Test::Lab::Thing", "No::Such::Type"));

    @TempDir
    private Path folder;

    private Fuzz fuzz = new Fuzz(tools.jackson.databind.node.JsonNodeFactory.instance.objectNode(), new Random(0));
    private final List<String> failures = new ArrayList<>();

    @Test
    void findsNoBug() {
        long seed = Long.getLong("fuzz.seed", 20261121);
        int rounds = Integer.getInteger("fuzz.rounds", 3);
        try (Plane plane = Plane.start(folder, Duration.ofMillis(20))) {
            JsonNode document = plane.get("/openapi.json").json();
            fuzz = new Fuzz(document, new Random(seed));
            for (int round = 0; round < rounds; round++) {
                document.path("paths")
                        .forEachEntry((path, item) -> METHODS.stream()
                                .filter(item::has)
                                .forEach(method -> tryOne(plane, method, path, item)));
            }
        }
        assertThat(failures).as("seed " + seed).isEmpty();
    }

    private void tryOne(Plane plane, String method, String path, JsonNode item) {
        JsonNode operation = item.path(method);
        Map<String, String> headers = new HashMap<>();
        String address = address(path, fuzz.parameters(item, operation), headers);
        String body = body(operation);
        Answer answer = answered(plane, method.toUpperCase(Locale.ROOT), address, headers, body);
        String trouble = trouble(method, operation, answer);
        if (!trouble.isEmpty()) {
            failures.add(trouble + ": " + method + " " + address + "\n" + headers + "\n" + body + "\n" + answer.status()
                    + " " + answer.response().body());
        }
    }

    /// A connection may end between two requests; then it is asked once more, on another one.
    private static Answer answered(
            Plane plane, String method, String address, Map<String, String> headers, String body) {
        try {
            return plane.send(method, address, headers, body);
        } catch (UncheckedIOException closed) {
            return plane.send(method, address, headers, body);
        }
    }

    private String address(String path, List<JsonNode> parameters, Map<String, String> headers) {
        String address = path;
        List<String> query = new ArrayList<>();
        for (JsonNode parameter : parameters) {
            String name = parameter.path("name").asString("");
            boolean wanted = parameter.path("required").asBoolean(false) ? !fuzz.rarely() : fuzz.rarely();
            switch (parameter.path("in").asString("")) {
                case "path" -> address = address.replace("{" + name + "}", encoded(name(name)));
                case "query" -> {
                    if (wanted) {
                        query.add(encoded(name) + "=" + encoded(scalar(name, parameter)));
                    }
                }
                default -> {
                    if (wanted) {
                        headers.put(name, fuzz.one(List.of("*", "\"x\"", "x", "\"a\", \"b\"", "W/\"x\"")));
                    }
                }
            }
        }
        return address + (query.isEmpty() ? "" : "?" + String.join("&", query));
    }

    private String name(String parameter) {
        if (fuzz.rarely()) {
            String odd = fuzz.text();
            return odd.isEmpty() ? "x" : odd;
        }
        return fuzz.one(NAMES.getOrDefault(parameter, List.of("one", "two", "THREE")));
    }

    private String scalar(String name, JsonNode parameter) {
        if (name.equals("api-version")
                && !fuzz.resolved(parameter.path("schema")).has("enum")
                && !fuzz.rarely()) {
            return "2021-04-01";
        }
        JsonNode value = fuzz.value(parameter.path("schema"), 0);
        return value.isValueNode() ? value.asString("") : value.toString();
    }

    private String body(JsonNode operation) {
        JsonNode schema = operation.at("/requestBody/content/application~1json/schema");
        if (schema.isMissingNode()) {
            return "";
        }
        String body = fuzz.value(schema, 0).toString();
        return fuzz.rarely() ? fuzz.broken(body) : body;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String trouble(String method, JsonNode operation, Answer answer) {
        int status = answer.status();
        Set<String> described = Set.copyOf(operation.path("responses").propertyNames());
        if (status == 500) {
            return "a bug";
        }
        if (status < 400 && !described.contains(Integer.toString(status))) {
            return "not described";
        }
        boolean explained =
                status < 400 || method.equals("head") || isError(answer) || isErrorOfItsOwn(operation, answer);
        return explained ? "" : "no error in the answer";
    }

    /// Whether it has all that is described of the errors of this operation, where those have a form of their own.
    private static boolean isErrorOfItsOwn(JsonNode operation, Answer answer) {
        JsonNode required = operation.at("/responses/default/content/application~1json/schema/required");
        return !required.isEmpty()
                && required.valueStream().allMatch(name -> answer.json().has(name.asString()));
    }

    private static boolean isError(Answer answer) {
        try {
            return !answer.code().isEmpty();
        } catch (JacksonException none) {
            return false;
        }
    }
}
