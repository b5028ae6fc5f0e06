package fairlead.server.event.webhook;

import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import java.net.URI;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The SQL of the table `webhook`.
final class WebhookStore {

    private static final String COLUMNS = """
         name, url, wanted, secrets, state, reason, position, sent_to, attempts, failing_since, due_at,
         last_outcome, delivered_at, created_at, fence
        """;

    private static final String INSERT = """
        INSERT INTO webhook (name, url, wanted, secrets, state, reason, position, attempts, due_at, last_outcome,
          created_at, lease_until, fence)
        VALUES (?, ?, ?, ?, 'ACTIVE', '', ?, 0, ?, '', ?, 0, 1)
        ON CONFLICT DO NOTHING
        """;

    private static final String CHANGE = """
        UPDATE webhook SET url = ?, wanted = ?, secrets = ?, state = 'ACTIVE', reason = '', position = ?, sent_to = ?,
          attempts = 0, failing_since = NULL, due_at = ?, owner = NULL, fence = fence + 1
        WHERE name = ? AND fence = ?
        """;

    private static final String FIND = "SELECT" + COLUMNS + "FROM webhook WHERE name = ?";

    private static final String LIST = "SELECT" + COLUMNS + "FROM webhook ORDER BY name";

    private static final String DELETE = "DELETE FROM webhook WHERE name = ?";

    private static final String FREE = "state = 'ACTIVE' AND due_at <= ? AND (owner IS NULL OR lease_until < ?)";

    private static final String IS_ANY_DUE = "SELECT name FROM webhook WHERE " + FREE + " LIMIT 1";

    private static final String CLAIM =
            "UPDATE webhook SET owner = ?, lease_until = ?, fence = fence + 1 WHERE name IN "
                    + "(SELECT name FROM webhook WHERE " + FREE + " {skip locked}) RETURNING " + COLUMNS;

    private static final String HELD = " WHERE name = ? AND fence = ? AND owner = ?";

    private static final String HOLD = "UPDATE webhook SET lease_until = ?, position = ?" + HELD;

    private static final String SENDING = "UPDATE webhook SET lease_until = ?, position = ?, sent_to = ?" + HELD;

    private static final String DELIVERED = """
        UPDATE webhook SET lease_until = ?, position = ?, attempts = 0, failing_since = NULL, last_outcome = ?,
          delivered_at = ?
        """ + HELD;

    private static final String FAILED = """
        UPDATE webhook SET owner = NULL, position = ?, attempts = ?, failing_since = ?, due_at = ?, last_outcome = ?,
          state = ?, reason = ?
        """ + HELD;

    private static final String RELEASE = "UPDATE webhook SET owner = NULL, position = ?" + HELD;

    private static final String RELEASE_ALL = "UPDATE webhook SET owner = NULL";

    boolean insert(
            Transaction transaction,
            String name,
            URI url,
            EventSelection wanted,
            byte[] secrets,
            long position,
            Instant now) {
        return transaction.update(INSERT, name, url.toString(), wanted.json().toString(), secrets, position, now, now)
                == 1;
    }

    /// Changes one, and takes it from who has it; false if it was changed meanwhile.
    boolean change(
            Transaction transaction, Webhook present, URI url, EventSelection wanted, byte[] secrets, long position) {
        boolean goesOn = wanted.equals(present.wanted())
                && position == present.progress().position();
        return transaction.update(
                        CHANGE,
                        url.toString(),
                        wanted.json().toString(),
                        secrets,
                        position,
                        goesOn ? present.progress().sentTo() : 0,
                        Instant.EPOCH,
                        present.name(),
                        present.fence())
                == 1;
    }

    Optional<Webhook> find(Transaction transaction, String name) {
        return transaction.one(FIND, WebhookStore::webhook, name);
    }

    List<Webhook> list(Transaction transaction) {
        return transaction.query(LIST, WebhookStore::webhook);
    }

    boolean delete(Transaction transaction, String name) {
        return transaction.update(DELETE, name) == 1;
    }

    boolean isAnyDue(Transaction transaction, Instant now) {
        return transaction.one(IS_ANY_DUE, Row::text, now, now).isPresent();
    }

    List<Webhook> claim(Transaction transaction, String owner, Instant now, Instant until) {
        return transaction.change(CLAIM, WebhookStore::webhook, owner, until, now, now);
    }

    /// Renews the lease of one; false if another node has it.
    boolean hold(Transaction transaction, Webhook webhook, String owner, Instant until, long position) {
        return transaction.update(HOLD, until, position, webhook.name(), webhook.fence(), owner) == 1;
    }

    /// Notes where a message begins and ends before it is sent, so that it is the same if it is sent again; false if
    /// another node has the webhook.
    boolean sending(Transaction transaction, Webhook webhook, String owner, Instant until, long position, long sentTo) {
        return transaction.update(SENDING, until, position, sentTo, webhook.name(), webhook.fence(), owner) == 1;
    }

    /// Notes that the receiver has everything up to that position; false if another node has it.
    boolean delivered(
            Transaction transaction,
            Webhook webhook,
            String owner,
            Instant until,
            long position,
            String outcome,
            Instant now) {
        return transaction.update(DELIVERED, until, position, outcome, now, webhook.name(), webhook.fence(), owner)
                == 1;
    }

    /// What a failure leads to.
    ///
    /// @param reason why it is disabled; empty if it is tried again when it is due
    record Failure(long position, int attempts, Instant since, Instant due, String outcome, String reason) {}

    void failed(Transaction transaction, Webhook webhook, String owner, Failure failure) {
        Webhook.State state = failure.reason().isEmpty() ? Webhook.State.ACTIVE : Webhook.State.DISABLED;
        transaction.update(
                FAILED,
                failure.position(),
                failure.attempts(),
                failure.since(),
                failure.due(),
                failure.outcome(),
                state.name(),
                failure.reason(),
                webhook.name(),
                webhook.fence(),
                owner);
    }

    void release(Transaction transaction, Webhook webhook, String owner, long position) {
        transaction.update(RELEASE, position, webhook.name(), webhook.fence(), owner);
    }

    void releaseAll(Transaction transaction) {
        transaction.update(RELEASE_ALL);
    }

    private static Webhook webhook(Row row) throws SQLException {
        return new Webhook(
                row.text(),
                URI.create(row.text()),
                EventSelection.parse(row.text()),
                row.bytes(),
                Webhook.State.valueOf(row.text()),
                row.text(),
                new Webhook.Progress(row.number(), row.number()),
                new Webhook.Deliveries((int) row.number(), row.timeIfAny(), row.time(), row.text(), row.timeIfAny()),
                row.time(),
                row.number());
    }
}
