package fairlead.server.stack.deploymentstack;

import fairlead.server.access.Caller;
import fairlead.server.operation.Change;
import fairlead.server.operation.Operation;
import fairlead.server.resource.change.OperationCaller;
import fairlead.server.resource.document.Documents;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A deployment stack in the hands of one step of its operation: as it is, and what the step has changed of it.
final class DeploymentStackWork {

    /// What has gone wrong.
    static final String ERROR = "error";

    /// Each with its `type` and `value`, and `secure` if it must not be shown.
    static final String OUTPUTS = "outputs";

    /// The id of the deployment that was done last.
    static final String DEPLOYMENT = "deployment";

    /// The ids of what the last operation has let go.
    static final String DETACHED = "detached";

    /// The ids of what it has deleted.
    static final String DELETED = "deleted";

    /// What is not as it was to be, each with `id` and `error`.
    static final String FAILED = "failed";

    /// What becomes of what a stack manages that is deleted.
    static final String ON_UNMANAGE = "onUnmanage";

    /// Whether the last operation was stopped while something else went on for it.
    static final String OUT_OF_SYNC = "outOfSync";

    private final DeploymentStackStore store;
    private final Operation operation;
    private final Instant now;
    private final Map<String, ManagedResource> resources = new LinkedHashMap<>();
    private final Set<String> changed = new LinkedHashSet<>();
    private final Map<String, ManagedResource> released = new LinkedHashMap<>();
    private final DeploymentStack before;
    private DeploymentStack stack;
    private boolean gone;

    DeploymentStackWork(
            DeploymentStackStore store,
            Operation operation,
            Instant now,
            DeploymentStack stack,
            Collection<ManagedResource> present) {
        this.store = store;
        this.operation = operation;
        this.now = now;
        before = stack;
        this.stack = stack;
        present.forEach(resource -> resources.put(resource.key(), resource));
    }

    Operation operation() {
        return operation;
    }

    DeploymentStack stack() {
        return stack;
    }

    /// For whom it is done: the caller that has asked, as one of the stack.
    Caller caller() {
        return OperationCaller.of(operation).in(stack.id());
    }

    void state(StackState next) {
        stack = stack.in(next, now);
    }

    /// Nothing of the stack stays.
    void forget() {
        gone = true;
    }

    // -- what belongs to it -----------------------------------------------------------------------------------------

    List<ManagedResource> resources() {
        return List.copyOf(resources.values());
    }

    List<ManagedResource> all(ManagedResource.Status status) {
        return resources.values().stream()
                .filter(resource -> resource.is(status))
                .toList();
    }

    void put(ManagedResource resource) {
        resources.put(resource.key(), resource);
        changed.add(resource.key());
    }

    /// Has it belong to the stack no longer.
    void release(ManagedResource resource) {
        resources.remove(resource.key());
        released.put(resource.key(), resource);
    }

    // -- what has come of it ----------------------------------------------------------------------------------------

    JsonNode result(String name) {
        return stack.result().path(name);
    }

    void result(String name, JsonNode value) {
        ObjectNode next = stack.result().deepCopy();
        next.set(name, value);
        stack = stack.with(next);
    }

    /// Tells one more id.
    void tell(String name, String id) {
        ArrayNode ids = result(name) instanceof ArrayNode before
                ? before.deepCopy()
                : Documents.empty().arrayNode();
        ids.add(id);
        result(name, ids);
    }

    /// Tells that something is not as it was to be.
    void fail(String id, ObjectNode error) {
        ArrayNode failed = Documents.empty().arrayNode();
        result(FAILED)
                .valueStream()
                .filter(other -> !other.path("id").asString().equalsIgnoreCase(id))
                .forEach(failed::add);
        failed.addObject().put("id", id).set(ERROR, error);
        result(FAILED, failed);
    }

    /// All that the step has changed.
    Change change() {
        DeploymentStack after = stack;
        List<ManagedResource> rows = changed.stream()
                .flatMap(key -> Optional.ofNullable(resources.get(key)).stream())
                .toList();
        List<ManagedResource> free = List.copyOf(released.values());
        if (gone) {
            return transaction -> store.delete(transaction, after.id());
        }
        if (after.equals(before) && rows.isEmpty() && free.isEmpty()) {
            return Change.none();
        }
        return transaction -> {
            store.update(transaction, after);
            free.forEach(resource -> store.release(transaction, resource));
            rows.forEach(resource -> store.update(transaction, resource));
        };
    }
}
