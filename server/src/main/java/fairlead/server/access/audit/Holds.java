package fairlead.server.access.audit;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.database.Database;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Legal holds: records of a subscription, or of all, from one moment to another are neither removed by retention nor
/// changed by an erasure as long as they are held.
public final class Holds {

    private static final String COLUMNS =
            "SELECT name, subscription, begins, ends, reason, made_by, made_at FROM audit_hold ";
    private static final String LIST = COLUMNS + "ORDER BY name";
    private static final String FIND = COLUMNS + "WHERE name = ?";
    private static final String PUT = """
        INSERT INTO audit_hold (name, subscription, begins, ends, reason, made_by, made_at) VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (name) DO UPDATE SET subscription = excluded.subscription, begins = excluded.begins,
          ends = excluded.ends, reason = excluded.reason, made_by = excluded.made_by, made_at = excluded.made_at
        """;
    private static final String DELETE = "DELETE FROM audit_hold WHERE name = ?";
    private static final String HELD = """
        SELECT a.seq FROM audit a JOIN audit_hold h
          ON (h.subscription = '' OR h.subscription = a.subscription) AND a.at >= h.begins AND a.at < h.ends
        WHERE a.seq >= ? AND a.seq <= ? LIMIT 1
        """;

    private final Database database;
    private final AuditTrail audit;
    private final Clock clock;

    public Holds(Database database, AuditTrail audit, Clock clock) {
        this.database = database;
        this.audit = audit;
        this.clock = clock;
    }

    /// One hold.
    ///
    /// @param subscription empty for the records of all, and those of none
    /// @param begins the first moment, and `ends` the one behind the last
    /// @param madeBy the principal that has asked for it
    public record Hold(
            String name,
            String subscription,
            Instant begins,
            Instant ends,
            String reason,
            String madeBy,
            Instant madeAt) {}

    public List<Hold> list() {
        return database.read(transaction -> transaction.query(LIST, Holds::read));
    }

    public Optional<Hold> find(String name) {
        return database.read(transaction -> transaction.one(FIND, Holds::read, name));
    }

    /// Holds, in place of what is held under that name.
    public Hold put(Caller caller, String name, String subscription, Instant begins, Instant ends, String reason) {
        Hold hold = new Hold(
                name, subscription, begins, ends, reason, caller.principal().name(), clock.instant());
        return database.write(transaction -> {
            transaction.update(PUT, name, subscription, begins, ends, reason, hold.madeBy(), hold.madeAt());
            record(transaction, caller, "PutAuditHold", name);
            return hold;
        });
    }

    /// Lets go; false if there was no such hold.
    public boolean delete(Caller caller, String name) {
        return database.write(transaction -> {
            boolean there = transaction.update(DELETE, name) == 1;
            if (there) {
                record(transaction, caller, "DeleteAuditHold", name);
            }
            return there;
        });
    }

    private void record(Transaction transaction, Caller caller, String deed, String name) {
        ObjectNode parameters = JsonNodeFactory.instance.objectNode().put("hold", name);
        Erasure.record(transaction, audit, clock, caller, deed, parameters);
    }

    /// Whether any of the records with these numbers is held.
    static boolean isAnyHeld(Transaction transaction, long first, long last) {
        return transaction.one(HELD, Row::number, first, last).isPresent();
    }

    private static Hold read(Row row) throws SQLException {
        return new Hold(row.text(), row.text(), row.time(), row.time(), row.text(), row.text(), row.time());
    }
}
