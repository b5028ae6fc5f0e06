package fairlead.server.access.audit;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Forgets a person: erases what names them from the records of what they did. The hash of it stays, and the
/// salt goes with it, so that every leaf is as it was and the name can't be guessed from it.
public final class Erasure {

    private static final int AT_ONCE = 500;

    private final AuditLogStore store = new AuditLogStore();
    private final Database database;
    private final AuditTrail audit;
    private final Clock clock;

    public Erasure(Database database, AuditTrail audit, Clock clock) {
        this.database = database;
        this.audit = audit;
        this.clock = clock;
    }

    /// Erases the name, the addresses, the programs and the messages of a principal, but for records that are held. Its
    /// id stays. How many records that were.
    public long erase(Caller caller, UUID principal) {
        if (principal.equals(Principal.UNKNOWN)) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.INVALID_REQUEST, "Expected the id of a principal.", "principalId"));
        }
        String sign = "\"principalId\":\"" + principal + "\"";
        long erased = 0;
        long after = 0;
        List<AuditLogStore.Numbered> rows = rows(after);
        while (!rows.isEmpty()) {
            erased += erase(rows.stream().filter(row -> isBy(row, sign)).toList());
            after = rows.getLast().seq();
            rows = rows(after);
        }
        ObjectNode parameters = JsonNodeFactory.instance
                .objectNode()
                .put("principalId", principal.toString())
                .put("records", erased);
        record(database, audit, clock, caller, "ErasePerson", parameters);
        return erased;
    }

    private List<AuditLogStore.Numbered> rows(long after) {
        return database.read(transaction -> store.rows(transaction, after, AT_ONCE));
    }

    private static boolean isBy(AuditLogStore.Numbered row, String sign) {
        boolean named = row.row().personal().length > 0 && !row.row().isErased();
        return named && new String(row.row().record(), StandardCharsets.UTF_8).contains(sign);
    }

    private int erase(List<AuditLogStore.Numbered> theirs) {
        if (theirs.isEmpty()) {
            return 0;
        }
        return database.write(transaction -> {
            int erased = 0;
            for (AuditLogStore.Numbered row : theirs) {
                if (!Holds.isAnyHeld(transaction, row.seq(), row.seq())) {
                    store.erase(transaction, row.seq(), row.row().erased());
                    erased++;
                }
            }
            return erased;
        });
    }

    /// Writes down what was done to the trail itself.
    static void record(
            Database database, AuditTrail audit, Clock clock, Caller caller, String name, ObjectNode parameters) {
        database.write(transaction -> {
            record(transaction, audit, clock, caller, name, parameters);
            return name;
        });
    }

    /// As above, in the transaction in which it is done.
    static void record(
            Transaction transaction, AuditTrail audit, Clock clock, Caller caller, String name, ObjectNode parameters) {
        AuditTrail.Deed deed = AuditTrail.Deed.managing(
                name,
                "",
                "",
                "/fairlead/audit",
                "Fairlead.Control/audit",
                JsonMapper.shared().writeValueAsBytes(parameters));
        audit.append(transaction, clock.instant(), caller, deed);
    }
}
