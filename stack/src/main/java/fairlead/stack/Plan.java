package fairlead.stack;

import java.util.List;
import java.util.Optional;

/// What has to be done, node by node, in an order in which it can be: what others need comes first, what is removed
/// last.
public record Plan(List<NodePlan> nodes) {

    public Plan {
        nodes = List.copyOf(nodes);
    }

    /// Whether nothing has to be done.
    public boolean isEmpty() {
        return nodes.stream().allMatch(node -> node.action() == NodePlan.Action.KEEP);
    }

    /// What becomes of a node.
    public Optional<NodePlan> of(String key) {
        return nodes.stream().filter(node -> node.key().equals(key)).findFirst();
    }
}
