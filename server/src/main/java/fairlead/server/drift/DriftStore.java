package fairlead.server.drift;

import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.operation.OperationId;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.Resource;
import fairlead.server.type.Sealing;
import fairlead.server.type.definition.DriftPolicy;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// The SQL of the tables `drift` and `drift_policy`.
///
/// A row may outlive the version of the resource that it is about, and the resource itself. So lists read the
/// resource, too. The schedule deletes the rows of resources that are gone.
final class DriftStore {

    /// Only for the version that was compared: a change during the check makes its result worthless.
    private static final String PUT = """
        INSERT INTO drift (uid, version, arm_key, status, checked_at, found, applied, told, repair_note)
        SELECT uid, version, arm_key, ?, ?, ?, ?, ?, '' FROM resource WHERE uid = ? AND version = ?
        ON CONFLICT (uid) DO UPDATE SET version = excluded.version, arm_key = excluded.arm_key,
          status = excluded.status, checked_at = excluded.checked_at, found = excluded.found,
          applied = excluded.applied, told = excluded.told, repair = NULL, repair_note = ''
        """;

    private static final String NOTE_REPAIR =
            "UPDATE drift SET repair = ?, repair_note = ? WHERE uid = ? AND version = ?";

    private static final String COLUMNS =
            "SELECT d.uid, r.arm_id, d.version, d.checked_at, d.status, d.found, d.repair, d.repair_note ";

    private static final String FIND = COLUMNS + "FROM drift d JOIN resource r ON r.uid = d.uid WHERE d.uid = ?";

    private static final String LIST = COLUMNS + """
        FROM drift d JOIN resource r ON r.uid = d.uid AND r.version = d.version
        WHERE d.status = ? AND d.arm_key > ? AND d.arm_key < ? ORDER BY d.arm_key LIMIT ?
        """;

    private static final String FIND_TOLD = "SELECT status, found FROM drift WHERE uid = ? AND told = 1";

    private static final String FIND_APPLIED = "SELECT applied FROM drift WHERE uid = ?";

    private static final String FIND_POLICY = "SELECT policy FROM drift_policy WHERE uid = ?";

    private static final String PUT_POLICY = """
        INSERT INTO drift_policy (uid, policy) VALUES (?, ?)
        ON CONFLICT (uid) DO UPDATE SET policy = excluded.policy
        """;

    private static final String DELETE_POLICY = "DELETE FROM drift_policy WHERE uid = ?";

    private static final String FOUND = "found";
    private static final String APPLIED = "applied";

    private final Sealing sealing;

    DriftStore(Sealing sealing) {
        this.sealing = sealing;
    }

    /// False if the resource is no longer of that version.
    ///
    /// @param applied what the next look takes for what was asked for before
    /// @param told whether there was an event of it
    boolean put(
            Transaction transaction, Resource checked, Instant at, Finding finding, ObjectNode applied, boolean told) {
        return transaction.update(
                        PUT,
                        finding.status().name(),
                        at,
                        stored(checked, FindingJson.bytes(finding), FOUND),
                        stored(checked, Documents.JSON.writeValueAsBytes(applied), APPLIED),
                        told ? 1 : 0,
                        checked.uid().toString(),
                        checked.version())
                == 1;
    }

    private byte[] stored(Resource checked, byte[] document, String part) {
        return sealing.stored(checked.typeName(), document, checked.uid(), part);
    }

    /// Records the result of the repair.
    void noteRepair(Transaction transaction, Report report) {
        transaction.update(
                NOTE_REPAIR,
                report.repair().map(OperationId::toString),
                report.note(),
                report.uid().toString(),
                report.version());
    }

    /// The last check of a resource that is there, of whatever version.
    Optional<Report> find(Transaction transaction, UUID uid) {
        return transaction.one(FIND, this::report, uid.toString());
    }

    /// What was found last, if there was an event of it.
    Optional<Finding> told(Transaction transaction, UUID uid) {
        return transaction.one(
                FIND_TOLD,
                row -> FindingJson.read(Status.valueOf(row.text()), sealing.open(row.bytes(), uid, FOUND)),
                uid.toString());
    }

    /// What was asked for when the resource was looked at last, and what of it should have gone since.
    Optional<ObjectNode> applied(Transaction transaction, UUID uid) {
        return transaction.one(FIND_APPLIED, row -> read(sealing.open(row.bytes(), uid, APPLIED)), uid.toString());
    }

    /// Those of a status that still count, between two keys and in their order.
    List<Report> list(Transaction transaction, Status status, String after, String before, int limit) {
        return transaction.query(LIST, this::report, status.name(), after, before, limit);
    }

    Optional<DriftPolicy> policy(Transaction transaction, UUID uid) {
        return transaction.one(FIND_POLICY, row -> DriftPolicy.valueOf(row.text()), uid.toString());
    }

    void putPolicy(Transaction transaction, UUID uid, DriftPolicy policy) {
        transaction.update(PUT_POLICY, uid.toString(), policy.name());
    }

    void deletePolicy(Transaction transaction, UUID uid) {
        transaction.update(DELETE_POLICY, uid.toString());
    }

    private static ObjectNode read(byte[] document) {
        return (ObjectNode) Documents.JSON.readTree(document);
    }

    private Report report(Row row) throws SQLException {
        UUID uid = UUID.fromString(row.text());
        String id = row.text();
        long version = row.number();
        Instant at = row.time();
        Status status = Status.valueOf(row.text());
        Finding finding = FindingJson.read(status, sealing.open(row.bytes(), uid, FOUND));
        Optional<OperationId> repair = row.textIfAny().flatMap(OperationId::parse);
        return new Report(uid, id, version, at, finding, repair, row.text());
    }
}
