package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.admin.AdminSection;
import fairlead.server.arm.Plane.Answer;
import fairlead.server.arm.address.Address;
import fairlead.server.arm.address.Addresses;
import fairlead.server.health.HealthSurface;
import fairlead.server.login.LoginSurface;
import fairlead.server.type.AccountTypes;
import fairlead.server.wiring.ControlPlane;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
            "{apiVersion}", "2026-11-01",
            "{operationId}", "0199a1b2-0000-7000-8000-000000000000",
            "{typeName}", "Initech::TPS::Report");

    private static final String BY_MODELS = "described by the Smithy models of the service";

    /// Of each surface an address that is described, or why none is.
    private static final Map<String, String> SURFACES = Map.ofEntries(
            Map.entry("ArmSurface", "/subscriptions"),
            Map.entry("AdminSurface", "/fairlead/"),
            Map.entry("EndpointSurface", "/fairlead/endpoints/"),
            Map.entry("IdentitySurface", "/fairlead/principals"),
            Map.entry("AccessKeySurface", "/fairlead/principals/{principalId}/keys"),
            Map.entry("DeviceSurface", "/fairlead/device/"),
            Map.entry("SignInSurface", "/fairlead/signin"),
            Map.entry("ApprovalSurface", "/fairlead/approvals"),
            Map.entry("StackSurface", "/fairlead/stacks"),
            Map.entry("GraphSurface", "Microsoft publishes its description"),
            Map.entry("AuthorizationSurface", "Azure publishes its description"),
            Map.entry("DeploymentSurface", "Azure publishes its description"),
            Map.entry("DeploymentStackSurface", "Azure publishes its description"),
            Map.entry("StackWhatIfSurface", "Azure publishes its description"),
            Map.entry("ActivityLogSurface", "Azure publishes its description"),
            Map.entry("SecretsManagerSurface", BY_MODELS),
            Map.entry("ParameterStoreSurface", BY_MODELS),
            Map.entry("CustomAnswerSurface", "CloudFormation's guide describes what is sent there"),
            Map.entry("SignalSurface", "CloudFormation's guide describes what is sent there"),
            Map.entry("PolicySurface", "Azure publishes its description"),
            Map.entry("InsightsSurface", "Azure publishes its description"),
            Map.entry("QuotaSurface", "Azure publishes its description"),
            Map.entry("ServiceQuotasSurface", BY_MODELS),
            Map.entry("WatchSurface", "/fairlead/watch"),
            Map.entry("WebhookSurface", "/fairlead/webhooks"),
            Map.entry("MetricsSurface", "/metrics"),
            Map.entry("HealthSurface", "/readyz"),
            Map.entry("OpenApiSurface", "/openapi.json"),
            Map.entry("LoginSurface", "/metadata/endpoints"),
            Map.entry("CloudControlSurface", BY_MODELS),
            Map.entry("CloudTrailSurface", BY_MODELS),
            Map.entry("TaggingSurface", BY_MODELS),
            Map.entry("QuerySurface", BY_MODELS),
            Map.entry("S3Surface", BY_MODELS),
            Map.entry("CellSurface", "for the front alone"),
            Map.entry("PlacementTokens", "what it lets pass is another surface's"),
            Map.entry("FrontSurface", "serves what its cells serve"));

    private static final Pattern SURFACE = Pattern.compile("class \\w+ implements Surface\\b");

    private static final Pattern ROW =
            Pattern.compile("^\\| (?:`(/[^`?]*)[^`]*`)? ?\\| (GET|PUT|POST|PATCH|DELETE) \\|");

    @TempDir
    private static Path folder;

    private static Plane plane;
    private static Answer answer;
    private static JsonNode document;

    @BeforeAll
    static void start() {
        plane = Plane.withKeys(folder, Duration.ofSeconds(1));
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
        Addresses addresses = new Addresses(new AccountTypes(plane.types()));
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
        assertThat(described).containsAll(LoginSurface.ADDRESSES).containsAll(HealthSurface.ADDRESSES);
        for (AdminSection section : AdminSection.values()) {
            String path = "/fairlead/" + section.word();
            assertThat(described).anyMatch(known -> (known + "/").startsWith(path + "/"));
        }
    }

    /// A surface that is new has to be accounted for.
    @Test
    void everySurfaceIsDescribedOrHasAModelOfItsOwn() throws IOException {
        Set<String> surfaces = new TreeSet<>();
        try (Stream<Path> sources = Files.walk(Path.of("src", "main", "java"))) {
            for (Path source : sources.filter(Files::isRegularFile).toList()) {
                if (SURFACE.matcher(Files.readString(source)).find()) {
                    surfaces.add(source.getFileName().toString().replace(".java", ""));
                }
            }
        }
        assertThat(surfaces).containsExactlyInAnyOrderElementsOf(SURFACES.keySet());
        assertThat(SURFACES.values().stream().filter(root -> root.startsWith("/")))
                .allMatch(root ->
                        document.path("paths").propertyNames().stream().anyMatch(path -> path.startsWith(root)));
    }

    /// The page of the native API and the document know the same addresses and methods.
    @Test
    void theNativeApiIsDescribedAsItsPageHasIt() throws IOException {
        Set<String> described = new TreeSet<>();
        document.path("paths").forEachEntry((path, item) -> {
            if (path.startsWith("/fairlead/")
                    || HealthSurface.ADDRESSES.contains(path)
                    || path.equals("/metrics")
                    || path.startsWith("/swagger/")
                    || path.equals("/openapi.json")) {
                METHODS.stream()
                        .filter(item::has)
                        .forEach(method -> described.add(path.replaceAll("\\{[^}]*}", "{}") + " " + method));
            }
        });
        Set<String> shown = new TreeSet<>();
        String address = "";
        for (String line : Files.readAllLines(Path.of("..", "docs", "reference", "native-api.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.find()) {
                address = row.group(1) == null ? address : row.group(1).replaceAll("\\{[^}]*}", "{}");
                shown.add(address + " " + row.group(2).toLowerCase(Locale.ROOT));
            }
        }
        assertThat(shown).isEqualTo(described);
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
