package fairlead.server.arm.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.audit.DatabaseSource;
import fairlead.server.access.audit.LogVerifier;
import fairlead.server.access.role.BuiltInRoles;
import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import fairlead.server.database.Database;
import fairlead.server.database.OfflineCheck;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What a server that asks callers to sign in writes into its audit trail, from its start to its end.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AuditRecordsTest {

    private static final String THING = Plane.THINGS + "/one" + Plane.VERSION;
    private static final String CANARY = "canary-of-a-secret";
    private static final Instant LAST = Instant.ofEpochMilli(Long.MAX_VALUE);

    @TempDir
    private static Path folder;

    private final List<JsonNode> records = new ArrayList<>();
    private String administrator = "";
    private String readerToken = "";

    @BeforeAll
    void live() {
        try (Plane plane = Plane.start(folder, Duration.ofSeconds(5), "--require-sign-in")) {
            SignedIn admin = SignedIn.administrator(plane, folder);
            administrator = admin.id();
            SignedIn reader = admin.makes("reader");
            readerToken = reader.authorization();
            admin.gives(reader.id(), BuiltInRoles.READER.id().toString(), Plane.SUBSCRIPTION);
            Map<String, String> program = Map.of("User-Agent", "auditor/1.0");
            admin.send("PUT", THING, program, body(3));
            admin.send("PUT", THING, program, body(4));
            assertThat(reader.put(THING, body(5)).status()).isEqualTo(403);
            assertThat(reader.put(THING, body(5)).status()).isEqualTo(403);
            assertThat(SignedIn.token(plane, reader.id(), "wrong-" + CANARY).status())
                    .isEqualTo(401);
            assertThat(SignedIn.withToken(plane, "made-up-" + CANARY).get(THING).status())
                    .isEqualTo(401);
            Answer read = admin.get("/fairlead/audit");
            assertThat(read.status()).isEqualTo(200);
        }
        try (Database database = OfflineCheck.open(folder.resolve("fairlead.db"))) {
            for (String subscription : List.of("", Plane.SUBSCRIPTION.substring("/subscriptions/".length()))) {
                AuditTrail.Search search = new AuditTrail.Search(
                        Optional.of(subscription).filter(id -> !id.isEmpty()),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Instant.EPOCH,
                        LAST);
                database.read(transaction -> new AuditTrail().list(transaction, search, LAST, 0, 1000))
                        .forEach(entry -> records.add(JsonMapper.shared().readTree(entry.json())));
            }
            assertThat(new LogVerifier(new DatabaseSource(database), List.of(), Optional.empty())
                            .verify()
                            .findings())
                    .isEmpty();
        }
    }

    private static String body(int size) {
        return "{\"location\": \"local\", \"properties\": {\"Size\": " + size + ", \"Secret\": \"" + CANARY + "\"}}";
    }

    private List<JsonNode> of(String name) {
        return records.stream()
                .filter(record -> record.path("eventName").asString().equals(name))
                .toList();
    }

    private static String text(JsonNode record, String pointer) {
        return record.at(pointer).asString("");
    }

    @Test
    void aChangeTellsWhoByWhichWayWhatPermittedItAndFromWhatToWhat() {
        JsonNode second = of("PutResource").getFirst();
        assertThat(text(second, "/userIdentity/principalId")).isEqualTo(administrator);
        assertThat(text(second, "/userIdentity/sessionContext/attributes/creationDate"))
                .isNotEmpty();
        assertThat(text(second, "/userAgent")).isEqualTo("auditor/1.0");
        assertThat(text(second, "/apiVersion")).isEqualTo("2026-11-01");
        JsonNode more = second.path("additionalEventData");
        assertThat(text(more, "/door")).isEqualTo("arm");
        assertThat(text(more, "/action")).isEqualTo("Fairlead.Lab/things/write");
        assertThat(text(more, "/scope")).endsWith("/things/one");
        assertThat(text(more, "/role")).isEqualTo("Owner");
        assertThat(text(more, "/roleAssignment")).isNotEmpty();
        assertThat(text(more, "/etagBefore")).isNotEmpty().isNotEqualTo(text(more, "/etagAfter"));
        assertThat(more.at("/changes/0/from").asInt()).isEqualTo(3);
        assertThat(more.at("/changes/0/to").asInt()).isEqualTo(4);
        assertThat(text(more, "/changes/0/path")).isEqualTo("/properties/Size");
    }

    @Test
    void refusalsAreOneRecordWithTheirNumberAndTheirCode() {
        assertThat(of("Refused")).anySatisfy(record -> {
            assertThat(text(record, "/errorCode")).isEqualTo("AuthorizationFailed");
            assertThat(text(record, "/userIdentity/userName")).isEqualTo("reader");
            assertThat(record.at("/requestParameters/times").asInt()).isEqualTo(2);
        });
        assertThat(of("Refused"))
                .anySatisfy(record -> assertThat(text(record, "/errorCode")).isEqualTo("InvalidAuthenticationToken"));
    }

    @Test
    void signInsGoodAndBadAreRecorded() {
        assertThat(of("SignIn"))
                .anySatisfy(record ->
                        assertThat(text(record, "/userIdentity/principalId")).isEqualTo(administrator));
        assertThat(of("IssueToken"))
                .anySatisfy(record -> assertThat(text(record, "/errorCode")).isEqualTo("invalid_client"))
                .anySatisfy(record -> assertThat(text(record, "/errorCode")).isEmpty());
    }

    @Test
    void bootstrapRolesPrincipalsReadsAndTheServersLifeAreRecorded() {
        assertThat(records)
                .extracting(record -> record.path("eventName").asString())
                .contains(
                        "CreatePrincipal",
                        "AddCredential",
                        "PutRoleAssignment",
                        "ReadAudit",
                        "StartServer",
                        "StopServer");
        assertThat(of("ReadAudit"))
                .allSatisfy(record ->
                        assertThat(record.path("readOnly").asBoolean()).isTrue());
    }

    @Test
    void noSecretAndNoTokenIsInARecord() {
        assertThat(records)
                .isNotEmpty()
                .allSatisfy(record -> assertThat(record.toString())
                        .doesNotContain(CANARY)
                        .doesNotContain(readerToken.substring("Bearer ".length())));
    }
}
