package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The public scenarios of azure-http-specs for resource providers: each request is sent as it is, to a server that has
/// what the scenario takes for granted, and the answer is compared but for times, ids of operations, and names that the
/// server fills in. Runs where `-Dcorpus=DIR` says where they are.
@EnabledIfSystemProperty(named = "corpus", matches = ".+")
class AzureSpecsTest {

    private static final List<String> FILES = List.of("resources", "operation-templates", "common-properties");

    /// What the server says in its own way.
    private static final Set<String> FREE = Set.of("systemData", "provisioningState", "etag", "message");

    private static final Path EXCEPTIONS = Path.of("src/test/resources/arm/azure-http-specs.txt");

    @TempDir
    private Path folder;

    private final List<Plane> planes = new ArrayList<>();

    @AfterEach
    void stop() {
        planes.forEach(Plane::close);
    }

    @TestFactory
    Stream<DynamicTest> scenarios() throws IOException {
        Path specs = Path.of(System.getProperty("corpus", ""), "arm", "azure-http-specs");
        List<String> exceptions = Files.readAllLines(EXCEPTIONS).stream()
                .filter(line -> line.contains(" | "))
                .map(line -> "Azure_ResourceManager_" + line.substring(0, line.indexOf(" | ")))
                .toList();
        Map<String, JsonNode> scenarios = new TreeMap<>();
        for (String file : FILES) {
            Path path = specs.resolve("azure__resource-manager__" + file + ".json");
            JsonMapper.shared()
                    .readTree(Files.readString(path))
                    .path("scenarios")
                    .forEachEntry(scenarios::put);
        }
        scenarios.keySet().removeIf(name -> exceptions.stream().anyMatch(name::startsWith));
        assertThat(scenarios).hasSizeGreaterThan(15);
        Plane patient = plane("patient", Duration.ofMinutes(1));
        Plane impatient = plane("impatient", Duration.ZERO);
        return scenarios.entrySet().stream()
                .map(scenario -> DynamicTest.dynamicTest(
                        scenario.getKey(),
                        () -> replay(scenario.getKey().contains("_Lro_") ? impatient : patient, scenario.getValue())));
    }

    private Plane plane(String name, Duration patience) {
        Plane plane = Plane.start(folder.resolve(name), patience);
        planes.add(plane);
        plane.types().ship(AzureSpecs.types());
        plane.types().refresh();
        String group = Plane.SUBSCRIPTION + "/resourceGroups/test-rg" + Plane.VERSION;
        assertThat(plane.put(group, "{\"location\": \"eastus\"}").status()).isEqualTo(201);
        return plane;
    }

    private static void replay(Plane plane, JsonNode scenario) {
        String operation = "";
        for (JsonNode step : scenario.path("steps")) {
            if (step.path("uri").asString("").contains("/locations/eastus/operation")) {
                followed(plane, operation);
            } else {
                Answer answer = replayed(plane, step);
                operation = answer.header("Azure-AsyncOperation");
            }
        }
    }

    private static void followed(Plane plane, String operation) {
        assertThat(plane.ended(operation).json().path("status").asString("")).isEqualTo("Succeeded");
    }

    private static Answer replayed(Plane plane, JsonNode step) {
        String path = path(step);
        String method = step.path("method").asString("");
        JsonNode expected = expected(step);
        int status = step.at("/response/status").asInt();
        prepare(plane, method, path, expected, status);
        JsonNode body = step.at("/request/body/content");
        Answer answer = plane.send(method, path + query(step), body.isMissingNode() ? "" : body.toString());
        boolean made = method.equals("PUT") && status == 200;
        assertThat(answer.status())
                .as(method + " " + path + " " + answer.response().body())
                .isIn(status, made ? 201 : status);
        step.at("/response/headers")
                .propertyNames()
                .forEach(header -> assertThat(answer.header(header)).as(header).startsWith("http"));
        if (status != 400 && !answer.response().body().isEmpty()) {
            compare("", expected, answer.json());
        }
        return answer;
    }

    private static JsonNode expected(JsonNode step) {
        JsonNode first = step.at("/response/body/content");
        return first.isMissingNode() ? step.at("/pollSequence/0/body/content") : first;
    }

    /// Makes what the scenario finds.
    private static void prepare(Plane plane, String method, String path, JsonNode expected, int status) {
        String parent = path.replaceFirst("/nestedProxyResources.*", "");
        if (!parent.equals(path)) {
            made(plane, parent, JsonMapper.shared().createObjectNode());
        }
        boolean found = (method.equals("GET") && status == 200) || method.equals("PATCH") || status == 202;
        if (expected.path("value").isArray()) {
            expected.path("value").forEach(item -> made(plane, item.path("id").asString(""), item));
        } else if (found) {
            made(plane, path, expected);
        } else {
            gone(plane, path + "/nestedProxyResources/nested");
            gone(plane, path);
        }
    }

    private static void gone(Plane plane, String path) {
        Answer answer = plane.send("DELETE", path + "?api-version=2023-12-01-preview", "");
        if (answer.status() == 202) {
            plane.ended(answer.header("Azure-AsyncOperation"));
        }
    }

    private static void made(Plane plane, String path, JsonNode like) {
        ObjectNode body = JsonMapper.shared().createObjectNode().put("location", "eastus");
        if (like.path("properties") instanceof ObjectNode properties) {
            ObjectNode own = properties.deepCopy();
            own.remove("provisioningState");
            body.set("properties", own);
        }
        Answer answer = plane.put(path + "?api-version=2023-12-01-preview", body.toString());
        assertThat(answer.status()).as(path + " " + answer.response().body()).isIn(200, 201);
        if (!answer.header("Azure-AsyncOperation").isEmpty()) {
            plane.ended(answer.header("Azure-AsyncOperation"));
        }
    }

    private static String path(JsonNode step) {
        String path = step.path("uri").asString("");
        for (Map.Entry<String, JsonNode> parameter :
                step.at("/request/pathParams").properties()) {
            path = path.replace(":" + parameter.getKey(), parameter.getValue().asString(""));
        }
        return path;
    }

    private static String query(JsonNode step) {
        return "?api-version=" + step.at("/request/query/api-version").asString("");
    }

    /// Everything that is expected is there; the types of orders and of nested resources are misspelled upstream.
    private static void compare(String pointer, JsonNode expected, JsonNode found) {
        if (expected.isObject()) {
            expected.forEachEntry((name, value) -> {
                boolean misspelled = name.equals("type") && value.asString("").matches(".*(/orders|/top/.*)");
                if (!FREE.contains(name) && !misspelled) {
                    compare(pointer + "/" + name, value, found.path(name));
                }
            });
        } else if (expected.isArray()) {
            assertThat(found.size()).as(pointer).isGreaterThanOrEqualTo(expected.size());
            for (int i = 0; i < expected.size(); i++) {
                compare(pointer + "/" + i, expected.path(i), found.path(i));
            }
        } else {
            assertThat(found.asString("")).as(pointer).isEqualTo(expected.asString(""));
        }
    }
}
