package fairlead.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.database.Migrations;
import fairlead.server.database.SqliteDatabase;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RefusalTrailTest {

    private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");

    @TempDir
    private Path folder;

    private SqliteDatabase database;
    private AuditTrail audit;
    private RefusalTrail refusals;

    @BeforeEach
    void start() {
        database = SqliteDatabase.open(folder.resolve("fairlead.db"));
        Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
        Migrations.apply(database, clock);
        audit = new AuditTrail();
        refusals = new RefusalTrail(database, audit, clock);
    }

    @AfterEach
    void stop() {
        database.close();
    }

    private static RefusalTrail.Refusal refusal(String name, String message) {
        Caller caller = new Caller(new Principal(name, "User"), "request", "correlation", Optional.empty(), "10.0.0.1");
        return new RefusalTrail.Refusal(caller, "s", "AuthorizationFailed", message, "PUT", "/subscriptions/s/x");
    }

    private List<JsonNode> records() {
        return recordsOf("s");
    }

    private List<JsonNode> recordsOf(String subscription) {
        return database
                .read(transaction -> audit.list(
                        transaction,
                        new AuditTrail.Search(
                                Optional.of(subscription).filter(id -> !id.isEmpty()),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Instant.EPOCH,
                                NOW.plusSeconds(60)),
                        NOW.plusSeconds(60),
                        0,
                        10_000))
                .stream()
                .map(entry -> JsonMapper.shared().readTree(new String(entry.json(), StandardCharsets.UTF_8)))
                .toList();
    }

    @Test
    void aRefusalIsRecordedWithWhoWasRefusedWhat() {
        refusals.refused(refusal("alice", "no role"));
        refusals.close();
        JsonNode record = records().getFirst();
        assertThat(record.path("eventName").asString()).isEqualTo("Refused");
        assertThat(record.at("/userIdentity/userName").asString()).isEqualTo("alice");
        assertThat(record.path("sourceIPAddress").asString()).isEqualTo("10.0.0.1");
        assertThat(record.at("/errorCode").asString()).isEqualTo("AuthorizationFailed");
        assertThat(record.at("/errorMessage").asString()).isEqualTo("no role");
        assertThat(record.at("/resources/0/ARN").asString()).isEqualTo("/subscriptions/s/x");
    }

    @Test
    void theSameRefusalsAreOneRecordWithTheirNumber() {
        for (int i = 0; i < 1_000; i++) {
            refusals.refused(refusal("alice", "no role"));
        }
        refusals.refused(refusal("bob", "no role"));
        refusals.close();
        assertThat(records())
                .extracting(record -> record.at("/userIdentity/userName").asString() + " "
                        + record.at("/requestParameters/times").asInt())
                .containsExactlyInAnyOrder("alice 1000", "bob 1");
    }

    @Test
    void nothingIsWrittenBeforeItHasBeenGathered() {
        refusals.refused(refusal("alice", "no role"));
        refusals.write(NOW.minusSeconds(1));
        assertThat(records()).isEmpty();
        refusals.write(NOW);
        assertThat(records()).hasSize(1);
    }

    @Test
    void whatDoesNotFitIsCountedAndTheNumberIsRecorded() {
        for (int i = 0; i < 9_000; i++) {
            refusals.refused(refusal("alice" + i, "no role"));
        }
        refusals.close();
        List<JsonNode> records = records();
        assertThat(records).hasSize(8_192);
        assertThat(records.stream()
                        .mapToLong(record ->
                                record.at("/requestParameters/notRecorded").asLong(0))
                        .sum())
                .isEqualTo(9_000 - 8_192);
    }

    @Test
    void aTokenIsRecordedOnceForEachDoor() {
        Caller caller = refusal("alice", "").caller();
        for (int i = 0; i < 100; i++) {
            refusals.recognised(caller.by(new RequestContext("arm", "az", "", Optional.empty())));
            refusals.recognised(caller.by(new RequestContext("native", "curl", "", Optional.empty())));
        }
        refusals.close();
        assertThat(recordsOf(""))
                .extracting(record -> record.path("eventName").asString() + " "
                        + record.at("/additionalEventData/door").asString() + " "
                        + record.path("userAgent").asString())
                .containsExactlyInAnyOrder("SignIn arm az", "SignIn native curl");
    }

    @Test
    void readsAreOneRecordWithTheirNumber() {
        AuditTrail.Deed deed = AuditTrail.Deed.managing(
                        "ReadAudit", "s", "", "/fairlead/audit", "", "{}".getBytes(StandardCharsets.UTF_8))
                .with(AuditTrail.Deed.Details.READING);
        refusals.done(refusal("alice", "").caller(), deed);
        refusals.done(refusal("alice", "").caller(), deed);
        refusals.close();
        assertThat(records()).singleElement().satisfies(record -> {
            assertThat(record.path("readOnly").asBoolean()).isTrue();
            assertThat(record.at("/requestParameters/times").asInt()).isEqualTo(2);
        });
    }
}
