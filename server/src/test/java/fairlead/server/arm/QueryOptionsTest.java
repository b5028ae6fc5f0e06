package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.access.approval.ApprovalSurface;
import fairlead.server.access.identity.IdentitySurface;
import fairlead.server.admin.NativeQueryOptions;
import fairlead.server.arm.address.Address;
import fairlead.server.arm.address.Addresses;
import fairlead.server.arm.address.QueryOptions;
import fairlead.server.event.watch.WatchSurface;
import fairlead.server.health.HealthSurface;
import fairlead.server.login.LoginSurface;
import fairlead.server.stack.http.StackSurface;
import fairlead.server.type.AccountTypes;
import fairlead.server.wiring.ControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The query options that routes declare, against `/openapi.json` and the reference. A route reads no other ones.
class QueryOptionsTest {

    private static final List<String> METHODS = List.of("get", "head", "put", "post", "patch", "delete");

    private static final Set<String> TOKENS = Set.of("/msi/token", "/adfs/oauth2/token");

    /// A list of a type whose resources are not recorded takes a filter only to refuse it.
    private static final String REFUSED = "$filter";

    private static final Map<String, String> NAMES = Map.of(
            "{scope}",
            "subscriptions/" + ControlPlane.DEVELOPMENT + "/resourceGroups/g/providers/Fairlead.Lab/racks/one",
            "{subscriptionId}",
            ControlPlane.DEVELOPMENT,
            "{namespace}",
            "Fairlead.Lab");

    private static final Pattern ROW = Pattern.compile("^\\| `([^`]+)` \\| ((?:`[^`]+`(?:, )?)+) \\|");
    private static final Pattern WORD = Pattern.compile("`([^`]+)`");

    @TempDir
    private static Path folder;

    private static Plane plane;
    private static JsonNode document;

    @BeforeAll
    static void start() {
        plane = Plane.start(folder, Duration.ofSeconds(1));
        document = plane.get("/openapi.json").json();
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    private interface Visitor {
        void visit(String method, String path, Set<String> described);
    }

    private static void eachOperation(Visitor visitor) {
        document.path("paths")
                .forEachEntry((path, item) -> METHODS.stream().filter(item::has).forEach(method -> {
                    Set<String> described = new TreeSet<>(options(item));
                    described.addAll(options(item.path(method)));
                    visitor.visit(method, path, described);
                }));
    }

    private static Set<String> options(JsonNode described) {
        return described
                .path("parameters")
                .valueStream()
                .map(parameter -> parameter.has("$ref")
                        ? document.at(parameter.path("$ref").asString("").substring(1))
                        : parameter)
                .filter(parameter -> parameter.path("in").asString("").equals("query"))
                .map(parameter -> parameter.path("name").asString(""))
                .collect(Collectors.toSet());
    }

    @Test
    void areDescribedAsRoutesDeclareThem() {
        eachOperation((method, path, described) -> assertThat(described)
                .as(method + " " + path)
                .isEqualTo(declared(method.toUpperCase(Locale.ROOT), path, described)));
    }

    private static Set<String> declared(String method, String path, Set<String> described) {
        List<String> parts = segments(path);
        return new TreeSet<>(
                switch (parts.getFirst()) {
                    case "subscriptions", "providers" -> ofArm(method, parts, described);
                    case "fairlead" ->
                        path.equals("/fairlead/approvals")
                                ? ApprovalSurface.QUERY_OPTIONS
                                : path.equals("/fairlead/watch")
                                        ? WatchSurface.QUERY_OPTIONS
                                        : parts.get(1).equals("stacks")
                                                ? StackSurface.queryOptions(method, parts)
                                                : Set.of("principals", "device", "access", "approvals")
                                                                .contains(parts.get(1))
                                                        ? (method.equals("GET")
                                                                ? IdentitySurface.queryOptions(parts)
                                                                : Set.<String>of())
                                                        : NativeQueryOptions.of(method, parts);
                    case "livez", "readyz" -> HealthSurface.QUERY_OPTIONS;
                    default -> TOKENS.contains(path) ? LoginSurface.QUERY_OPTIONS : Set.<String>of();
                });
    }

    private static Set<String> ofArm(String method, List<String> parts, Set<String> described) {
        Addresses addresses = new Addresses(new AccountTypes(plane.types()));
        Address address =
                parts.getFirst().equals("providers") ? addresses.parseProviders(parts) : addresses.parse(parts);
        Set<String> declared = new TreeSet<>(QueryOptions.of(address, method));
        if (address instanceof Address.ResourceList(var _, var type)
                && !type.current().recorded()) {
            assertThat(described).doesNotContain(REFUSED);
            declared.remove(REFUSED);
        }
        return declared;
    }

    private static List<String> segments(String path) {
        String address = path;
        for (Map.Entry<String, String> name : NAMES.entrySet()) {
            address = address.replace(name.getKey(), name.getValue());
        }
        return List.of(
                address.substring(1).replaceAll("\\{[A-Za-z0-9]+}", "one").split("/", -1));
    }

    @Test
    void ofTheProtocolAreInItsReference() throws IOException {
        Map<String, Set<String>> described = new TreeMap<>();
        eachOperation((method, path, options) -> {
            if (path.startsWith("/subscriptions") || path.startsWith("/providers") || path.startsWith("/{scope}")) {
                options.forEach(option ->
                        described.computeIfAbsent(option, _ -> new TreeSet<>()).add(method.toUpperCase(Locale.ROOT)));
            }
        });
        assertThat(table("arm.md")).isEqualTo(described);
    }

    @Test
    void ofTheNativeApiAreInItsReference() throws IOException {
        Map<String, Set<String>> described = new TreeMap<>();
        eachOperation((method, path, options) -> {
            boolean own = path.startsWith("/fairlead/") || TOKENS.contains(path);
            if (own && !options.isEmpty()) {
                described
                        .computeIfAbsent(path.replaceAll("\\{[^}]*}", "{name}"), _ -> new TreeSet<>())
                        .addAll(options);
            }
        });
        assertThat(table("native-api.md")).isEqualTo(described);
    }

    /// The rows below the title "Query options": a name, and the words beside it.
    private static Map<String, Set<String>> table(String page) throws IOException {
        Map<String, Set<String>> rows = new TreeMap<>();
        boolean within = false;
        for (String line : Files.readAllLines(Path.of("..", "docs", "reference", page))) {
            within = line.startsWith("## ") ? line.equals("## Query options") : within;
            Matcher row = ROW.matcher(line);
            if (within && row.find()) {
                Set<String> words = new TreeSet<>();
                WORD.matcher(row.group(2)).results().forEach(word -> words.add(word.group(1)));
                rows.put(row.group(1), words);
            }
        }
        return rows;
    }

    /// A request that gives an option twice, with two values, is refused by a route that reads it.
    @Test
    void areRead() {
        plane.put(
                Plane.THINGS + "/read" + Plane.VERSION, "{\"location\": \"local\", \"properties\": {\"Text\": \"a\"}}");
        Map<String, String> routes = Map.of(
                "PUT " + Plane.THINGS + "/read" + Plane.VERSION,
                "replace",
                "PATCH " + Plane.THINGS + "/read" + Plane.VERSION,
                "replace",
                "POST " + Plane.THINGS + "/read/whatIf" + Plane.VERSION,
                "replace",
                "GET /fairlead/audit?until=2026-11-21T14:00:00Z",
                "plane",
                "GET " + Plane.SUBSCRIPTION + "/resources" + Plane.VERSION,
                "$expand");
        routes.forEach((route, option) -> {
            String[] parts = route.split(" ", 2);
            String name = option.replace("$", "%24");
            String body = parts[0].equals("GET") ? "" : "{\"location\": \"local\", \"properties\": {\"Text\": \"b\"}}";
            String address = parts[1] + "&" + name + "=1&" + name + "=2";
            assertThat(plane.send(parts[0], address, body).status()).as(address).isEqualTo(400);
        });
    }
}
