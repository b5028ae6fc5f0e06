package fairlead.server.stack.deploymentstack;

import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.operation.OperationId;
import fairlead.server.resource.document.Documents;
import fairlead.server.secret.Vault;
import fairlead.server.stack.deployment.DeploymentScope;
import fairlead.server.stack.deploymentstack.DeploymentStack.Condition;
import fairlead.server.stack.deploymentstack.DeploymentStack.Written;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// The SQL of the tables `deployment_stack` and `deployment_stack_resource`. What was asked for and what has come of it
/// is
/// sealed, since both may have secrets.
final class DeploymentStackStore {

    private static final String COLUMNS = "id, subscription, resource_group, shown, location, state, operation,"
            + " correlation, created_at, created_by, changed_at, changed_by, ended_at, content, result";
    private static final String PUT = "INSERT INTO deployment_stack (" + COLUMNS + """
        , scope, name) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET shown = excluded.shown, location = excluded.location, state = excluded.state,
          operation = excluded.operation, correlation = excluded.correlation, changed_at = excluded.changed_at,
          changed_by = excluded.changed_by, ended_at = excluded.ended_at, content = excluded.content,
          result = excluded.result\
        """;
    private static final String FIND = "SELECT " + COLUMNS + " FROM deployment_stack WHERE scope = ? AND name = ?";
    private static final String FIND_ID = "SELECT " + COLUMNS + " FROM deployment_stack WHERE id = ?";
    private static final String LIST =
            "SELECT " + COLUMNS + " FROM deployment_stack WHERE scope = ? AND name > ? ORDER BY name LIMIT ?";
    private static final String UPDATE = "UPDATE deployment_stack SET state = ?, ended_at = ?, result = ? WHERE id = ?";
    private static final String OPERATION = "SELECT operation FROM deployment_stack WHERE id = ?";
    private static final String COUNT = "SELECT count(*) FROM deployment_stack WHERE scope = ?";
    private static final String DELETE = "DELETE FROM deployment_stack WHERE id = ?";

    private static final String RESOURCE_COLUMNS =
            "shown, type_name, identity, run, level, status, denied, attempt, operation, error";
    private static final String RESOURCES =
            "SELECT " + RESOURCE_COLUMNS + " FROM deployment_stack_resource WHERE stack = ? ORDER BY resource";
    private static final String CLAIM = "INSERT INTO deployment_stack_resource (" + RESOURCE_COLUMNS
            + ", resource, stack) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (resource) DO NOTHING";
    private static final String CLAIM_AGAIN =
            "UPDATE deployment_stack_resource SET run = ?, shown = ? WHERE resource = ? AND stack = ?";
    private static final String UPDATE_RESOURCE = """
        UPDATE deployment_stack_resource SET identity = ?, level = ?, status = ?, denied = ?, attempt = ?, operation = ?,
          error = ? WHERE resource = ? AND stack = ?\
        """;
    private static final String RELEASE = "DELETE FROM deployment_stack_resource WHERE resource = ? AND stack = ?";
    private static final String RELEASE_ALL = "DELETE FROM deployment_stack_resource WHERE stack = ?";

    private final Vault vault;

    DeploymentStackStore(Vault vault) {
        this.vault = vault;
    }

    void put(Transaction transaction, DeploymentStack stack) {
        DeploymentScope scope = stack.scope();
        Condition condition = stack.condition();
        Written written = condition.written();
        int _ = transaction.update(
                PUT,
                stack.id().toString(),
                scope.subscription(),
                scope.group().orElse(""),
                stack.name(),
                stack.location(),
                condition.state().name(),
                condition.operation().toString(),
                condition.correlation(),
                written.created(),
                written.createdBy(),
                written.changed(),
                written.changedBy(),
                condition.ended(),
                seal(stack.id(), stack.content(), "content"),
                seal(stack.id(), stack.result(), "result"),
                scope.key(),
                key(stack.name()));
    }

    /// What has come of a stack that is there.
    void update(Transaction transaction, DeploymentStack stack) {
        int _ = transaction.update(
                UPDATE,
                stack.state().name(),
                stack.condition().ended(),
                seal(stack.id(), stack.result(), "result"),
                stack.id().toString());
    }

    /// The operation that works on a stack, or was the last to; empty if there is no such stack.
    Optional<OperationId> operation(Transaction transaction, UUID stack) {
        return transaction
                .one(OPERATION, row -> OperationId.parse(row.text()), stack.toString())
                .flatMap(operation -> operation);
    }

    void delete(Transaction transaction, UUID stack) {
        int _ = transaction.update(RELEASE_ALL, stack.toString());
        int _ = transaction.update(DELETE, stack.toString());
    }

    Optional<DeploymentStack> find(Transaction transaction, DeploymentScope scope, String name) {
        return transaction.one(FIND, this::stack, scope.key(), key(name));
    }

    Optional<DeploymentStack> find(Transaction transaction, UUID id) {
        return transaction.one(FIND_ID, this::stack, id.toString());
    }

    /// By name, those behind a given one.
    List<DeploymentStack> list(Transaction transaction, DeploymentScope scope, String after, int limit) {
        return transaction.query(LIST, this::stack, scope.key(), key(after), limit);
    }

    int count(Transaction transaction, DeploymentScope scope) {
        return transaction.one(COUNT, row -> (int) row.number(), scope.key()).orElse(0);
    }

    // -- what belongs to it -----------------------------------------------------------------------------------------

    List<ManagedResource> resources(Transaction transaction, UUID stack) {
        return transaction.query(RESOURCES, row -> resource(stack, row), stack.toString());
    }

    /// Has a resource belong to a stack, unless it belongs to another one; whether it does.
    boolean claim(Transaction transaction, ManagedResource resource) {
        String stack = resource.stack().toString();
        String run = resource.run().toString();
        int made = transaction.update(
                CLAIM,
                resource.id(),
                resource.type(),
                resource.identity(),
                run,
                resource.level(),
                resource.condition().status().name(),
                resource.condition().denied(),
                resource.condition().attempt(),
                "",
                new byte[0],
                resource.key(),
                stack);
        return made == 1 || transaction.update(CLAIM_AGAIN, run, resource.id(), resource.key(), stack) == 1;
    }

    void update(Transaction transaction, ManagedResource resource) {
        ManagedResource.Condition condition = resource.condition();
        int _ = transaction.update(
                UPDATE_RESOURCE,
                resource.identity(),
                resource.level(),
                condition.status().name(),
                condition.denied(),
                condition.attempt(),
                condition.operation().map(OperationId::toString).orElse(""),
                condition
                        .error()
                        .map(error -> vault.seal(Documents.bytes(error), owner(resource.key())))
                        .orElse(new byte[0]),
                resource.key(),
                resource.stack().toString());
    }

    void release(Transaction transaction, ManagedResource resource) {
        int _ = transaction.update(RELEASE, resource.key(), resource.stack().toString());
    }

    private ManagedResource resource(UUID stack, Row row) throws SQLException {
        String id = row.text();
        String type = row.text();
        Optional<String> identity = row.textIfAny();
        OperationId run = OperationId.parse(row.text()).orElseThrow();
        int level = (int) row.number();
        ManagedResource.Status status = ManagedResource.Status.valueOf(row.text());
        String denied = row.text();
        int attempt = (int) row.number();
        Optional<OperationId> operation = OperationId.parse(row.text());
        byte[] error = row.bytes();
        Optional<ObjectNode> why = error.length == 0
                ? Optional.empty()
                : Optional.of(Documents.object(vault.open(error, owner(id.toLowerCase(Locale.ROOT)))));
        return new ManagedResource(
                stack,
                id,
                type,
                identity,
                run,
                level,
                new ManagedResource.Condition(status, denied, attempt, operation, why));
    }

    // -- rows -------------------------------------------------------------------------------------------------------

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
        return "deployment-stack/" + id + "/" + part;
    }

    private static String owner(String resource) {
        return "deployment-stack-resource/" + resource;
    }

    private DeploymentStack stack(Row row) throws SQLException {
        UUID id = UUID.fromString(row.text());
        String subscription = row.text();
        Optional<String> group = Optional.of(row.text()).filter(name -> !name.isEmpty());
        String name = row.text();
        String location = row.text();
        StackState state = StackState.valueOf(row.text());
        OperationId operation = OperationId.parse(row.text()).orElseThrow();
        String correlation = row.text();
        Instant created = row.time();
        String createdBy = row.text();
        Instant changed = row.time();
        String changedBy = row.text();
        Optional<Instant> ended = row.timeIfAny();
        return new DeploymentStack(
                id,
                new DeploymentScope(subscription, group),
                name,
                location,
                new Condition(
                        state, operation, correlation, new Written(created, createdBy, changed, changedBy), ended),
                new DeploymentStack.Documents(open(row.bytes(), id, "content"), open(row.bytes(), id, "result")));
    }
}
