package fairlead.server.resource.secret;

import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.resource.secret.SecretTarget.Kind;
import fairlead.server.resource.secret.SecretTarget.Place;
import fairlead.server.resource.secret.SecretTarget.State;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The SQL of the table `secret_target`.
final class SecretTargetStore {

    private static final String COLUMNS = """
        SELECT t.uid, t.name, t.subscription, t.kind, t.path, t.property, t.made_by, t.made_at, t.delivered,
          t.delivered_at, t.tried, t.attempts, t.message FROM secret_target t
        """;

    private static final String LIST = COLUMNS + "WHERE t.uid = ? ORDER BY t.name";
    private static final String FIND = COLUMNS + "WHERE t.uid = ? AND t.name = ?";
    private static final String TAKEN =
            "SELECT uid FROM secret_target WHERE subscription = ? AND kind = ? AND path = ? AND NOT (uid = ? AND name"
                    + " = ?)";

    /// What is written goes out again, from the beginning.
    private static final String PUT = """
        INSERT INTO secret_target (uid, name, subscription, kind, path, property, made_by, made_at, delivered, tried,
          attempts, due_at, message)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?, '')
        ON CONFLICT (uid, name) DO UPDATE SET subscription = excluded.subscription, kind = excluded.kind,
          path = excluded.path, property = excluded.property, made_by = excluded.made_by, made_at = excluded.made_at,
          delivered = 0, delivered_at = NULL, tried = 0, attempts = 0, due_at = excluded.due_at, message = ''
        """;

    private static final String DELETE = "DELETE FROM secret_target WHERE uid = ? AND name = ?";

    /// What is newer than what was delivered; a version that was not tried yet waits for nothing.
    private static final String DUE = COLUMNS + """
        JOIN resource_secret s ON s.uid = t.uid
        WHERE t.delivered < s.version AND (t.due_at <= ? OR t.tried < s.version) ORDER BY t.due_at LIMIT ?
        """;

    private static final String CLAIM = """
        UPDATE secret_target SET due_at = ?, tried = ?, attempts = ?
        WHERE uid = ? AND name = ? AND tried = ? AND attempts = ? AND made_at = ?
        """;

    private static final String DELIVERED = """
        UPDATE secret_target SET delivered = ?, delivered_at = ?, attempts = 0, message = ''
        WHERE uid = ? AND name = ? AND made_at = ? AND delivered < ?
        """;

    private static final String FAILED =
            "UPDATE secret_target SET due_at = ?, message = ? WHERE uid = ? AND name = ? AND made_at = ? AND tried = ?";

    List<SecretTarget> list(Transaction transaction, UUID uid) {
        return transaction.query(LIST, SecretTargetStore::read, uid.toString());
    }

    Optional<SecretTarget> find(Transaction transaction, UUID uid, String name) {
        return transaction.one(FIND, SecretTargetStore::read, uid.toString(), name);
    }

    /// Whether another target has the place.
    boolean isTaken(Transaction transaction, SecretTarget target) {
        return transaction
                .one(
                        TAKEN,
                        Row::text,
                        target.subscription(),
                        target.place().kind().name(),
                        target.place().path(),
                        target.uid(),
                        target.name())
                .isPresent();
    }

    void put(Transaction transaction, SecretTarget target) {
        transaction.update(
                PUT,
                target.uid(),
                target.name(),
                target.subscription(),
                target.place().kind().name(),
                target.place().path(),
                target.property(),
                target.made().by(),
                target.made().at(),
                target.made().at());
    }

    boolean delete(Transaction transaction, UUID uid, String name) {
        return transaction.update(DELETE, uid.toString(), name) == 1;
    }

    List<SecretTarget> due(Transaction transaction, Instant now, int limit) {
        return transaction.query(DUE, SecretTargetStore::read, now, limit);
    }

    /// False if another node was faster, or the target was changed.
    boolean claim(Transaction transaction, SecretTarget target, long version, Instant again) {
        State before = target.state();
        int attempts = before.tried() == version ? before.attempts() + 1 : 1;
        return transaction.update(
                        CLAIM,
                        again,
                        version,
                        attempts,
                        target.uid(),
                        target.name(),
                        before.tried(),
                        before.attempts(),
                        target.made().at())
                == 1;
    }

    void delivered(Transaction transaction, SecretTarget target, long version, Instant now) {
        transaction.update(
                DELIVERED,
                version,
                now,
                target.uid(),
                target.name(),
                target.made().at(),
                version);
    }

    void failed(Transaction transaction, SecretTarget target, long version, String message, Instant again) {
        transaction.update(
                FAILED,
                again,
                message,
                target.uid(),
                target.name(),
                target.made().at(),
                version);
    }

    private static SecretTarget read(Row row) throws SQLException {
        String uid = row.text();
        String name = row.text();
        String subscription = row.text();
        Place place = new Place(Kind.valueOf(row.text()), row.text());
        String property = row.text();
        SecretTarget.Made made = new SecretTarget.Made(row.text(), row.time());
        State state = new State(row.number(), row.timeIfAny(), row.number(), (int) row.number(), row.text());
        return new SecretTarget(uid, name, subscription, place, property, made, state);
    }
}
