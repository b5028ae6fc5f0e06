package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.ControlPlane;
import fairlead.server.admin.AdminSurface;
import fairlead.server.arm.Plane.Answer;
import fairlead.server.login.LoginSurface;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The description of the server at `/openapi.json`, against the server.
class OpenApiTest {

    private static final List<String> METHODS = List.of("get", "head", "put", "post", "patch", "delete");

    private static final String GROUP = "subscriptions/" + ControlPlane.DEVELOPMENT + "/resourceGroups/absent";

    private static final Map<String, String> NAMES = Map.of(
            "{scope}", GROUP + "/providers/Fairlead.Lab/racks/one",
            "{subscriptionId}", ControlPlane.DEVELOPMENT,
            "{resourceGroupName}", "absent",
            "{namespace}", "Fairlead.Lab",
            "{location}", "local",
            "{operationId}", "0199a1b2-0000-7000-8000-000000000000",
            "{typeName}", "Initech::TPS::Report");

    @TempDir
    private static Path folder;

    private static Plane plane;
    private static Answer answer;
    private static JsonNode document;

    @BeforeAll
    static void start() {
        plane = Plane.start(folder, Duration.ofSeconds(1));
        answer = plane.get("/openapi.json");
        document = answer.json();
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    @Test
    void isWhatAParserOfOpenApiAccepts() {
        SwaggerParseResult result =
                new OpenAPIV3Parser().readContents(answer.response().body());
        assertThat(result.getMessages()).isEmpty();
        assertThat(result.getOpenAPI().getPaths())
                .hasSize(document.path("paths").size());
        assertThat(result.getOpenAPI().getComponents().getSchemas())
                .containsKeys(document.at("/components/schemas").propertyNames().toArray(String[]::new));
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        List<String> missing = new ArrayList<>();
        for (JsonNode reference : document.findValues("$ref")) {
            String pointer = reference
                    .asString("")
                    .replaceFirst("^#", "")
                    .replace("%20", " ")
                    .replace("%25", "%");
            if (document.at(pointer).isMissingNode()) {
                missing.add(reference.toString());
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void everyOperationHasAnIdOfItsOwn() {
        List<String> ids = document.findValues("operationId").stream()
                .map(id -> id.asString(""))
                .toList();
        assertThat(ids).doesNotHaveDuplicates().hasSizeGreaterThan(50);
    }

    @Test
    void everyParameterOfAPathIsDescribed() {
        document.path("paths").forEachEntry((path, item) -> {
            Set<String> described = new TreeSet<>();
            for (JsonNode parameter : item.path("parameters")) {
                String reference = parameter.path("$ref").asString("");
                described.add(
                        reference.isEmpty()
                                ? parameter.path("name").asString("")
                                : document.at(reference.substring(1))
                                        .path("name")
                                        .asString(""));
            }
            for (String part : path.split("/", -1)) {
                if (part.startsWith("{")) {
                    assertThat(described).as(path).contains(part.substring(1, part.length() - 1));
                }
            }
        });
    }

    @Test
    void whatIsDescribedIsServed() {
        document.path("paths")
                .forEachEntry((path, item) -> METHODS.stream().filter(item::has).forEach(method -> {
                    Answer answer = ask(method, path);
                    assertThat(answer.status()).as(method + " " + path).isNotIn(405, 500);
                    boolean refused = answer.status() == 404 && !method.equals("head");
                    assertThat(refused ? answer.code() : "")
                            .as(method + " " + path)
                            .isNotEqualTo("NotFound");
                }));
    }

    @Test
    void whatIsNotDescribedIsNotServed() {
        document.path("paths")
                .forEachEntry((path, item) -> METHODS.stream()
                        .filter(method -> !item.has(method))
                        .forEach(method -> assertThat(ask(method, path, "").status())
                                .as(method + " " + path)
                                .isEqualTo(405)));
    }

    /// So that an address that is new has to be described.
    @Test
    void everyKindOfAddressIsDescribed() {
        Addresses addresses = new Addresses(plane.types());
        Set<String> described = new TreeSet<>();
        document.path("paths").propertyNames().forEach(path -> {
            List<String> parts = List.of(address(path).substring(1).split("/", -1));
            if (parts.getFirst().equals("subscriptions")) {
                described.add(addresses.parse(parts).getClass().getSimpleName());
            } else if (parts.getFirst().equals("providers")) {
                described.add(addresses.parseProviders(parts).getClass().getSimpleName());
            }
        });
        Set<String> kinds = new TreeSet<>();
        for (Class<?> kind : Address.class.getPermittedSubclasses()) {
            kinds.add(kind.getSimpleName());
        }
        assertThat(described).isEqualTo(kinds);
    }

    @Test
    void everyAddressOfTheServerItselfIsDescribed() {
        Set<String> described = new TreeSet<>(document.path("paths").propertyNames());
        assertThat(described).containsAll(LoginSurface.ADDRESSES);
        for (AdminSurface.Section section : AdminSurface.Section.values()) {
            String path = "/fairlead/" + section.word();
            assertThat(described).anyMatch(known -> (known + "/").startsWith(path + "/"));
        }
    }

    @Test
    void anIdInAnAddressMayBeEscaped() {
        String rack = "/" + GROUP.replace("absent", "default") + "/providers/Fairlead.Lab/racks/escaped";
        plane.put(rack + Plane.VERSION, "{\"location\": \"local\"}");
        String tags = rack.replace("/", "%2F") + "/providers/Microsoft.Resources/tags/default";
        assertThat(plane.get("/" + tags + Plane.VERSION).status()).isEqualTo(200);
    }

    @Test
    void isNotSentAgainToWhoHasIt() {
        String etag = answer.header("ETag");
        assertThat(etag).isNotEmpty();
        Answer again = plane.send("GET", "/openapi.json", Map.of("If-None-Match", etag), "");
        assertThat(again.status()).isEqualTo(304);
        assertThat(again.header("ETag")).isEqualTo(etag);
        assertThat(plane.get("/openapi.json").response().body())
                .isEqualTo(answer.response().body());
    }

    private static String address(String path) {
        String address = path;
        for (Map.Entry<String, String> name : NAMES.entrySet()) {
            address = address.replace(name.getKey(), name.getValue());
        }
        return address.replaceAll("\\{[A-Za-z0-9]+}", "one");
    }

    private static Answer ask(String method, String path) {
        return ask(method, path, Set.of("put", "post", "patch").contains(method) ? "{}" : "");
    }

    private static Answer ask(String method, String path, String body) {
        boolean versioned =
                path.startsWith("/subscriptions") || path.startsWith("/providers") || path.startsWith("/{scope}");
        String version = versioned ? Plane.VERSION : "";
        return plane.send(method.toUpperCase(Locale.ROOT), address(path) + version, body);
    }
}
