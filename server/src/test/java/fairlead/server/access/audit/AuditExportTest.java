package fairlead.server.access.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.database.Database;
import fairlead.server.database.Migrations;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.secret.Vault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What becomes of sealed records: they are given away, kept for their time, and made to forget a person.
class AuditExportTest {

    private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");
    private static final UUID ALICE = new UUID(1, 2);

    @TempDir
    private Path folder;

    private final AuditTrail audit = new AuditTrail();
    private Database database;
    private Instant now = NOW;

    @BeforeEach
    void start() {
        database = SqliteDatabase.open(folder.resolve("fairlead.db"));
        Migrations.apply(database, Clock.systemUTC());
    }

    @AfterEach
    void stop() {
        database.close();
    }

    private Clock clock() {
        return Clock.fixed(now, ZoneOffset.UTC);
    }

    private void write(String name, int records) {
        Caller caller = new Caller(
                new Principal(name, "User", name.equals("alice") ? ALICE : new UUID(1, 3)),
                "request",
                "correlation",
                Optional.empty(),
                "10.0.0.1");
        byte[] nothing = "{}".getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < records; i++) {
            database.write(transaction -> {
                audit.append(transaction, now, caller, AuditTrail.Deed.managing("Do", "", "", "/x", "Lab", nothing));
                return name;
            });
        }
        AuditKeys keys = new AuditKeys(
                database, new Vault(Vault::newKeyset), clock(), Optional.of(folder.resolve(AuditKeys.FILE)));
        new Sealer(database, keys, clock(), "one").sealAll();
    }

    private AuditExport export(long longest) {
        return new AuditExport(
                database,
                audit,
                clock(),
                new AuditExport.Settings(
                        Optional.of(folder.resolve("audit.jsonl")),
                        Optional.of(folder.resolve("checkpoint")),
                        longest));
    }

    private List<JsonNode> lines() throws IOException {
        List<JsonNode> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(path -> path.getFileName().toString().startsWith("audit.jsonl"))
                    .sorted((one, other) ->
                            other.getNameCount() == 0 ? 0 : order(one).compareTo(order(other)))
                    .toList()) {
                Files.readAllLines(file)
                        .forEach(line -> all.add(JsonMapper.shared().readTree(line)));
            }
        }
        return all;
    }

    /// The one without a number is the last.
    private static String order(Path file) {
        String name = file.getFileName().toString();
        return name.equals("audit.jsonl") ? name + "~" : name;
    }

    private static List<Long> numbers(List<JsonNode> lines) {
        return lines.stream()
                .filter(line -> line.has("number"))
                .map(line -> line.path("number").asLong())
                .toList();
    }

    private LogVerifier.Report verify() {
        return new LogVerifier(new DatabaseSource(database), List.of(), Optional.empty()).verify();
    }

    @Test
    void eachRecordIsALineAndSoIsTheCheckpoint() throws IOException {
        write("alice", 3);
        try (AuditExport export = export(1 << 20)) {
            assertThat(export.export()).isTrue();
        }
        List<JsonNode> lines = lines();
        assertThat(numbers(lines)).containsExactly(1L, 2L, 3L);
        assertThat(lines.getFirst().at("/record/userIdentity/userName").asString())
                .isEqualTo("alice");
        assertThat(lines.getLast().path("checkpoint").asString()).contains("\n3\n");
        assertThat(Files.readString(folder.resolve("checkpoint")))
                .isEqualTo(lines.getLast().path("checkpoint").asString());
    }

    private static Caller developer() {
        return new Caller(Principal.DEVELOPER, "request", "correlation", Optional.empty(), "");
    }

    private void change(AuditTrail gated) {
        database.write(transaction -> {
            gated.append(
                    transaction,
                    now,
                    developer(),
                    AuditTrail.Deed.managing("Do", "", "", "/x", "Lab", "{}".getBytes(StandardCharsets.UTF_8)));
            return true;
        });
    }

    private AuditExport exportWith(Clock moving) {
        return new AuditExport(
                database,
                audit,
                moving,
                new AuditExport.Settings(Optional.of(folder.resolve("out/audit.jsonl")), Optional.empty(), 1 << 20));
    }

    /// A clock that shows what `now` is.
    private Clock moving() {
        return new Clock() {
            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(java.time.ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now;
            }
        };
    }

    @Test
    void noChangeIsMadeWhileARecordHasWaitedTooLong() throws IOException {
        Files.writeString(folder.resolve("out"), "a file where a folder has to be");
        try (AuditExport export = exportWith(moving())) {
            AuditTrail gated = audit.gated(export.within(Duration.ofSeconds(10)));
            write("alice", 1);
            assertThat(export.export()).isFalse();
            change(gated);

            now = NOW.plusSeconds(11);
            assertThat(export.export()).isFalse();
            assertThatThrownBy(() -> change(gated))
                    .isInstanceOfSatisfying(
                            ProblemException.class,
                            refused -> assertThat(refused.problem().code()).isEqualTo(ProblemCode.AUDIT_EXPORT_BEHIND));
            change(gated.ungated());
            long records = database.read(transaction -> new AuditLogStore().countBehind(transaction, 0));
            assertThat(records)
                    .as("records: those before, and what happens whether it is recorded or not")
                    .isEqualTo(3);

            Files.delete(folder.resolve("out"));
            write("alice", 1);
            assertThat(export.export()).isTrue();
            change(gated);
        }
    }

    @Test
    void noChangeIsMadeWhileRecordsAreNotSealed() {
        try (AuditExport export = exportWith(moving())) {
            AuditTrail gated = audit.gated(export.within(Duration.ofSeconds(10)));
            write("alice", 1);
            change(gated);
            now = NOW.plusSeconds(11);
            assertThat(export.export()).as("what is sealed is exported").isTrue();
            assertThatThrownBy(() -> change(gated)).isInstanceOf(ProblemException.class);

            write("alice", 1);
            assertThat(export.export()).isTrue();
            change(gated);
        }
    }

    @Test
    void noChangeIsMadeWhileNothingIsKnownOfTheExport() {
        try (AuditExport export = exportWith(moving())) {
            AuditTrail gated = audit.gated(export.within(Duration.ofSeconds(10)));
            now = NOW.plusSeconds(10);
            change(gated);
            now = NOW.plusSeconds(11);
            assertThatThrownBy(() -> change(gated)).isInstanceOf(ProblemException.class);
        }
    }

    @Test
    void anExportGoesOnWhereItWasThoughTheLastLineHasNoEnd() throws IOException {
        write("alice", 3);
        export(1 << 20).close();
        Files.writeString(folder.resolve("audit.jsonl"), "{\"number\":4,\"lea", StandardOpenOption.APPEND);
        write("alice", 2);
        export(1 << 20).close();
        assertThat(numbers(lines())).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void aLongFileGetsANumber() throws IOException {
        for (int i = 0; i < 5; i++) {
            write("alice", 200);
            export(100_000).close();
        }
        assertThat(folder.resolve("audit.jsonl.000000000002")).exists();
        assertThat(numbers(lines()))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 1000).boxed().toList());
    }

    private LogVerifier.Report verifyExport() throws IOException {
        List<VerifierKey> keys = new AuditLog(database)
                .verifiers().stream().map(VerifierKey::parse).toList();
        try (ExportSource source = ExportSource.open(folder.resolve("audit.jsonl"))) {
            return new LogVerifier(source, keys, Optional.empty()).verify();
        }
    }

    @Test
    void whatWasExportedIsVerifiedByItself() throws IOException {
        for (int i = 0; i < 3; i++) {
            write("alice", 300);
            export(200_000).close();
        }
        LogVerifier.Report report = verifyExport();
        assertThat(report.findings()).isEmpty();
        assertThat(report.records()).isEqualTo(900);
        assertThat(report.sealed()).isEqualTo(900);
    }

    @Test
    void aLineThatIsMissingOrChangedIsFound() throws IOException {
        write("alice", 10);
        export(1 << 20).close();
        Path file = folder.resolve("audit.jsonl");
        List<String> lines = Files.readAllLines(file);
        Files.write(file, lines.subList(1, lines.size()));
        assertThat(verifyExport().findings()).isNotEmpty();
        String other = lines.get(4).replaceFirst("\"encoded\":\"..", "\"encoded\":\"BB");
        List<String> changed = new ArrayList<>(lines);
        changed.set(4, other);
        Files.write(file, changed);
        assertThat(verifyExport().firstBad()).contains(5L);
    }

    @Test
    void aCheckpointThatTheLogDoesNotContinueIsNotReplaced() throws IOException {
        write("alice", 5);
        export(1 << 20).close();
        String kept = Files.readString(folder.resolve("checkpoint"));
        // An older state is restored, and goes on.
        database.write(transaction -> {
            transaction.update("DELETE FROM audit WHERE seq > 2");
            transaction.update("DELETE FROM audit_tile WHERE level = 0");
            return transaction.update("DELETE FROM audit_checkpoint WHERE size > 0");
        });
        write("bob", 10);
        try (AuditExport export = export(1 << 20)) {
            assertThat(export.export()).isFalse();
        }
        assertThat(Files.readString(folder.resolve("checkpoint"))).isEqualTo(kept);
    }

    @Test
    void oldRecordsGoByWholeTilesAndTheirLeavesStay() {
        write("alice", 300);
        now = NOW.plus(Duration.ofDays(10));
        write("alice", 300);
        Retention retention = new Retention(database, audit, clock(), Duration.ofDays(5), Map.of());
        assertThat(retention.prune()).isEqualTo(1);
        assertThat(retention.prune()).isZero();
        write("alice", 1);
        LogVerifier.Report report = verify();
        assertThat(report.findings()).isEmpty();
        assertThat(report.sealed()).isEqualTo(602);
        assertThat(report.records()).isEqualTo(602 - 256);
        assertThat(report.notices()).anyMatch(text -> text.startsWith("the records of the first 256 leaves"));
    }

    @Test
    void aRecordThatIsMissingBehindThosePrunedIsFound() {
        write("alice", 300);
        now = NOW.plus(Duration.ofDays(10));
        write("alice", 1);
        new Retention(database, audit, clock(), Duration.ofDays(5), Map.of()).prune();
        database.write(transaction -> transaction.update("DELETE FROM audit WHERE seq = 258"));
        assertThat(verify().firstBad()).contains(258L);
    }

    @Test
    void recordsThatAreHeldAreNeitherRemovedNorErased() {
        write("alice", 600);
        Caller counsel = new Caller(new Principal("carol", "User"), "request", "c", Optional.empty(), "");
        Holds holds = new Holds(database, audit, clock());
        holds.put(counsel, "case-7", "", NOW.minusSeconds(1), NOW.plusSeconds(60), "a lawsuit");
        now = NOW.plus(Duration.ofDays(10));
        Retention retention = new Retention(database, audit, clock(), Duration.ofDays(5), Map.of());
        Erasure erasure = new Erasure(database, audit, clock());
        assertThat(retention.prune()).isZero();
        assertThat(erasure.erase(counsel, ALICE)).isZero();

        assertThat(holds.delete(counsel, "case-7")).isTrue();
        assertThat(erasure.erase(counsel, ALICE)).isGreaterThanOrEqualTo(600);
        assertThat(retention.prune()).isEqualTo(2);
        write("alice", 1);
        assertThat(verify().findings()).isEmpty();
    }

    @Test
    void recordsOfASubscriptionAreKeptLonger() {
        write("alice", 600);
        String subscription = database.read(transaction ->
                        transaction.one("SELECT subscription FROM audit WHERE seq = 1", row -> row.text()))
                .orElseThrow();
        now = NOW.plus(Duration.ofDays(10));
        Map<String, Duration> longer = Map.of(subscription, Duration.ofDays(20));
        Retention retention = new Retention(database, audit, clock(), Duration.ofDays(5), longer);
        assertThat(retention.prune()).isZero();
        now = NOW.plus(Duration.ofDays(21));
        assertThat(new Retention(database, audit, clock(), Duration.ofDays(5), longer).prune())
                .isEqualTo(2);
    }

    @Test
    void aPersonIsForgottenAndNoLeafChanges() {
        write("alice", 3);
        write("bob", 2);
        Caller auditor = new Caller(new Principal("carol", "User"), "request", "c", Optional.empty(), "");
        assertThat(new Erasure(database, audit, clock()).erase(auditor, ALICE)).isEqualTo(3);
        assertThat(verify().findings()).isEmpty();
        List<String> shown = database.read(transaction -> new AuditLogStore().rows(transaction, 0, 100)).stream()
                .map(row -> new String(audit.shown(row.row()), StandardCharsets.UTF_8))
                .toList();
        assertThat(shown).noneMatch(record -> record.contains("alice"));
        assertThat(shown).filteredOn(record -> record.contains("bob")).hasSize(2);
        assertThat(shown.getLast()).contains("ErasePerson").contains("carol");
    }
}
