package fairlead.server.access.audit;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.access.AuditRow;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.access.Plane;
import fairlead.server.access.Principal;
import fairlead.server.access.audit.LogVerifier.Finding;
import fairlead.server.access.audit.LogVerifier.Report;
import fairlead.server.database.Database;
import fairlead.server.database.Migrations;
import fairlead.server.secret.Vault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Whatever is done to the records, the leaves or the checkpoints in the database, an auditor finds it.
abstract class AuditLogContract {

    private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");
    private static final String KEYSET = Vault.newKeyset();
    private static final String SUBSCRIPTION = "00000000-0000-0000-0000-000000000000";

    @TempDir
    private Path folder;

    private final AuditTrail audit = new AuditTrail();
    private Database database;
    private Instant now = NOW;

    abstract Database open(Path data);

    /// Where the key is; empty for the database.
    abstract Optional<Path> keyFile(Path data);

    @BeforeEach
    void start() {
        database = open(folder);
        Migrations.apply(database, Clock.systemUTC());
    }

    @AfterEach
    void stop() {
        database.close();
    }

    Database database() {
        return database;
    }

    private Clock clock() {
        return Clock.fixed(now, ZoneOffset.UTC);
    }

    private Sealer sealer(String node) {
        AuditKeys keys = new AuditKeys(database, new Vault(() -> KEYSET), clock(), keyFile(folder));
        return new Sealer(database, keys, clock(), node);
    }

    /// Twice, since what is sure is known only the second time where transactions overlap.
    private void seal() {
        Sealer sealer = sealer("one");
        sealer.sealAll();
        sealer.sealAll();
    }

    private void write(int records) {
        for (int i = 0; i < records; i++) {
            Caller caller = new Caller(
                    new Principal("alice", "User", new UUID(1, 2)),
                    "request",
                    "correlation",
                    Optional.empty(),
                    "10.0.0.1");
            String name = "Deed" + i;
            AuditTrail.Deed.Target target =
                    new AuditTrail.Deed.Target(SUBSCRIPTION, "local", "/x", Optional.empty(), "Lab");
            byte[] parameters = "{}".getBytes(StandardCharsets.UTF_8);
            database.write(transaction -> {
                audit.append(transaction, now, caller, new AuditTrail.Deed(name, target, parameters, Plane.CONTROL));
                return name;
            });
        }
    }

    private void change(String sql, Object... arguments) {
        int rows = database.write(transaction -> transaction.update(sql, arguments));
        assertThat(rows).isPositive();
    }

    private Report verify() {
        return verify(Optional.empty());
    }

    private Report verify(Optional<String> outside) {
        return new LogVerifier(new DatabaseSource(database), List.of(), outside).verify();
    }

    private String checkpoint() {
        return new AuditLog(database).checkpoint().orElseThrow();
    }

    private long number(int place) {
        return database.read(transaction -> transaction.query(
                        "SELECT seq FROM audit ORDER BY seq LIMIT 1 OFFSET ?", row -> row.number(), place))
                .getFirst();
    }

    private void assertFound(Report report, long first, String text) {
        assertThat(report.findings()).isNotEmpty();
        assertThat(report.firstBad()).contains(first);
        assertThat(report.findings().stream().map(Finding::message)).anyMatch(message -> message.contains(text));
    }

    @Test
    void whatIsAsItWasWrittenIsFoundSo() {
        write(300);
        seal();
        write(300);
        seal();
        write(3);
        Report report = verify();
        assertThat(report.findings()).isEmpty();
        assertThat(report.records()).isEqualTo(603);
        assertThat(report.sealed()).isEqualTo(600);
        assertThat(report.notices()).anyMatch(text -> text.startsWith("3 records are in no checkpoint yet"));
        assertThat(report.notices()).anyMatch(text -> text.contains("--from-checkpoint"));
    }

    @Test
    void nothingIsSealedTwice() {
        write(2);
        seal();
        String before = checkpoint();
        seal();
        assertThat(checkpoint()).isEqualTo(before);
        assertThat(verify().sealed()).isEqualTo(2);
    }

    @Test
    void twoThatSealAtOnceMakeOneLog() {
        Sealer one = sealer("one");
        Sealer two = sealer("two");
        write(300);
        one.sealAll();
        two.sealAll();
        one.sealAll();
        write(300);
        two.sealAll();
        one.sealAll();
        now = NOW.plus(Duration.ofMinutes(1));
        Sealer three = sealer("three");
        three.sealAll();
        three.sealAll();
        assertThat(verify().findings()).isEmpty();
        assertThat(verify().sealed()).isEqualTo(600);
    }

    @Test
    void aRemovedRecordIsFound() {
        write(10);
        seal();
        change("DELETE FROM audit WHERE seq = ?", number(4));
        assertFound(verify(), 5, "record 5 is missing");
    }

    @Test
    void aChangedRecordIsFound() {
        write(10);
        seal();
        change("UPDATE audit SET at = at - 1 WHERE seq = ?", number(3));
        assertFound(verify(), 4, "record 4 is not as it was written");
    }

    @Test
    void aRecordThatWasChangedWithItsLeafIsFound() {
        write(10);
        seal();
        AuditRow row = database.read(transaction -> new AuditLogStore().row(transaction, 4))
                .orElseThrow();
        AuditRow changed = new AuditRow(row.at().minusMillis(1), row.keys(), row.record(), row.personal());
        change("UPDATE audit SET at = at - 1, leaf = ? WHERE seq = ?", changed.leaf(), 4L);
        assertFound(verify(), 4, "record 4 is not as it was written");
    }

    @Test
    void anotherNameInARecordIsFound() {
        write(10);
        seal();
        byte[] other = "{\"salt\":\"AAAA\",\"userName\":\"mallory\"}".getBytes(StandardCharsets.UTF_8);
        change("UPDATE audit SET personal = ? WHERE seq = ?", other, 2L);
        assertFound(verify(), 2, "record 2 is not as it was written");
    }

    @Test
    void aRecordThatWasPutInLaterIsFound() {
        write(10);
        seal();
        change("DELETE FROM audit WHERE seq = ?", 5L);
        change(putting(5), 7L);
        assertFound(verify(), 5, "record 5 is not as it was written");
    }

    /// A copy of another record under a number, in the words of the database.
    abstract String putting(long number);

    @Test
    void recordsInAnotherOrderAreFound() {
        write(10);
        seal();
        swap(3, 4);
        assertFound(verify(), 3, "record 3 is not as it was written");
    }

    @Test
    void recordsOfTwoNodesThatChangePlacesAreFound() {
        write(300);
        sealer("one").sealAll();
        write(300);
        seal();
        swap(10, 500);
        Report report = verify();
        assertFound(report, 10, "record 10 is not as it was written");
        assertThat(report.findings()).anyMatch(finding -> finding.seq() == 500);
    }

    /// All but their numbers.
    private void swap(long one, long other) {
        record Content(byte[] record, byte[] personal, byte[] leaf) {}
        String read = "SELECT record, personal, leaf FROM audit WHERE seq = ?";
        Content first = database.read(transaction ->
                        transaction.one(read, row -> new Content(row.bytes(), row.bytes(), row.bytes()), one))
                .orElseThrow();
        Content second = database.read(transaction ->
                        transaction.one(read, row -> new Content(row.bytes(), row.bytes(), row.bytes()), other))
                .orElseThrow();
        String put = "UPDATE audit SET record = ?, personal = ?, leaf = ? WHERE seq = ?";
        change(put, second.record, second.personal, second.leaf, one);
        change(put, first.record, first.personal, first.leaf, other);
    }

    @Test
    void aRecordWhoseLeafWasChangedInTheLogIsFoundByTheCheckpoint() {
        write(10);
        seal();
        AuditRow row = database.read(transaction -> new AuditLogStore().row(transaction, 4))
                .orElseThrow();
        AuditRow changed = new AuditRow(row.at().minusMillis(1), row.keys(), row.record(), row.personal());
        change("UPDATE audit SET at = at - 1, leaf = ? WHERE seq = ?", changed.leaf(), 4L);
        byte[] hashes = database.read(transaction -> new AuditLogStore().tile(transaction, 0, 0))
                .orElseThrow()
                .hashes();
        System.arraycopy(changed.leaf(), 0, hashes, 3 * 32, 32);
        change("UPDATE audit_tile SET hashes = ? WHERE level = 0", (Object) hashes);
        Report report = verify();
        assertThat(report.findings())
                .extracting(Finding::message)
                .containsExactly("the leaves of the records 1 to 10 are not those of the checkpoint of 10 records");
    }

    @Test
    void aCutTailIsFoundByACheckpointThatWasKept() {
        write(10);
        seal();
        String kept = checkpoint();
        cut(8);
        assertThat(verify(Optional.of(kept)).findings())
                .anyMatch(finding -> finding.message().contains("has 10 records, and the log only 8"));
    }

    /// As who knows how all of it is stored would do it; the key is still there.
    private void cut(int records) {
        long last = number(records - 1);
        change("DELETE FROM audit WHERE seq > ?", last);
        change("DELETE FROM audit_checkpoint WHERE size > 0");
        change("DELETE FROM audit_tile WHERE level = 0");
        forgetNumbers(last);
        seal();
    }

    /// So that the database does not know that there were more.
    abstract void forgetNumbers(long last);

    @Test
    void aRestoredBackupIsFoundByACheckpointThatWasKept() {
        write(10);
        seal();
        String backup = checkpoint();
        write(5);
        seal();
        String kept = checkpoint();
        cut(10);
        assertThat(checkpoint()).isEqualTo(backup);
        assertThat(verify().findings()).isEmpty();
        assertThat(verify(Optional.of(kept)).findings())
                .extracting(Finding::message)
                .anyMatch(message -> message.contains("an older state was restored"));
        // Even when others have been written in their place.
        write(20);
        seal();
        assertThat(verify().findings()).isEmpty();
        assertThat(verify(Optional.of(kept)).findings())
                .extracting(Finding::message)
                .anyMatch(message -> message.contains("the log was rewritten"));
    }

    @Test
    void aChangedCheckpointIsFound() {
        write(10);
        seal();
        String changed = checkpoint().replaceFirst("\n10\n", "\n9\n");
        change("UPDATE audit_checkpoint SET note = ? WHERE size = 10", changed);
        assertThat(verify().findings())
                .extracting(Finding::message)
                .contains("the checkpoint of 10 records is not signed by a key of the log");
    }

    @Test
    void aForgedSignatureIsFound() {
        write(10);
        seal();
        String origin = checkpoint().lines().findFirst().orElseThrow();
        VerifierKey real = VerifierKey.parse(new AuditLog(database).verifiers().getFirst());
        NoteSigner forger = NoteSigner.fresh(origin);
        String text = SignedNote.parse(checkpoint()).text();
        change("UPDATE audit_checkpoint SET note = ? WHERE size = 10", forger.sign(text));
        assertThat(verify().findings()).isNotEmpty();
        // With its key in the database, too, an auditor who has the real one finds it.
        change(
                "UPDATE audit_key SET verifier = ? WHERE id = 1",
                forger.verifier().toString());
        assertThat(verify().findings()).isEmpty();
        assertThat(new LogVerifier(new DatabaseSource(database), List.of(real), Optional.empty())
                        .verify()
                        .findings())
                .extracting(Finding::message)
                .contains("the checkpoint of 10 records is not signed by the given key");
    }

    @Test
    void aClockThatWentBackIsTold() {
        write(3);
        now = NOW.minus(Duration.ofMinutes(5));
        write(1);
        seal();
        Report report = verify();
        assertThat(report.findings()).isEmpty();
        assertThat(report.clockWentBack()).isTrue();
        assertThat(report.notices()).anyMatch(text -> text.startsWith("the clock went back: record 4"));
    }

    @Test
    void recordsOfAnEarlierVersionAreSealedAndTold() {
        write(5);
        change("UPDATE audit SET leaf = NULL, personal = NULL WHERE seq <= ?", 3L);
        seal();
        Report report = verify();
        assertThat(report.findings()).isEmpty();
        assertThat(report.sealed()).isEqualTo(5);
        assertThat(report.notices()).anyMatch(text -> text.startsWith("the records up to number 3"));
    }

    @Test
    void anErasedPersonBreaksNoLeaf() {
        write(5);
        seal();
        AuditRow row = database.read(transaction -> new AuditLogStore().row(transaction, 2))
                .orElseThrow();
        change("UPDATE audit SET personal = ? WHERE seq = ?", row.erased(), 2L);
        assertThat(verify().findings()).isEmpty();
        AuditRow erased = database.read(transaction -> new AuditLogStore().row(transaction, 2))
                .orElseThrow();
        JsonNode shown = JsonMapper.shared().readTree(audit.shown(erased));
        assertThat(shown.toString()).doesNotContain("alice").doesNotContain("10.0.0.1");
        assertThat(shown.at("/userIdentity/principalId").asString()).isEqualTo(new UUID(1, 2).toString());
    }

    @Test
    void aRecordIsProvedToBeInTheLog() {
        write(700);
        seal();
        AuditRow row = database.read(transaction -> new AuditLogStore().row(transaction, 300))
                .orElseThrow();
        UUID event = UUID.fromString(
                JsonMapper.shared().readTree(row.record()).path("eventID").asString());
        AuditLog.Proof proof = new AuditLog(database).proof(SUBSCRIPTION, event).orElseThrow();
        Checkpoint head = Checkpoint.parse(SignedNote.parse(proof.note()).text());
        assertThat(proof.seq()).isEqualTo(300);
        assertThat(proof.path()).hasSizeLessThan(12);
        assertThat(MerkleTree.rootOf(row.leaf(), proof.index(), head.size(), proof.path()))
                .isEqualTo(head.root());
        assertThat(new AuditLog(database).proof("", event)).isEmpty();
        assertThat(new AuditLog(database).proof(SUBSCRIPTION, new UUID(7, 7))).isEmpty();
    }

    @Test
    void theKeyStaysTheSame() throws IOException {
        write(1);
        seal();
        String key = new AuditLog(database).verifiers().getFirst();
        write(1);
        seal();
        assertThat(new AuditLog(database).verifiers()).containsExactly(key);
        assertThat(verify().findings()).isEmpty();
    }
}
