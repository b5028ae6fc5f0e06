package fairlead.server.access.audit;

import fairlead.server.access.AuditRow;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/// The SQL of the log: the tables `audit_log`, `audit_tile` and `audit_checkpoint`, and what it reads of
/// `audit`.
public final class AuditLogStore {

    /// For how long one node is the one that seals, without a word of it.
    static final Duration LEASE = Duration.ofSeconds(10);

    private static final String BEGIN = """
        INSERT INTO audit_log (id, origin, first_own, pruned, lease_until)
        VALUES (1, ?, (SELECT coalesce(max(seq), 0) FROM audit WHERE leaf IS NULL), 0, 0) ON CONFLICT (id) DO NOTHING
        """;

    private static final String LOG = "SELECT origin, first_own, pruned FROM audit_log WHERE id = 1";

    private static final String TAKE = """
        UPDATE audit_log SET owner = ?, lease_until = ?
        WHERE id = 1 AND (owner IS NULL OR owner = ? OR lease_until < ? OR lease_until > ?)
        """;

    private static final String HELD_BY = "SELECT owner, lease_until FROM audit_log WHERE id = 1";

    private static final String RELEASE = "UPDATE audit_log SET owner = NULL WHERE id = 1 AND owner = ?";

    private static final String NEWEST_CHECKPOINT =
            "SELECT size, last_seq, at, note FROM audit_checkpoint ORDER BY size DESC LIMIT 1";

    private static final String CHECKPOINTS =
            "SELECT size, last_seq, at, note FROM audit_checkpoint WHERE size > ? ORDER BY size LIMIT ?";

    private static final String PUT_CHECKPOINT =
            "INSERT INTO audit_checkpoint (size, last_seq, at, note) VALUES (?, ?, ?, ?)";

    private static final String REMOVE_CHECKPOINT = "DELETE FROM audit_checkpoint WHERE size = ? AND at >= ?";

    private static final String TILE = "SELECT hashes, numbers FROM audit_tile WHERE level = ? AND tile = ?";

    private static final String TILE_OF =
            "SELECT tile, hashes, numbers FROM audit_tile WHERE level = 0 AND last_seq >= ? ORDER BY last_seq LIMIT 1";

    private static final String PUT_TILE = """
        INSERT INTO audit_tile (level, tile, hashes, numbers, first_seq, last_seq) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (level, tile) DO UPDATE SET hashes = excluded.hashes, numbers = excluded.numbers,
          last_seq = excluded.last_seq
        """;

    private static final String LEAVES = "SELECT seq, leaf FROM audit WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?";

    private static final String ROWS =
            "SELECT seq, leaf, " + AuditRow.COLUMNS + " FROM audit WHERE seq > ? ORDER BY seq LIMIT ?";

    private static final String ROW = "SELECT " + AuditRow.COLUMNS + " FROM audit WHERE seq = ?";

    private static final String OF_MOMENT =
            "SELECT seq, leaf, " + AuditRow.COLUMNS + " FROM audit WHERE subscription = ? AND at = ? ORDER BY seq";

    private static final String NEWEST = "SELECT coalesce(max(seq), 0) FROM audit";

    private static final String OLDEST_BEHIND = "SELECT at FROM audit WHERE seq > ? ORDER BY seq LIMIT 1";

    private static final String COUNT_BEHIND = "SELECT count(*) FROM audit WHERE seq > ?";

    private static final String LAST_GIVEN = "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'audit'";

    private static final String KEYS = "SELECT id, verifier, sealed FROM audit_key ORDER BY id";

    private static final String PUT_KEY =
            "INSERT INTO audit_key (id, verifier, made_at, sealed) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING";

    private static final String YOUNGEST =
            "SELECT subscription, max(at) FROM audit WHERE seq >= ? AND seq <= ? GROUP BY subscription";

    private static final String REMOVE_ROWS = "DELETE FROM audit WHERE seq <= ?";

    private static final String PRUNED = "UPDATE audit_log SET pruned = ? WHERE id = 1";

    private static final String ERASE = "UPDATE audit SET personal = ? WHERE seq = ?";

    /// Greater than every transaction that has changed anything so far.
    private static final String NEXT_TRANSACTION = "SELECT CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT)";

    private static final String OLDEST_RUNNING_TRANSACTION =
            "SELECT CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT)";

    /// Which log it is.
    ///
    /// @param firstOwn the number of the last record that was written before there was a log
    /// @param pruned of how many leaves the records are no longer kept, from the first on
    public record Log(String origin, long firstOwn, long pruned) {}

    /// A checkpoint as it is stored.
    ///
    /// @param lastSeq the number of the last record in it
    /// @param note the checkpoint, signed
    public record Stored(long size, long lastSeq, Instant at, String note) {}

    /// A tile of the lowest level, with the numbers of the records.
    public record Tile(byte[] hashes, byte[] numbers) {}

    /// A record with its number and its leaf.
    public record Numbered(long seq, Optional<byte[]> leaf, AuditRow row) {}

    record Leaf(long seq, Optional<byte[]> hash) {}

    record Key(long id, String verifier, Optional<byte[]> sealed) {}

    record Found(long tile, Tile content) {}

    /// The log, which gets that name if it has none.
    Log begin(Transaction transaction, String origin) {
        transaction.update(BEGIN, origin);
        return log(transaction).orElseThrow();
    }

    public Optional<Log> log(Transaction transaction) {
        return transaction.one(LOG, row -> new Log(row.text(), row.number(), row.number()));
    }

    /// Whether this node is the one that seals now, and is for a while. A lease that is longer than any can
    /// be was given before a clock was set back.
    boolean take(Transaction transaction, String owner, Instant now) {
        Instant longest = now.plus(LEASE).plusSeconds(2);
        return transaction.update(TAKE, owner, now.plus(LEASE), owner, now, longest) == 1;
    }

    /// Whether another node seals now, without a promise.
    boolean isTakenByAnother(Transaction transaction, String owner, Instant now) {
        return transaction
                .one(HELD_BY, row -> {
                    Optional<String> other = row.textIfAny();
                    Instant until = row.time();
                    return other.isPresent()
                            && !other.get().equals(owner)
                            && !until.isBefore(now)
                            && !until.isAfter(now.plus(LEASE).plusSeconds(2));
                })
                .orElse(false);
    }

    void release(Transaction transaction, String owner) {
        transaction.update(RELEASE, owner);
    }

    public Optional<Stored> newestCheckpoint(Transaction transaction) {
        return transaction.one(NEWEST_CHECKPOINT, AuditLogStore::stored);
    }

    /// Checkpoints of more than that size, the smallest first.
    public List<Stored> checkpoints(Transaction transaction, long after, int most) {
        return transaction.query(CHECKPOINTS, AuditLogStore::stored, after, most);
    }

    private static Stored stored(Row row) throws SQLException {
        return new Stored(row.number(), row.number(), row.time(), row.text());
    }

    void put(Transaction transaction, Stored checkpoint) {
        transaction.update(PUT_CHECKPOINT, checkpoint.size(), checkpoint.lastSeq(), checkpoint.at(), checkpoint.note());
    }

    /// Removes one that is not older.
    void remove(Transaction transaction, long size, Instant since) {
        transaction.update(REMOVE_CHECKPOINT, size, since);
    }

    public Optional<Tile> tile(Transaction transaction, int level, long tile) {
        return transaction.one(TILE, row -> new Tile(row.bytes(), row.bytes()), level, tile);
    }

    /// The tile of leaves in which a record is, if it is in one.
    Optional<Found> tileOf(Transaction transaction, long seq) {
        return transaction.one(TILE_OF, row -> new Found(row.number(), new Tile(row.bytes(), row.bytes())), seq);
    }

    void put(Transaction transaction, int level, long tile, Tile content, long firstSeq, long lastSeq) {
        transaction.update(PUT_TILE, level, tile, content.hashes(), content.numbers(), firstSeq, lastSeq);
    }

    /// The leaves of records between two numbers, the second one included.
    List<Leaf> leaves(Transaction transaction, long after, long upTo, int most) {
        return transaction.query(LEAVES, row -> new Leaf(row.number(), row.bytesIfAny()), after, upTo, most);
    }

    /// The records behind a number.
    public List<Numbered> rows(Transaction transaction, long after, int most) {
        return transaction.query(
                ROWS, row -> new Numbered(row.number(), row.bytesIfAny(), AuditRow.of(row)), after, most);
    }

    Optional<AuditRow> row(Transaction transaction, long seq) {
        return transaction.one(ROW, AuditRow::of, seq);
    }

    /// The record of an event, whose id tells the time.
    Optional<Numbered> find(Transaction transaction, String subscription, UUID event) {
        Instant at = Instant.ofEpochMilli(event.getMostSignificantBits() >>> 16);
        String id = "\"eventID\":\"" + event + "\"";
        return transaction
                .query(
                        OF_MOMENT,
                        row -> new Numbered(row.number(), row.bytesIfAny(), AuditRow.of(row)),
                        subscription,
                        at)
                .stream()
                .filter(found -> new String(found.row().record(), StandardCharsets.UTF_8).contains(id))
                .findFirst();
    }

    /// The greatest number that can be seen.
    long newest(Transaction transaction) {
        return transaction.one(NEWEST, Row::number).orElseThrow();
    }

    /// The time of the first record behind a number.
    Optional<Instant> oldestBehind(Transaction transaction, long seq) {
        return transaction.one(OLDEST_BEHIND, Row::time, seq);
    }

    long countBehind(Transaction transaction, long seq) {
        return transaction.one(COUNT_BEHIND, Row::number, seq).orElse(0L);
    }

    /// The last number that was given to a record, be it there or not; on SQLite only.
    public long lastGiven(Transaction transaction) {
        return transaction.one(LAST_GIVEN, Row::number).orElse(0L);
    }

    /// The keys that have signed checkpoints, the oldest first.
    List<Key> keys(Transaction transaction) {
        return transaction.query(KEYS, row -> new Key(row.number(), row.text(), row.bytesIfAny()));
    }

    /// The texts of the public keys that have signed checkpoints, the oldest first.
    public List<String> verifiers(Transaction transaction) {
        return keys(transaction).stream().map(Key::verifier).toList();
    }

    void put(Transaction transaction, Key key, Instant now) {
        transaction.update(PUT_KEY, key.id(), key.verifier(), now, key.sealed());
    }

    /// The time of the youngest record of each subscription, among those with these numbers.
    Map<String, Instant> youngest(Transaction transaction, long first, long last) {
        record Youngest(String subscription, Instant at) {}
        return transaction.query(YOUNGEST, row -> new Youngest(row.text(), row.time()), first, last).stream()
                .collect(Collectors.toMap(Youngest::subscription, Youngest::at));
    }

    void removeRows(Transaction transaction, long upTo) {
        transaction.update(REMOVE_ROWS, upTo);
    }

    void pruned(Transaction transaction, long leaves) {
        transaction.update(PRUNED, leaves);
    }

    void erase(Transaction transaction, long seq, byte[] hash) {
        transaction.update(ERASE, hash, seq);
    }

    /// On PostgreSQL only.
    long nextTransaction(Transaction transaction) {
        return transaction.one(NEXT_TRANSACTION, Row::number).orElseThrow();
    }

    /// All transactions with smaller numbers have ended; on PostgreSQL only.
    long oldestRunningTransaction(Transaction transaction) {
        return transaction.one(OLDEST_RUNNING_TRANSACTION, Row::number).orElseThrow();
    }
}
