package fairlead.server.stack.deployment;

import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.operation.OperationId;
import fairlead.server.resource.document.Documents;
import fairlead.server.secret.Vault;
import fairlead.server.stack.deployment.Deployment.Condition;
import fairlead.server.stack.deployment.DeploymentNode.Progress;
import fairlead.server.stack.deployment.DeploymentNode.Target;
import fairlead.server.stack.deployment.DeploymentNode.Verb;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// The SQL of the tables `deployment` and `deployment_node`. What was asked for and what has come of it is
/// sealed, since both may have secrets.
final class DeploymentStore {

    private static final String COLUMNS = "id, subscription, resource_group, shown, location, state, operation,"
            + " canceling, correlation, created_at, ended_at, content, result";
    private static final String INSERT = "INSERT INTO deployment (" + COLUMNS + ", scope, name)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String UPDATE = "UPDATE deployment SET state = ?, ended_at = ?, result = ? WHERE id = ?";
    private static final String CANCEL = "UPDATE deployment SET canceling = 1 WHERE id = ?";
    private static final String FIND = "SELECT " + COLUMNS + " FROM deployment WHERE scope = ? AND name = ?";
    private static final String FIND_ID = "SELECT " + COLUMNS + " FROM deployment WHERE id = ?";
    private static final String LIST = "SELECT " + COLUMNS + """
         FROM deployment WHERE scope = ? AND (created_at < ? OR (created_at = ? AND id < ?)) AND (? = '' OR state = ?)
        ORDER BY created_at DESC, id DESC LIMIT ?\
        """;
    private static final String COUNT = "SELECT count(*) FROM deployment WHERE scope = ?";
    private static final String OLDEST = """
        SELECT id FROM deployment WHERE scope = ? AND ended_at IS NOT NULL ORDER BY created_at, id LIMIT ?\
        """;
    private static final String DELETE = "DELETE FROM deployment WHERE id = ?";
    private static final String DELETE_NODES = "DELETE FROM deployment_node WHERE deployment = ?";
    private static final String PUT_NODE = """
        INSERT INTO deployment_node (deployment, node, position, verb, resource, type_name, state, operation, began_at,
          ended_at, code, error) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (deployment, node) DO UPDATE SET verb = excluded.verb, resource = excluded.resource,
          state = excluded.state, operation = excluded.operation, began_at = excluded.began_at,
          ended_at = excluded.ended_at, code = excluded.code, error = excluded.error\
        """;
    private static final String NODES = """
        SELECT node, position, verb, resource, type_name, state, operation, began_at, ended_at, code, error
        FROM deployment_node WHERE deployment = ? ORDER BY position, node\
        """;

    private final Vault vault;

    DeploymentStore(Vault vault) {
        this.vault = vault;
    }

    void insert(Transaction transaction, Deployment deployment) {
        DeploymentScope scope = deployment.scope();
        Condition condition = deployment.condition();
        int _ = transaction.update(
                INSERT,
                deployment.id().toString(),
                scope.subscription(),
                scope.group().orElse(""),
                deployment.name(),
                deployment.location(),
                condition.state().name(),
                condition.operation().toString(),
                condition.canceling(),
                condition.correlation(),
                condition.created(),
                condition.ended(),
                seal(deployment.id(), deployment.content(), "content"),
                seal(deployment.id(), deployment.result(), "result"),
                scope.key(),
                key(deployment.name()));
    }

    void update(Transaction transaction, Deployment deployment) {
        int _ = transaction.update(
                UPDATE,
                deployment.state().name(),
                deployment.condition().ended(),
                seal(deployment.id(), deployment.result(), "result"),
                deployment.id().toString());
    }

    void cancel(Transaction transaction, UUID id) {
        int _ = transaction.update(CANCEL, id.toString());
    }

    void delete(Transaction transaction, UUID id) {
        int _ = transaction.update(DELETE_NODES, id.toString());
        int _ = transaction.update(DELETE, id.toString());
    }

    Optional<Deployment> find(Transaction transaction, DeploymentScope scope, String name) {
        return transaction.one(FIND, this::deployment, scope.key(), key(name));
    }

    Optional<Deployment> find(Transaction transaction, UUID id) {
        return transaction.one(FIND_ID, this::deployment, id.toString());
    }

    /// Newest first, those before a given one.
    ///
    /// @param state in which they are; empty for any
    List<Deployment> list(
            Transaction transaction,
            DeploymentScope scope,
            Instant before,
            String beforeId,
            Optional<DeploymentState> state,
            int limit) {
        String word = state.map(DeploymentState::name).orElse("");
        return transaction.query(LIST, this::deployment, scope.key(), before, before, beforeId, word, word, limit);
    }

    int count(Transaction transaction, DeploymentScope scope) {
        return transaction.one(COUNT, row -> (int) row.number(), scope.key()).orElse(0);
    }

    /// Forgets the oldest that have ended.
    void trim(Transaction transaction, DeploymentScope scope, int many) {
        transaction
                .query(OLDEST, row -> UUID.fromString(row.text()), scope.key(), many)
                .forEach(id -> delete(transaction, id));
    }

    // -- nodes ------------------------------------------------------------------------------------------------------

    void put(Transaction transaction, DeploymentNode node) {
        Progress progress = node.progress();
        int _ = transaction.update(
                PUT_NODE,
                node.deployment().toString(),
                node.key(),
                node.position(),
                node.target().verb().name(),
                node.target().id(),
                node.target().type(),
                progress.state().name(),
                progress.operation().map(OperationId::toString).orElse(""),
                progress.began(),
                progress.ended(),
                progress.code(),
                progress.error()
                        .map(error -> vault.seal(Documents.bytes(error), owner(node.deployment(), node.key())))
                        .orElse(new byte[0]));
    }

    List<DeploymentNode> nodes(Transaction transaction, UUID deployment) {
        return transaction.query(NODES, row -> node(deployment, row), deployment.toString());
    }

    private DeploymentNode node(UUID deployment, Row row) throws SQLException {
        String key = row.text();
        int position = (int) row.number();
        Verb verb = Verb.valueOf(row.text());
        Target target = new Target(verb, row.text(), row.text());
        DeploymentState state = DeploymentState.valueOf(row.text());
        Optional<OperationId> operation = OperationId.parse(row.text());
        Optional<Instant> began = row.timeIfAny();
        Optional<Instant> ended = row.timeIfAny();
        String code = row.text();
        byte[] error = row.bytes();
        Optional<ObjectNode> why = error.length == 0
                ? Optional.empty()
                : Optional.of(Documents.object(vault.open(error, owner(deployment, key))));
        return new DeploymentNode(
                deployment, key, position, target, new Progress(state, operation, began, ended, code, why));
    }

    // -- sealing ----------------------------------------------------------------------------------------------------

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private byte[] seal(UUID id, ObjectNode document, String part) {
        return document.isEmpty() ? new byte[0] : vault.seal(Documents.bytes(document), owner(id, part));
    }

    private ObjectNode open(byte[] sealed, UUID id, String part) {
        return sealed.length == 0 ? Documents.empty() : Documents.object(vault.open(sealed, owner(id, part)));
    }

    private static String owner(UUID id, String part) {
        return "deployment/" + id + "/" + part;
    }

    private Deployment deployment(Row row) throws SQLException {
        UUID id = UUID.fromString(row.text());
        String subscription = row.text();
        String group = row.text();
        DeploymentScope scope =
                new DeploymentScope(subscription, group.isEmpty() ? Optional.empty() : Optional.of(group));
        String name = row.text();
        String location = row.text();
        Condition condition = new Condition(
                DeploymentState.valueOf(row.text()),
                OperationId.parse(row.text()).orElseThrow(),
                row.flag(),
                row.text(),
                row.time(),
                row.timeIfAny());
        return new Deployment(
                id,
                scope,
                name,
                location,
                condition,
                new Deployment.Documents(open(row.bytes(), id, "content"), open(row.bytes(), id, "result")));
    }
}
