package fairlead.server.resource.record;

import fairlead.schema.TypeName;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.operation.OperationId;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The SQL of the table `left_behind`.
public final class OrphanStore {

    private static final String ADD = """
        INSERT INTO left_behind (thing, operation, arm_id, location, type_name, type_version, identifier, desired, arm_key,
          left_at, reason, attempts, due_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)
        ON CONFLICT (thing) DO NOTHING
        """;

    private static final String COLUMNS = """
        SELECT thing, operation, arm_id, location, type_name, type_version, identifier, desired, left_at, reason, attempts,
          due_at, context
        FROM left_behind
        """;

    private static final String DUE = COLUMNS + "WHERE due_at <= ? ORDER BY due_at LIMIT ?";

    private static final String FIND = COLUMNS + "WHERE thing = ?";

    private static final String LIST = COLUMNS + """
        WHERE arm_key < ? AND (arm_key > ? OR (arm_key = ? AND thing > ?)) ORDER BY arm_key, thing LIMIT ?
        """;

    private static final String CLAIM =
            "UPDATE left_behind SET attempts = attempts + 1, due_at = ? WHERE thing = ? AND attempts = ?";

    private static final String IDENTIFY = "UPDATE left_behind SET identifier = ? WHERE thing = ?";

    private static final String NOTE = "UPDATE left_behind SET reason = ?, context = NULL WHERE thing = ?";

    private static final String GO_ON = "UPDATE left_behind SET context = ?, due_at = ? WHERE thing = ?";

    private static final String UNIDENTIFIED =
            "SELECT thing FROM left_behind WHERE type_name = ? AND identifier IS NULL AND thing <> ? LIMIT 1";

    private static final String ANY_OF_IDENTIFIER =
            "SELECT thing FROM left_behind WHERE type_name = ? AND identifier = ? LIMIT 1";

    private static final String FORGET = "DELETE FROM left_behind WHERE thing = ?";

    public void add(Transaction transaction, Orphan orphan) {
        transaction.update(
                ADD,
                orphan.name(),
                orphan.operation().toString(),
                orphan.id().toString(),
                orphan.location(),
                orphan.type().toString(),
                orphan.typeVersion(),
                orphan.identifier(),
                orphan.desired(),
                orphan.id().key(),
                orphan.leftAt(),
                orphan.reason(),
                orphan.dueAt());
    }

    public List<Orphan> due(Transaction transaction, Instant now, int limit) {
        return transaction.query(DUE, OrphanStore::orphan, now, limit);
    }

    public Optional<Orphan> find(Transaction transaction, String name) {
        return transaction.one(FIND, OrphanStore::orphan, name);
    }

    /// In the order of the resources that had them, behind a mark and before a key.
    public List<Orphan> list(Transaction transaction, Orphan.Mark after, String before, int limit) {
        return transaction.query(LIST, OrphanStore::orphan, before, after.key(), after.key(), after.name(), limit);
    }

    /// False if another node has it.
    public boolean claim(Transaction transaction, Orphan orphan, Instant nextDue) {
        return transaction.update(CLAIM, nextDue, orphan.name(), orphan.attempts()) == 1;
    }

    public int identify(Transaction transaction, Orphan orphan, String identifier) {
        return transaction.update(IDENTIFY, identifier, orphan.name());
    }

    public int note(Transaction transaction, Orphan orphan, String reason) {
        return transaction.update(NOTE, reason, orphan.name());
    }

    /// Its handler is deleting it, and is to be called again with this.
    public int goOn(Transaction transaction, Orphan orphan, byte[] context, Instant due) {
        return transaction.update(GO_ON, context, due, orphan.name());
    }

    /// Whether one of the type has no identifier.
    ///
    /// @param but the name of one that does not count
    public boolean isAnyUnidentified(Transaction transaction, TypeName type, String but) {
        return transaction.one(UNIDENTIFIED, Row::text, type.toString(), but).isPresent();
    }

    /// Whether there is one of that identifier, in any account and region.
    public boolean isAnyOf(Transaction transaction, TypeName type, String identifier) {
        return transaction
                .one(ANY_OF_IDENTIFIER, Row::text, type.toString(), identifier)
                .isPresent();
    }

    public boolean forget(Transaction transaction, Orphan orphan) {
        return transaction.update(FORGET, orphan.name()) == 1;
    }

    private static Orphan orphan(Row row) throws SQLException {
        return new Orphan(
                row.text(),
                OperationId.parse(row.text()).orElseThrow(),
                new Orphan.PhysicalResource(
                        ResourceId.parse(row.text()),
                        row.text(),
                        TypeName.parse(row.text()),
                        (int) row.number(),
                        row.textIfAny(),
                        row.bytes()),
                new Orphan.Removal(row.time(), row.text(), (int) row.number(), row.time(), row.bytesIfAny()));
    }
}
