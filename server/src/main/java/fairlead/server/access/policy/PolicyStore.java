package fairlead.server.access.policy;

import fairlead.server.access.AccessScope;
import fairlead.server.database.RecordTable;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The SQL of definitions, sets, assignments and exemptions. Every change of them counts up the version by which nodes
/// notice it.
final class PolicyStore {

    private static final String VERSION = "SELECT n FROM policy_version WHERE id = 1";

    private static final String HELD_VERSION = "SELECT g.n FROM policy_version g WHERE g.id = 1 {share}";

    private static final String NEXT = "UPDATE policy_version SET n = n + 1 WHERE id = 1";

    private static final String PUT = """
        INSERT INTO policy_object (id_key, kind, scope, name, document, checksum) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (id_key) DO UPDATE SET document = excluded.document, checksum = excluded.checksum
        """;

    private static final String DELETE = "DELETE FROM policy_object WHERE id_key = ?";

    private static final String LIST = "SELECT kind, scope, name, document FROM policy_object";

    private static final String FIND = LIST + " WHERE id_key = ?";

    long version(Transaction transaction) {
        return transaction.one(VERSION, Row::number).orElseThrow();
    }

    /// The version, which stays so until the transaction has ended.
    long heldVersion(Transaction transaction) {
        return transaction.one(HELD_VERSION, Row::number).orElseThrow();
    }

    /// Says that the rules are others from here on. It also makes changes of rules come one after the other.
    void count(Transaction transaction) {
        transaction.update(NEXT);
    }

    void put(Transaction transaction, PolicyObject object) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("properties", object.properties());
        json.set("systemData", object.systemData());
        byte[] document = JsonMapper.shared().writeValueAsBytes(json);
        String kind = object.kind().name();
        String scope = object.scope().path();
        transaction.update(
                PUT,
                object.key(),
                kind,
                scope,
                object.name(),
                document,
                RecordTable.checksum(object.key(), kind, scope, object.name(), document));
    }

    void delete(Transaction transaction, PolicyObject object) {
        transaction.update(DELETE, object.key());
    }

    List<PolicyObject> all(Transaction transaction) {
        return transaction.query(LIST, PolicyStore::object);
    }

    Optional<PolicyObject> find(Transaction transaction, String key) {
        return transaction.one(FIND, PolicyStore::object, key);
    }

    private static PolicyObject object(Row row) throws SQLException {
        PolicyKind kind = PolicyKind.valueOf(row.text());
        AccessScope scope = new AccessScope(row.text());
        String name = row.text();
        JsonNode document = JsonMapper.shared().readTree(row.bytes());
        return new PolicyObject(
                kind, scope, name, (ObjectNode) document.get("properties"), (ObjectNode) document.get("systemData"));
    }

    PolicySnapshot snapshot(Transaction transaction) {
        return PolicySnapshot.of(version(transaction), all(transaction));
    }
}
