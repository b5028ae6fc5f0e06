package fairlead.server.region;

import static fairlead.server.region.Regions.EAST;
import static fairlead.server.region.Regions.NORTH;
import static fairlead.server.region.Regions.SUBSCRIPTION;
import static fairlead.server.region.Regions.WEST;
import static fairlead.server.region.Regions.group;
import static fairlead.server.region.Regions.thing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.server.access.cell.FrontTokens;
import fairlead.server.access.role.BuiltInRoles;
import fairlead.server.arm.Plane.Answer;
import fairlead.server.type.Archives;
import fairlead.server.wiring.ControlPlane;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.cloudcontrol.CloudControlClient;
import software.amazon.awssdk.services.cloudcontrol.model.CloudControlException;
import tools.jackson.databind.JsonNode;

/// Callers sign in at a front: each cell knows who they are, and what they may do, by its copy of what the home has.
class SignInRegionsTest {

    private static final String PUBLIC = "http://fairlead.test";
    private static final String ROLES = "/providers/Microsoft.Authorization/roleDefinitions/";

    @TempDir
    private Path folder;

    private Regions regions;
    private Api front;
    private Api administrator;

    private String[] options() {
        return new String[] {
            "--sync-wait=30s",
            "--require-sign-in",
            "--cell-key-file=" + folder.resolve("cell.key"),
            "--key-file=" + folder.resolve("seal.key"),
            "--public-url=" + PUBLIC
        };
    }

    @BeforeEach
    void start() throws IOException {
        Path key = Files.writeString(folder.resolve("cell.key"), "0123456789".repeat(4));
        regions = new Regions(folder, List.of("--cell-key-file=" + key, "--public-url=" + PUBLIC), options());
        front = regions.front();
        String code =
                Files.readString(folder.resolve(WEST).resolve("bootstrap")).strip();
        JsonNode made = front.send("POST", "/fairlead/bootstrap", "{\"code\": \"" + code + "\"}")
                .json();
        administrator = signedIn(
                made.path("clientId").asString(), made.path("clientSecret").asString());
        for (String location : Regions.LOCATIONS) {
            eventually(() -> known(administrator, location));
        }
    }

    @AfterEach
    void stop() throws Exception {
        regions.close();
    }

    private Api signedIn(String client, String secret) {
        Answer answer = front.form(
                "/adfs/oauth2/token",
                "grant_type=client_credentials&client_id=" + client + "&client_secret=" + encoded(secret) + "&scope="
                        + encoded(PUBLIC + "//.default"));
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return front.as(answer.json().path("access_token").asString());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /// Whether a cell lets a caller in.
    private boolean known(Api caller, String location) {
        try (Api there = new Api(regions.cell(location).url(), caller.headers())) {
            return there.send("GET", "/fairlead/principals", "").status() == 200;
        }
    }

    private static void eventually(BooleanSupplier holds) {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!holds.getAsBoolean()) {
            assertThat(System.nanoTime()).as("it does not come about").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    /// A service principal.
    private record Service(String id, Api api) {}

    private Service service(String name) {
        String id = administrator
                .send("POST", "/fairlead/principals", "{\"name\": \"" + name + "\"}")
                .json()
                .path("id")
                .asString();
        String secret = administrator
                .send("POST", "/fairlead/principals/" + id + "/secrets", "{}")
                .json()
                .path("secret")
                .asString();
        return new Service(id, signedIn(id, secret));
    }

    private void give(Service service, UUID role, String scope) {
        Answer given = administrator.send(
                "PUT",
                scope + "/providers/Microsoft.Authorization/roleAssignments/" + UUID.randomUUID()
                        + "?api-version=2022-04-01",
                "{\"properties\": {\"roleDefinitionId\": \"" + ROLES + role + "\", \"principalId\": \"" + service.id()
                        + "\", \"principalType\": \"ServicePrincipal\"}}");
        assertThat(given.status()).as(given.response().body()).isEqualTo(201);
    }

    private void makeThings() {
        assertThat(administrator.putIn(WEST, group("g")).status()).isEqualTo(201);
        for (String location : Regions.LOCATIONS) {
            Answer made = administrator.putIn(location, thing("g", location));
            assertThat(made.status()).as(made.response().body()).isEqualTo(201);
        }
    }

    @Test
    void aCallerWorksInAllCellsByOneToken() {
        makeThings();
        assertThat(administrator.names(group("g") + "/resources", "")).containsExactlyInAnyOrder(WEST, NORTH, EAST);
        JsonNode made = administrator.get(thing("g", NORTH)).json();
        assertThat(made.at("/systemData/createdBy").asString()).isEqualTo("administrator");

        Answer deleted = administrator.delete(group("g"));
        assertThat(deleted.status()).as(deleted.response().body()).isEqualTo(200);
        assertThat(administrator.get(thing("g", EAST)).status()).isEqualTo(404);
    }

    @Test
    void whoHasNotSignedInMakesTheFrontDoNothing() {
        assertThat(administrator.putIn(WEST, group("g")).status()).isEqualTo(201);
        Answer refused = front.putIn(NORTH, thing("g", "n"));
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.header("WWW-Authenticate")).contains(PUBLIC + "/adfs");
        assertThat(front.get(thing("g", "n")).status()).isEqualTo(401);
        assertThat(front.delete(group("g")).status()).isEqualTo(401);
        assertThat(front.send("GET", "/fairlead/watch", "").status()).isEqualTo(401);
        assertThat(place(thing("g", "n")).has("placed")).isFalse();
    }

    private JsonNode place(String id) {
        String target = "/fairlead/cell/places?id=" + encoded(id);
        return asFront(WEST, "GET", target, "cell.key", Clock.systemUTC()).json();
    }

    private Answer asFront(String location, String method, String target, String key, Clock clock) {
        String token = FrontTokens.read(folder.resolve(key), clock).own(method, target);
        try (Api api = new Api(regions.cell(location).url(), Map.of("Authorization", token))) {
            return api.send(method, target, "");
        }
    }

    @Test
    void whatFrontsAskIsAnsweredToFrontsAlone() throws IOException {
        Files.writeString(folder.resolve("other.key"), "another key ".repeat(4));
        Clock now = Clock.systemUTC();
        String access = "/fairlead/cell/access";
        assertThat(regions.cell(WEST).send("GET", access, "").status()).isEqualTo(401);
        assertThat(asFront(WEST, "GET", access, "other.key", now).status()).isEqualTo(401);
        assertThat(asFront(WEST, "GET", access, "cell.key", Clock.offset(now, Duration.ofSeconds(-31)))
                        .status())
                .isEqualTo(401);
        assertThat(asFront(WEST, "GET", access, "cell.key", now).status()).isEqualTo(200);
        try (Api direct = new Api(regions.cell(WEST).url(), administrator.headers())) {
            assertThat(direct.send("GET", access, "").status()).isEqualTo(403);
            assertThat(direct.send("GET", "/fairlead/cell", "").status()).isEqualTo(403);
        }
        assertThat(administrator.send("GET", access, "").status()).isEqualTo(404);
        try (Api forged = new Api(regions.cell(WEST).url(), Map.of("x-fairlead-front", "1.x http://a a 192.0.2.1"))) {
            assertThat(forged.send("GET", "/livez", "").status()).isEqualTo(403);
        }
    }

    @Test
    void rolesCountInAllCellsAndListsShowWhatMayBeSeen() {
        makeThings();
        assertThat(administrator.putIn(NORTH, group("h")).status()).isEqualTo(201);
        assertThat(administrator.putIn(NORTH, thing("h", "secret")).status()).isEqualTo(201);
        Service reader = service("reader");
        assertThat(reader.api().get(thing("g", NORTH)).status()).isEqualTo(404);
        give(reader, BuiltInRoles.READER.id(), group("g"));
        eventually(() -> reader.api().get(thing("g", NORTH)).status() == 200);
        eventually(() -> reader.api().names(SUBSCRIPTION + "/resources", "").containsAll(Regions.LOCATIONS));

        assertThat(reader.api().names(SUBSCRIPTION + "/resources", "")).doesNotContain("secret");
        assertThat(reader.api().get(thing("h", "secret")).status()).isEqualTo(403);
        assertThat(reader.api().putIn(NORTH, thing("g", "more")).status()).isEqualTo(403);
        assertThat(reader.api().delete(thing("g", EAST)).status()).isEqualTo(403);

        give(reader, BuiltInRoles.CONTRIBUTOR.id(), thing("g", EAST));
        eventually(() -> reader.api().delete(thing("g", EAST)).status() < 300);
    }

    @Test
    void whoMayDoNothingLearnsOfNothing() {
        makeThings();
        Service stranger = service("stranger");
        eventually(() -> stranger.api().get(thing("g", NORTH)).status() == 404);
        Answer refused = stranger.api().putIn(NORTH, thing("g", "theirs"));
        assertThat(refused.status()).isEqualTo(404);
        assertThat(refused.code()).isEqualTo("SubscriptionNotFound");
        assertThat(stranger.api().delete(group("g")).code()).isEqualTo("SubscriptionNotFound");
        assertThat(stranger.api().names(SUBSCRIPTION + "/resources", "")).isEmpty();
        assertThat(stranger.api().names("/subscriptions", "")).isEmpty();
    }

    @Test
    void whoIsRevokedIsOutInAllCells() {
        makeThings();
        Service service = service("service");
        give(service, BuiltInRoles.READER.id(), SUBSCRIPTION);
        eventually(() -> service.api().get(thing("g", NORTH)).status() == 200);
        administrator.send("POST", "/fairlead/principals/" + service.id() + "/revoke", "");
        eventually(() -> service.api().get(thing("g", NORTH)).status() == 401);
    }

    @Test
    void aCellThatHasHeardNothingForAMinuteServesReadsAlone() {
        makeThings();
        regions.end(WEST);
        assertThat(administrator
                        .send("PATCH", thing("g", NORTH) + Api.VERSION, "{\"tags\": {\"a\": \"1\"}}")
                        .status())
                .isEqualTo(200);
        regions.elapse(NORTH, Duration.ofSeconds(61));
        Answer refused = administrator.send("PATCH", thing("g", NORTH) + Api.VERSION, "{\"tags\": {\"a\": \"2\"}}");
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.code()).isEqualTo("AccessDataTooOld");
        assertThat(refused.header("Retry-After")).isNotEmpty();
        assertThat(administrator.get(thing("g", NORTH)).json().at("/tags/a").asString())
                .isEqualTo("1");

        regions.begin(WEST, folder.resolve(WEST), options());
        try (Api another = regions.anotherFront().as(token())) {
            eventually(() -> another.send("PATCH", thing("g", NORTH) + Api.VERSION, "{\"tags\": {\"a\": \"2\"}}")
                            .status()
                    == 200);
        }
    }

    private String token() {
        return administrator.headers().getOrDefault("Authorization", "").substring("Bearer ".length());
    }

    @Test
    void aCellThatIsStartedAgainReadsByWhatItHadAndWaitsWithWrites() {
        makeThings();
        regions.end(WEST);
        regions.end(NORTH);
        regions.begin(NORTH, folder.resolve(NORTH), options());
        try (Api direct = new Api(regions.cell(NORTH).url(), administrator.headers())) {
            assertThat(direct.get(thing("g", NORTH)).status()).isEqualTo(200);
            assertThat(direct.delete(thing("g", NORTH)).code()).isEqualTo("AccessDataTooOld");
        }
    }

    @Test
    void aCellThatCantOpenWhatTheHomeHasSealedTakesNoCopy() {
        makeThings();
        regions.end(NORTH);
        String[] others = options();
        others[3] = "--key-file=" + folder.resolve("other-seal.key");
        regions.begin(NORTH, folder.resolve("fresh"), others);
        String stamp = asFront(NORTH, "POST", "/fairlead/cell/access", "cell.key", Clock.systemUTC())
                .json()
                .path("stamp")
                .asString();
        String content = asFront(WEST, "GET", "/fairlead/cell/access", "cell.key", Clock.systemUTC())
                .response()
                .body();
        String target = "/fairlead/cell/access?stamp=" + encoded(stamp);
        String token =
                FrontTokens.read(folder.resolve("cell.key"), Clock.systemUTC()).own("PUT", target);
        try (Api api = new Api(regions.cell(NORTH).url(), Map.of("Authorization", token))) {
            Answer refused = api.send("PUT", target, content);
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.code()).isEqualTo("AccessDataSealedOtherwise");
        }
    }

    @Test
    void accessDataAreChangedAtTheHomeAlone() {
        try (Api north = new Api(regions.cell(NORTH).url(), administrator.headers())) {
            assertMisdirected(north.send("POST", "/fairlead/principals", "{\"name\": \"x\"}"));
            assertMisdirected(north.send(
                    "PUT",
                    SUBSCRIPTION + "/providers/Microsoft.Authorization/roleAssignments/" + UUID.randomUUID()
                            + "?api-version=2022-04-01",
                    "{\"properties\": {\"roleDefinitionId\": \"" + ROLES + BuiltInRoles.READER.id()
                            + "\", \"principalId\": \"" + UUID.randomUUID()
                            + "\", \"principalType\": \"ServicePrincipal\"}}"));
            assertMisdirected(north.form("/adfs/oauth2/token", "grant_type=client_credentials&client_id=a"));
        }
        assertThat(Files.exists(folder.resolve(NORTH).resolve("bootstrap"))).isFalse();
    }

    private static void assertMisdirected(Answer answer) {
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(421);
        assertThat(answer.response().body()).contains(WEST);
    }

    @Test
    void typesAreRegisteredInAllCells() {
        Answer registered = administrator.post("/fairlead/types?tests=skip", Archives.zip(Archives.bookmark()));
        assertThat(registered.status()).as(registered.response().body()).isEqualTo(201);
        try (Api east = new Api(regions.cell(EAST).url(), administrator.headers())) {
            assertThat(east.send("GET", "/fairlead/types/Example::Web::Bookmark", "")
                            .status())
                    .isEqualTo(200);
        }
        Answer removed = administrator.send("DELETE", "/fairlead/types/Example::Web::Bookmark", "");
        assertThat(removed.status()).as(removed.response().body()).isLessThan(300);
    }

    @Test
    void guardrailsAndQuotasHoldInAllCells() {
        makeThings();
        String rule = "{\"properties\": {\"policyRule\": {\"if\": {\"field\": \"name\", \"like\": \"forbidden*\"},"
                + " \"then\": {\"effect\": \"deny\"}}, \"mode\": \"All\"}}";
        String policies = SUBSCRIPTION + "/providers/Microsoft.Authorization/policy";
        Answer defined = administrator.send("PUT", policies + "Definitions/names?api-version=2023-04-01", rule);
        assertThat(defined.status()).as(defined.response().body()).isEqualTo(201);
        Answer assigned = administrator.send(
                "PUT",
                policies + "Assignments/names?api-version=2023-04-01",
                "{\"properties\": {\"policyDefinitionId\": \"" + policies + "Definitions/names\"}}");
        assertThat(assigned.status()).as(assigned.response().body()).isEqualTo(201);
        // Another one each time: what was made before the copy came is there, and a PUT of the same changes nothing.
        AtomicInteger names = new AtomicInteger();
        eventually(() -> administrator
                .putIn(NORTH, thing("g", "forbidden" + names.incrementAndGet()))
                .code()
                .equals("RequestDisallowedByPolicy"));

        String quota = SUBSCRIPTION + "/providers/Microsoft.Quota/quotas/resources?api-version=2025-09-01";
        Answer limited = administrator.send("PUT", quota, "{\"properties\": {\"limit\": {\"value\": 1}}}");
        assertThat(limited.status()).as(limited.response().body()).isLessThan(300);
        try {
            eventually(() -> administrator
                    .putIn(NORTH, thing("g", "beyond" + names.incrementAndGet()))
                    .code()
                    .equals("QuotaExceeded"));
        } finally {
            administrator.send("DELETE", quota, "");
        }
    }

    private CloudControlClient aws(String region, JsonNode key) {
        return CloudControlClient.builder()
                .endpointOverride(front.url())
                .region(Region.of(region))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(
                        key.path("accessKeyId").asString(),
                        key.path("secretAccessKey").asString())))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    @Test
    void awsToolsSignForEachRegionByAKeyOfTheHome() {
        Service service = service("aws");
        give(service, BuiltInRoles.CONTRIBUTOR.id(), SUBSCRIPTION);
        String keys = "/fairlead/principals/" + service.id() + "/keys";
        JsonNode key = administrator
                .send("POST", keys, "{\"subscription\": \"" + ControlPlane.DEVELOPMENT + "\", \"days\": 1}")
                .json();
        for (String region : Regions.LOCATIONS) {
            try (CloudControlClient client = aws(region, key)) {
                eventually(() -> takes(client));
                assertThat(client.createResource(request ->
                                        request.typeName("Fairlead::Lab::Thing").desiredState("{\"Text\": \"hello\"}"))
                                .progressEvent()
                                .operationStatusAsString())
                        .isIn("SUCCESS", "IN_PROGRESS");
            }
        }
        administrator.send("DELETE", keys + "/" + key.path("accessKeyId").asString(), "");
        try (CloudControlClient client = aws(EAST, key)) {
            eventually(() -> !takes(client));
            assertThatThrownBy(() -> client.listResources(request -> request.typeName("Fairlead::Lab::Thing")))
                    .isInstanceOf(CloudControlException.class);
        }
    }

    private static boolean takes(CloudControlClient client) {
        try {
            return client.listResources(request -> request.typeName("Fairlead::Lab::Thing"))
                    .hasResourceDescriptions();
        } catch (CloudControlException refused) {
            return false;
        }
    }

    @Test
    void aFrontSaysWhatItLacks() {
        assertThatThrownBy(() -> regions.anotherFront(List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--cell-key-file");
    }
}
