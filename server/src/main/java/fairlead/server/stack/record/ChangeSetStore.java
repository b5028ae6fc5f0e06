package fairlead.server.stack.record;

import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.resource.document.Documents;
import fairlead.server.secret.Vault;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// The SQL of the table `stack_change_set`.
public final class ChangeSetStore {

    private static final String COLUMNS = "id, stack, name, status, execution, reason, base, request, plan, created_at";
    private static final String INSERT =
            "INSERT INTO stack_change_set (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String EXECUTION = "UPDATE stack_change_set SET execution = ? WHERE id = ?";
    private static final String DELETE = "DELETE FROM stack_change_set WHERE id = ?";
    private static final String DELETE_OTHERS = "DELETE FROM stack_change_set WHERE stack = ? AND id <> ?";
    private static final String FIND = "SELECT " + COLUMNS + " FROM stack_change_set WHERE id = ?";
    private static final String FIND_NAMED =
            "SELECT " + COLUMNS + " FROM stack_change_set WHERE stack = ? AND name = ?";
    private static final String LIST =
            "SELECT " + COLUMNS + " FROM stack_change_set WHERE stack = ? ORDER BY created_at DESC, id DESC LIMIT 1000";

    private final Vault vault;

    public ChangeSetStore(Vault vault) {
        this.vault = vault;
    }

    public void insert(Transaction transaction, ChangeSet set) {
        int _ = transaction.update(
                INSERT,
                set.id().toString(),
                set.stack().toString(),
                set.name(),
                set.status().name(),
                set.execution().name(),
                set.reason(),
                set.base(),
                seal(set, set.request(), "request"),
                seal(set, set.plan(), "plan"),
                set.created());
    }

    public void execution(Transaction transaction, ChangeSet set, ChangeSet.Execution next) {
        int _ = transaction.update(EXECUTION, next.name(), set.id().toString());
    }

    public void delete(Transaction transaction, ChangeSet set) {
        int _ = transaction.update(DELETE, set.id().toString());
    }

    public void deleteOthers(Transaction transaction, ChangeSet set) {
        int _ = transaction.update(
                DELETE_OTHERS, set.stack().toString(), set.id().toString());
    }

    public Optional<ChangeSet> find(Transaction transaction, UUID id) {
        return transaction.one(FIND, this::changeSet, id.toString());
    }

    public Optional<ChangeSet> find(Transaction transaction, UUID stack, String name) {
        return transaction.one(FIND_NAMED, this::changeSet, stack.toString(), name);
    }

    public List<ChangeSet> list(Transaction transaction, UUID stack) {
        return transaction.query(LIST, this::changeSet, stack.toString());
    }

    private byte[] seal(ChangeSet set, ObjectNode document, String part) {
        return vault.seal(Documents.bytes(document), owner(set.id(), part));
    }

    private static String owner(UUID id, String part) {
        return "stack-change-set/" + id + " " + part;
    }

    private ChangeSet changeSet(Row row) throws SQLException {
        UUID id = UUID.fromString(row.text());
        UUID stack = UUID.fromString(row.text());
        String name = row.text();
        ChangeSet.Outlook outlook = new ChangeSet.Outlook(
                ChangeSet.Status.valueOf(row.text()), ChangeSet.Execution.valueOf(row.text()), row.text());
        long base = row.number();
        ObjectNode request = Documents.object(vault.open(row.bytes(), owner(id, "request")));
        ObjectNode plan = Documents.object(vault.open(row.bytes(), owner(id, "plan")));
        return new ChangeSet(id, stack, name, outlook, new ChangeSet.Basis(base, row.time()), request, plan);
    }
}
