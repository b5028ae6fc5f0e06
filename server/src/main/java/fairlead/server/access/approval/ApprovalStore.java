package fairlead.server.access.approval;

import fairlead.server.database.RecordTable;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.secret.Vault;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The SQL of approvals. What was asked for is sealed: it has what a resource is to be.
public final class ApprovalStore {

    /// What the table consists of.
    public static final RecordTable RECORDS = new RecordTable(
            "approval",
            "id",
            false,
            List.of(
                    "id",
                    "subscription",
                    "resource_key",
                    "principal",
                    "plan_hash",
                    "state",
                    "asked_at",
                    "ends",
                    "open_key",
                    "operation",
                    "decided",
                    "document"),
            _ -> false);

    private static final String COLUMNS = """
        SELECT id, subscription, resource_key, principal, plan_hash, state, asked_at, ends, operation, decided, document
        FROM approval
        """;

    private static final String INSERT = """
        INSERT INTO approval (id, subscription, resource_key, principal, plan_hash, state, asked_at, ends, open_key,
          operation, decided, document, checksum)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (open_key) DO NOTHING
        """;

    private static final String CHANGE = """
        UPDATE approval SET state = ?, open_key = ?, operation = ?, decided = ?, checksum = ?
        WHERE id = ? AND state = ? AND decided = ?
        """;

    private static final String LIST = " WHERE (? = '' OR subscription = ?) AND (? = '' OR state = ?)"
            + " AND (? = '' OR resource_key = ? OR resource_key LIKE ?)"
            + " AND (asked_at < ? OR (asked_at = ? AND id < ?)) ORDER BY asked_at DESC, id DESC LIMIT ?";

    private final Vault vault;

    ApprovalStore(Vault vault) {
        this.vault = vault;
    }

    private static String owner(String id) {
        return "approval/" + id;
    }

    /// False if there is one for the same request.
    boolean insert(Transaction transaction, Approval approval) {
        Approval.Subject subject = approval.subject();
        byte[] document = vault.seal(JsonMapper.shared().writeValueAsBytes(approval.document()), owner(approval.id()));
        byte[] decided = Decision.encode(approval.decisions());
        Optional<String> open = Optional.of(subject.openKey());
        return transaction.update(
                        INSERT,
                        approval.id(),
                        subject.subscription(),
                        subject.resourceKey(),
                        subject.principal(),
                        subject.planHash(),
                        approval.state().name(),
                        approval.askedAt(),
                        approval.ends(),
                        open,
                        approval.operation(),
                        decided,
                        document,
                        checksum(approval, approval.state(), open, approval.operation(), decided, document))
                == 1;
    }

    private static long checksum(
            Approval approval,
            ApprovalState state,
            Optional<String> open,
            Optional<String> operation,
            byte[] decided,
            byte[] document) {
        Approval.Subject subject = approval.subject();
        return RecordTable.checksum(
                approval.id(),
                subject.subscription(),
                subject.resourceKey(),
                subject.principal(),
                subject.planHash(),
                state.name(),
                approval.askedAt(),
                approval.ends(),
                open,
                operation,
                decided,
                document);
    }

    /// Makes one what it is to be; false if another transaction has changed it since it was read.
    ///
    /// @param open whether the same request gets it again
    boolean change(Transaction transaction, Approval before, Approval next, boolean open) {
        byte[] decided = Decision.encode(next.decisions());
        Optional<String> key = open ? Optional.of(next.subject().openKey()) : Optional.empty();
        byte[] document = transaction
                .one("SELECT document FROM approval WHERE id = ?", Row::bytes, before.id())
                .orElseThrow();
        return transaction.update(
                        CHANGE,
                        next.state().name(),
                        key,
                        next.operation(),
                        decided,
                        checksum(next, next.state(), key, next.operation(), decided, document),
                        before.id(),
                        before.state().name(),
                        Decision.encode(before.decisions()))
                == 1;
    }

    Optional<Approval> find(Transaction transaction, String id) {
        return transaction.one(COLUMNS + "WHERE id = ?", this::approval, id);
    }

    /// The one that counts for a request.
    Optional<Approval> findOpen(Transaction transaction, Approval.Subject subject) {
        return transaction.one(COLUMNS + "WHERE open_key = ?", this::approval, subject.openKey());
    }

    Optional<Approval> findByOperation(Transaction transaction, String operation) {
        return transaction.one(COLUMNS + "WHERE operation = ?", this::approval, operation);
    }

    /// Those of a principal on a resource that are open.
    List<Approval> open(Transaction transaction, String resourceKey, String principal) {
        return transaction.query(
                COLUMNS + "WHERE resource_key = ? AND principal = ? AND state IN ('ASKED', 'GRANTED')",
                this::approval,
                resourceKey,
                principal);
    }

    /// Those that have run out and are not marked so.
    List<Approval> over(Transaction transaction, Instant now, int limit) {
        return transaction.query(
                COLUMNS + "WHERE state IN ('ASKED', 'GRANTED') AND ends <= ? ORDER BY ends LIMIT ?",
                this::approval,
                now,
                limit);
    }

    /// When the first of the open ones runs out.
    Optional<Instant> firstEnd(Transaction transaction) {
        return transaction.one(
                "SELECT ends FROM approval WHERE state IN ('ASKED', 'GRANTED') ORDER BY ends LIMIT 1", Row::time);
    }

    /// What is looked for; an empty text is anything.
    ///
    /// @param resource a scope, in lower case
    record Search(String subscription, String state, String resource) {}

    /// The newest first, those before a place.
    List<Approval> list(Transaction transaction, Search search, Instant beforeAt, String beforeId, int limit) {
        return transaction.query(
                COLUMNS + LIST,
                this::approval,
                search.subscription(),
                search.subscription(),
                search.state(),
                search.state(),
                search.resource(),
                search.resource(),
                search.resource().replace("%", "") + "/%",
                beforeAt,
                beforeAt,
                beforeId,
                limit);
    }

    /// Forgets those that ended before then.
    int forget(Transaction transaction, Instant before) {
        return transaction.update("DELETE FROM approval WHERE ends < ? AND state NOT IN ('ASKED', 'GRANTED')", before);
    }

    private Approval approval(Row row) throws SQLException {
        String id = row.text();
        return new Approval(
                id,
                new Approval.Subject(row.text(), row.text(), row.text(), row.text()),
                ApprovalState.valueOf(row.text()),
                new Approval.Time(row.time(), row.time()),
                row.textIfAny(),
                Decision.decode(row.bytes()),
                (ObjectNode) JsonMapper.shared().readTree(vault.open(row.bytes(), owner(id))));
    }
}
