package fairlead.server.drift;

import fairlead.schema.TypeName;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.resource.record.ResourceId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The SQL of the tables `drift_round` and `drift_batch`: the position of the walk along all resources, and the
/// node that has each stretch of it.
///
/// The node that moves the position first takes the stretch. If it does not report the stretch as done within its
/// lease, another node does the stretch again. No node waits for another.
final class RoundStore {

    private static final String BEGIN = """
        UPDATE drift_round SET began_at = ?, position = '', under_way = 1
        WHERE id = 1 AND under_way = 0 AND began_at <= ?
        """;

    private static final String POSITION = "SELECT position FROM drift_round WHERE id = 1 AND under_way = 1";

    private static final String NEXT = "SELECT uid FROM resource WHERE uid > ? ORDER BY uid LIMIT ?";

    private static final String MOVE =
            "UPDATE drift_round SET position = ? WHERE id = 1 AND under_way = 1 AND position = ?";

    private static final String END =
            "UPDATE drift_round SET under_way = 0 WHERE id = 1 AND under_way = 1 AND position = ?";

    /// A stretch of an earlier round that no node has ended may begin at the same place: the new one covers it.
    private static final String TAKE = """
        INSERT INTO drift_batch (behind, last_uid, lease) VALUES (?, ?, ?)
        ON CONFLICT (behind) DO UPDATE SET last_uid = excluded.last_uid, lease = excluded.lease
        """;

    private static final String TAKE_OVER = """
        UPDATE drift_batch SET lease = ?
        WHERE lease <= ? AND behind = (SELECT min(behind) FROM drift_batch WHERE lease <= ?)
        RETURNING behind, last_uid
        """;

    private static final String DONE = "DELETE FROM drift_batch WHERE behind = ?";

    private static final String ON_STRETCH = """
        SELECT r.arm_id, r.type_name, r.type_version, d.checked_at
        FROM resource r LEFT JOIN drift d ON d.uid = r.uid AND d.version = r.version
        WHERE r.uid > ? AND r.uid <= ? ORDER BY r.uid
        """;

    private static final String FORGET = """
        DELETE FROM drift WHERE uid > ? AND uid <= ?
          AND NOT EXISTS (SELECT 1 FROM resource r WHERE r.uid = drift.uid)
        """;

    private static final String FORGET_POLICIES = """
        DELETE FROM drift_policy WHERE uid > ? AND uid <= ?
          AND NOT EXISTS (SELECT 1 FROM resource r WHERE r.uid = drift_policy.uid)
        """;

    /// Behind every uid.
    private static final String END_OF_ALL = "~";

    /// The resources behind one uid, up to another and that included.
    record Stretch(String behind, String last) {}

    /// A resource on a stretch.
    ///
    /// @param checkedAt when this very version was looked at; empty if never
    record Candidate(ResourceId id, TypeName type, int typeVersion, Optional<Instant> checkedAt) {}

    /// Begins a round if the last one began so long ago and has ended.
    void begin(Transaction transaction, Instant now, Duration interval) {
        transaction.update(BEGIN, now, now.minus(interval));
    }

    /// A stretch for the one who asks, until the lease ends; empty if there is none, or another was faster.
    Optional<Stretch> take(Transaction transaction, Instant now, Instant lease, int length) {
        Optional<Stretch> left =
                transaction.change(TAKE_OVER, row -> new Stretch(row.text(), row.text()), lease, now, now).stream()
                        .findFirst();
        return left.isPresent()
                ? left
                : transaction.one(POSITION, Row::text).flatMap(position -> next(transaction, position, lease, length));
    }

    private static Optional<Stretch> next(Transaction transaction, String position, Instant lease, int length) {
        List<String> uids = transaction.query(NEXT, Row::text, position, length);
        if (uids.isEmpty()) {
            transaction.update(END, position);
            forget(transaction, new Stretch(position, END_OF_ALL));
            return Optional.empty();
        }
        Stretch stretch = new Stretch(position, uids.getLast());
        if (transaction.update(MOVE, stretch.last(), position) == 0) {
            return Optional.empty();
        }
        transaction.update(TAKE, stretch.behind(), stretch.last(), lease);
        return Optional.of(stretch);
    }

    List<Candidate> candidates(Transaction transaction, Stretch stretch) {
        return transaction.query(
                ON_STRETCH,
                row -> new Candidate(
                        ResourceId.parse(row.text()), TypeName.parse(row.text()), (int) row.number(), row.timeIfAny()),
                stretch.behind(),
                stretch.last());
    }

    /// Says that a stretch is done, and forgets what was known of resources on it that are gone.
    void done(Transaction transaction, Stretch stretch) {
        transaction.update(DONE, stretch.behind());
        forget(transaction, stretch);
    }

    private static void forget(Transaction transaction, Stretch stretch) {
        transaction.update(FORGET, stretch.behind(), stretch.last());
        transaction.update(FORGET_POLICIES, stretch.behind(), stretch.last());
    }
}
