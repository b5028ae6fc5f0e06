package fairlead.server.secret;

import fairlead.server.database.Database;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The SQL of the tables `seal_key_fingerprint`, `seal_rotation` and `seal_node`: what the database knows of its keys.
final class KeyRecords {

    private static final String ALL =
            "SELECT id, fingerprint, key_id, recorded_at, dropped_at FROM seal_key_fingerprint ORDER BY id";
    private static final String RECORD = """
        INSERT INTO seal_key_fingerprint (id, fingerprint, key_id, recorded_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
        """;
    private static final String TAKE_BACK =
            "UPDATE seal_key_fingerprint SET dropped_at = NULL WHERE fingerprint = ? AND dropped_at IS NOT NULL";
    private static final String NUMBER =
            "UPDATE seal_key_fingerprint SET key_id = ? WHERE fingerprint = ? AND key_id IS NULL";
    private static final String DROP = "UPDATE seal_key_fingerprint SET dropped_at = ? WHERE fingerprint = ?";

    private static final String ROTATION =
            "SELECT fingerprint, phase, began_at, phase_at, resealed FROM seal_rotation WHERE id = 1";
    private static final String FORGET = "DELETE FROM seal_rotation WHERE id = 1";
    private static final String BEGIN = """
        INSERT INTO seal_rotation (id, fingerprint, phase, began_at, phase_at, resealed, owner, lease_until)
        VALUES (1, ?, ?, ?, ?, 0, ?, ?)
        """;
    private static final String ADVANCE = """
        UPDATE seal_rotation SET phase = ?, phase_at = ? WHERE id = 1 AND fingerprint = ? AND phase = ?
        """;
    private static final String RESEALED = "UPDATE seal_rotation SET resealed = resealed + ? WHERE id = 1";
    private static final String LEASE = """
        UPDATE seal_rotation SET owner = ?, lease_until = ?
        WHERE id = 1 AND (owner IS NULL OR owner = ? OR lease_until < ?)
        """;

    private static final String NODES =
            "SELECT node, fingerprints, primary_fingerprint, seen_at FROM seal_node ORDER BY node";
    private static final String SEEN = """
        INSERT INTO seal_node (node, fingerprints, primary_fingerprint, seen_at) VALUES (?, ?, ?, ?)
        ON CONFLICT (node) DO UPDATE SET fingerprints = excluded.fingerprints,
          primary_fingerprint = excluded.primary_fingerprint, seen_at = excluded.seen_at
        """;
    private static final String GONE = "DELETE FROM seal_node WHERE node = ?";
    private static final String LONG_GONE = "DELETE FROM seal_node WHERE seen_at < ?";

    private static final String UNDER_WAY =
            "SELECT count(*) FROM operation WHERE due_at IS NOT NULL AND created_at < ?";

    private final Database database;

    KeyRecords(Database database) {
        this.database = database;
    }

    Database database() {
        return database;
    }

    /// A key that has sealed something in this database.
    ///
    /// @param number the later a key came, the greater
    /// @param keyId empty if it was recorded by an earlier version, and the key was not seen since
    record Known(long number, String fingerprint, Optional<Long> keyId, Instant since, Optional<Instant> droppedAt) {}

    /// The rotation that is under way, or was the last.
    record Rotation(String fingerprint, Phase phase, Instant beganAt, Instant phaseAt, long resealed) {}

    /// A node that serves this database.
    record Node(String name, Set<String> fingerprints, String primary, Instant seenAt) {}

    List<Known> all() {
        return database.read(this::all);
    }

    List<Known> all(Transaction transaction) {
        return transaction.query(
                ALL, row -> new Known(row.number(), row.text(), row.numberIfAny(), row.time(), row.timeIfAny()));
    }

    /// The keys that a node has to have.
    List<Known> needed() {
        return all().stream().filter(known -> known.droppedAt().isEmpty()).toList();
    }

    /// Writes down that the key seals from now on; false if another node has the number.
    ///
    /// @param number the next one, as far as is known: of several nodes that start at once, one takes it
    boolean record(Transaction transaction, long number, String fingerprint, long keyId, Instant now) {
        return transaction.update(TAKE_BACK, fingerprint) == 1
                || transaction.update(RECORD, number, fingerprint, keyId, now) == 1;
    }

    /// Fills in the ids of keys that an earlier version has recorded.
    void number(Keyset keyset) {
        List<Known> without = all().stream()
                .filter(known -> known.keyId().isEmpty()
                        && keyset.idOf(known.fingerprint()).isPresent())
                .toList();
        if (!without.isEmpty()) {
            database.write(transaction -> {
                without.forEach(known -> transaction.update(
                        NUMBER, keyset.idOf(known.fingerprint()).orElseThrow(), known.fingerprint()));
                return without;
            });
        }
    }

    void drop(Transaction transaction, Collection<String> fingerprints, Instant now) {
        fingerprints.forEach(fingerprint -> transaction.update(DROP, now, fingerprint));
    }

    Optional<Rotation> rotation() {
        return database.read(this::rotation);
    }

    Optional<Rotation> rotation(Transaction transaction) {
        return transaction.one(
                ROTATION,
                row -> new Rotation(row.text(), Phase.valueOf(row.text()), row.time(), row.time(), row.number()));
    }

    /// In the place of the last one, which has ended.
    void begin(Transaction transaction, String fingerprint, Instant now, String owner, Duration lease) {
        transaction.update(FORGET);
        transaction.update(BEGIN, fingerprint, Phase.ADDING.name(), now, now, owner, now.plus(lease));
    }

    void forget(Transaction transaction) {
        transaction.update(FORGET);
    }

    /// False if another node was faster.
    boolean advance(Transaction transaction, Rotation from, Phase to, Instant now) {
        return transaction.update(
                        ADVANCE,
                        to.name(),
                        now,
                        from.fingerprint(),
                        from.phase().name())
                == 1;
    }

    void resealed(Transaction transaction, long rows) {
        transaction.update(RESEALED, rows);
    }

    boolean lease(String node, Instant now, Duration lease) {
        return database.write(transaction -> transaction.update(LEASE, node, now.plus(lease), node, now) == 1);
    }

    List<Node> nodes() {
        return database.read(transaction -> transaction.query(NODES, KeyRecords::node));
    }

    private static Node node(Row row) throws SQLException {
        return new Node(row.text(), Set.of(row.text().split(" ")), row.text(), row.time());
    }

    void seen(String node, Collection<String> fingerprints, String primary, Instant now, Instant longGone) {
        String all = fingerprints.stream().sorted().collect(Collectors.joining(" "));
        database.write(transaction -> {
            transaction.update(LONG_GONE, longGone);
            return transaction.update(SEEN, node, all, primary, now);
        });
    }

    void gone(String node) {
        database.write(transaction -> transaction.update(GONE, node));
    }

    /// How many operations are under way that began before: they may have something in memory that is sealed with an
    /// earlier key.
    long underWay(Instant before) {
        return database.read(transaction -> transaction.one(UNDER_WAY, Row::number, before))
                .orElse(0L);
    }
}
