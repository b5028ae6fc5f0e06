package fairlead.server.resource;

import fairlead.schema.TypeName;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.operation.OperationId;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The SQL of the table `left_behind`.
final class LeftBehindStore {

    private static final String ADD = """
        INSERT INTO left_behind (thing, operation, arm_id, location, type_name, type_version, identifier, desired, attempts,
          due_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?)
        ON CONFLICT (thing) DO NOTHING
        """;

    private static final String DUE = """
        SELECT thing, operation, arm_id, location, type_name, type_version, identifier, desired, attempts
        FROM left_behind WHERE due_at <= ? ORDER BY due_at LIMIT ?
        """;

    private static final String CLAIM =
            "UPDATE left_behind SET attempts = attempts + 1, due_at = ? WHERE thing = ? AND attempts = ?";

    private static final String IDENTIFY = "UPDATE left_behind SET identifier = ? WHERE thing = ?";

    private static final String FORGET = "DELETE FROM left_behind WHERE thing = ?";

    /// A thing that no resource has.
    ///
    /// @param id of the resource that had it, or was to have it
    /// @param identifier empty if it was never told; then `desired` is what it was to be, sealed
    record Thing(
            String key,
            OperationId operation,
            ResourceId id,
            String location,
            TypeName type,
            int typeVersion,
            Optional<String> identifier,
            byte[] desired,
            int attempts) {}

    void add(Transaction transaction, Thing thing, Instant due) {
        transaction.update(
                ADD,
                thing.key(),
                thing.operation().toString(),
                thing.id().toString(),
                thing.location(),
                thing.type().toString(),
                thing.typeVersion(),
                thing.identifier(),
                thing.desired(),
                due);
    }

    List<Thing> due(Transaction transaction, Instant now, int limit) {
        return transaction.query(DUE, LeftBehindStore::thing, now, limit);
    }

    /// False if another node has it.
    boolean claim(Transaction transaction, Thing thing, Instant nextDue) {
        return transaction.update(CLAIM, nextDue, thing.key(), thing.attempts()) == 1;
    }

    int identify(Transaction transaction, Thing thing, String identifier) {
        return transaction.update(IDENTIFY, identifier, thing.key());
    }

    int forget(Transaction transaction, Thing thing) {
        return transaction.update(FORGET, thing.key());
    }

    private static Thing thing(Row row) throws SQLException {
        return new Thing(
                row.text(),
                OperationId.parse(row.text()).orElseThrow(),
                ResourceId.parse(row.text()),
                row.text(),
                TypeName.parse(row.text()),
                (int) row.number(),
                row.textIfAny(),
                row.bytes(),
                (int) row.number());
    }
}
