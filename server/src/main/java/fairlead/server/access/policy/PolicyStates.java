package fairlead.server.access.policy;

import fairlead.server.access.policy.rule.Facts;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The SQL of how resources stand to rules: one row a resource, which the change of the resource writes, and the sweep
/// after a change of rules. And of what happened on account of rules.
final class PolicyStates {

    private static final String PUT = """
        INSERT INTO policy_state (uid, resource_key, rules, document) VALUES (?, ?, ?, ?)
        ON CONFLICT (uid) DO UPDATE SET resource_key = excluded.resource_key, rules = excluded.rules,
          document = excluded.document
        """;

    private static final String LIST = """
        SELECT s.resource_key, s.document FROM policy_state s
        WHERE s.resource_key > ? AND s.resource_key >= ? AND s.resource_key < ?
          AND EXISTS (SELECT 1 FROM resource r WHERE r.uid = s.uid)
        ORDER BY s.resource_key LIMIT ?
        """;

    private static final String ONE = "SELECT s.resource_key, s.document FROM policy_state s WHERE s.resource_key = ?"
            + " AND EXISTS (SELECT 1 FROM resource r WHERE r.uid = s.uid)";

    private static final String CLEAN =
            "DELETE FROM policy_state WHERE NOT EXISTS (SELECT 1 FROM resource r WHERE r.uid = policy_state.uid)";

    private static final String TELL = "INSERT INTO policy_event (at, resource_key, document) VALUES (?, ?, ?)";

    private static final String EVENTS = """
        SELECT resource_key, document FROM policy_event
        WHERE resource_key >= ? AND resource_key < ? AND at >= ? AND at < ? ORDER BY at DESC, seq DESC LIMIT ?
        """;

    private static final String EVENTS_OF_ONE = """
        SELECT resource_key, document FROM policy_event
        WHERE resource_key = ? AND at >= ? AND at < ? ORDER BY at DESC, seq DESC LIMIT ?
        """;

    private static final String FORGET = "DELETE FROM policy_event WHERE at < ?";

    private final JsonMapper json = JsonMapper.shared();

    /// A row.
    record Stored(String key, JsonNode document) {}

    void put(Transaction transaction, UUID uid, Facts facts, Verdict verdict, Instant now) {
        ObjectNode document = about(facts, now);
        ArrayNode states = document.putArray("states");
        for (Verdict.Finding finding : verdict.findings()) {
            AssignedRule rule = finding.rule();
            states.addObject()
                    .put("assignment", rule.assignment().id())
                    .put("reference", rule.reference())
                    .put("state", finding.state().word());
        }
        transaction.update(
                PUT, uid.toString(), PolicyObject.key(facts.id()), verdict.rules(), json.writeValueAsBytes(document));
    }

    private static ObjectNode about(Facts facts, Instant now) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("id", facts.id())
                .put("type", facts.type())
                .put("location", facts.location())
                .put("at", now.toString());
    }

    /// Writes down what rules have changed of a request, and against which ones it goes.
    void tell(Transaction transaction, Facts facts, Verdict verdict, List<AssignedRule> amending, Instant now) {
        amending.forEach(rule -> tell(transaction, facts, rule, Verdict.State.COMPLIANT, now));
        for (Verdict.Finding finding : verdict.findings()) {
            if (finding.isAgainst()) {
                tell(transaction, facts, finding.rule(), finding.state(), now);
            }
        }
    }

    private void tell(Transaction transaction, Facts facts, AssignedRule rule, Verdict.State state, Instant now) {
        ObjectNode document = about(facts, now)
                .put("assignment", rule.assignment().id())
                .put("reference", rule.reference())
                .put("state", state.word())
                .put("principal", facts.principal());
        transaction.update(TELL, now, PolicyObject.key(facts.id()), json.writeValueAsBytes(document));
    }

    /// The rows of all resources in a scope, by their keys.
    ///
    /// @param scope in lower case; of a resource, that one alone and what is below
    List<Stored> list(Transaction transaction, String scope, String after, int limit) {
        return transaction.query(LIST, PolicyStates::stored, after, scope + "/", scope + "0", limit);
    }

    Optional<Stored> one(Transaction transaction, String key) {
        return transaction.one(ONE, PolicyStates::stored, key);
    }

    List<Stored> events(Transaction transaction, String scope, Instant from, Instant until, int limit) {
        List<Stored> below =
                transaction.query(EVENTS, PolicyStates::stored, scope + "/", scope + "0", from, until, limit);
        return below.isEmpty()
                ? transaction.query(EVENTS_OF_ONE, PolicyStates::stored, scope, from, until, limit)
                : below;
    }

    /// Takes away the rows of what is gone, and events from before a moment.
    void clean(Transaction transaction, Instant before) {
        transaction.update(CLEAN);
        transaction.update(FORGET, before);
    }

    private static Stored stored(Row row) throws SQLException {
        return new Stored(row.text(), JsonMapper.shared().readTree(row.bytes()));
    }
}
