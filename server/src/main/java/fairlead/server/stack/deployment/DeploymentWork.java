package fairlead.server.stack.deployment;

import fairlead.server.operation.Change;
import fairlead.server.operation.Operation;
import fairlead.server.stack.deployment.DeploymentNode.Progress;
import fairlead.server.stack.deployment.DeploymentNode.Target;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A deployment in the hands of one step of its operation: as it is, and what the step has changed of it.
final class DeploymentWork {

    private final DeploymentStore store;
    private final Operation operation;
    private final Instant now;
    private final SequencedMap<String, DeploymentNode> nodes = new LinkedHashMap<>();
    private final Set<String> changed = new LinkedHashSet<>();
    private Deployment deployment;

    DeploymentWork(
            DeploymentStore store,
            Operation operation,
            Instant now,
            Deployment deployment,
            Collection<DeploymentNode> present) {
        this.store = store;
        this.operation = operation;
        this.now = now;
        this.deployment = deployment;
        present.forEach(node -> nodes.put(node.key(), node));
    }

    Operation operation() {
        return operation;
    }

    Instant now() {
        return now;
    }

    Deployment deployment() {
        return deployment;
    }

    void deployment(Deployment next) {
        deployment = next;
    }

    // -- nodes ------------------------------------------------------------------------------------------------------

    List<DeploymentNode> nodes() {
        return List.copyOf(nodes.values());
    }

    Optional<DeploymentNode> find(String key) {
        return Optional.ofNullable(nodes.get(key));
    }

    boolean isDone(String key) {
        return find(key).filter(node -> node.is(DeploymentState.SUCCEEDED)).isPresent();
    }

    List<DeploymentNode> all(DeploymentState state) {
        return nodes.values().stream().filter(node -> node.is(state)).toList();
    }

    void put(DeploymentNode node) {
        nodes.put(node.key(), node);
        changed.add(node.key());
    }

    /// What is to be done besides, after all else.
    DeploymentNode add(String key, Target target) {
        DeploymentNode node = new DeploymentNode(deployment.id(), key, nodes.size(), target, Progress.WAITING);
        put(node);
        return node;
    }

    void failed(DeploymentNode node, String code, ObjectNode why) {
        put(node.with(node.progress().ended(DeploymentState.FAILED, now, code, Optional.of(why))));
    }

    void done(DeploymentNode node, String code) {
        put(node.with(node.progress().ended(DeploymentState.SUCCEEDED, now, code, Optional.empty())));
    }

    // -- the deployment ---------------------------------------------------------------------------------------------

    /// Has something else for a result.
    void result(String name, ObjectNode value) {
        ObjectNode result = deployment.result().deepCopy();
        result.set(name, value);
        deployment = deployment.with(result);
    }

    void state(DeploymentState next) {
        deployment = deployment.with(
                next.ended()
                        ? deployment.condition().ended(next, now)
                        : deployment.condition().in(next));
    }

    /// The errors of all nodes that have failed, each with the id of its resource.
    ArrayNode errors() {
        ArrayNode errors = deployment.result().arrayNode();
        Set<String> known = new TreeSet<>();
        List<DeploymentNode> culprits = new ArrayList<>(all(DeploymentState.FAILED));
        culprits.addAll(all(DeploymentState.CANCELED));
        for (DeploymentNode node : culprits) {
            node.progress().error().filter(_ -> known.add(node.key())).ifPresent(error -> {
                ObjectNode told = error.deepCopy();
                if (!told.has("target") && !node.target().id().isEmpty()) {
                    told.put("target", node.target().id());
                }
                errors.add(told);
            });
        }
        return errors;
    }

    /// All that the step has changed.
    Change change() {
        List<DeploymentNode> rows = changed.stream().map(nodes::get).toList();
        Deployment after = deployment;
        return transaction -> {
            store.update(transaction, after);
            rows.forEach(node -> store.put(transaction, node));
        };
    }
}
