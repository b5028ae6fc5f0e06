package fairlead.server.stack;

import fairlead.server.access.Caller;
import fairlead.server.problem.ProblemException;
import fairlead.server.stack.StackPlan.Looked;
import fairlead.server.stack.record.ChangeSet;
import fairlead.server.stack.record.ChangeSet.Execution;
import fairlead.server.stack.record.ChangeSet.Status;
import fairlead.server.stack.record.PlanJson;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackNode;
import fairlead.stack.NodePlan;
import fairlead.stack.document.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/// The change sets of the stacks that are nodes of one for which a change set is made: what it would do to
/// each of them. They are executed with it, and go with it. A stack that is yet to be made has none.
final class NestedChangeSets {

    private static final String PARENT = "parentChangeSet";
    private static final String ROOT = "rootChangeSet";
    private static final String NESTED = "nestedChangeSets";
    private static final int LONGEST_NAME = 128;
    private static final int SUFFIX = 9;

    private final Stacks stacks;
    private final StackPlan plans;
    private final Supplier<UUID> ids;

    NestedChangeSets(Stacks stacks, StackPlan plans, Supplier<UUID> ids) {
        this.stacks = stacks;
        this.plans = plans;
        this.ids = ids;
    }

    /// The change set, which knows those within it, and behind it all of them.
    List<ChangeSet> with(ChangeSet set, Stack stack, Looked looked, Caller caller) {
        UUID root = root(set).orElse(set.id());
        List<ChangeSet> all = new ArrayList<>();
        ObjectNode plan = set.plan().deepCopy();
        ObjectNode nested = plan.putObject(NESTED);
        for (NodePlan node : looked.plan().nodes()) {
            Optional<Stack> child = child(node, looked);
            if (child.isPresent()) {
                List<ChangeSet> within = within(set, root, child.get(), stack, node, looked, caller);
                within.stream()
                        .findFirst()
                        .ifPresent(first -> nested.put(node.key(), first.id().toString()));
                all.addAll(within);
            }
        }
        all.addFirst(new ChangeSet(set.id(), set.stack(), set.name(), set.outlook(), set.basis(), set.request(), plan));
        return all;
    }

    private Optional<Stack> child(NodePlan node, Looked looked) {
        Node wanted = looked.compilation().document().nodes().get(node.key());
        boolean changes =
                node.action() == NodePlan.Action.MODIFY && node.desired().isPresent();
        return Optional.ofNullable(wanted)
                .filter(one -> changes && one.kind() == Node.Kind.STACK)
                .flatMap(_ -> node.physical())
                .flatMap(NestedNodes::idIn)
                .flatMap(stacks::find);
    }

    private List<ChangeSet> within(
            ChangeSet set, UUID root, Stack child, Stack stack, NodePlan node, Looked looked, Caller caller) {
        try {
            ObjectNode content = plans.nested(stack, looked, node.desired().orElseThrow());
            List<StackNode> nodes = stacks.nodes(child.id());
            Looked within = plans.look(child, nodes, content, caller);
            ObjectNode request = set.request().deepCopy();
            request.set(ChangeSets.CONTENT, content);
            ObjectNode plan = PlanJson.write(within.plan());
            plan.put(PARENT, set.id().toString()).put(ROOT, root.toString());
            UUID id = ids.get();
            ChangeSet own = new ChangeSet(
                    id,
                    child.id(),
                    name(set, node.key(), id),
                    new ChangeSet.Outlook(Status.CREATE_COMPLETE, Execution.AVAILABLE, ""),
                    new ChangeSet.Basis(child.condition().version(), set.created()),
                    request,
                    plan);
            return with(own, child, within, caller);
        } catch (ProblemException wrong) {
            // It is told with the change set that it would have been within.
            return List.of();
        }
    }

    private static String name(ChangeSet set, String key, UUID id) {
        String head = set.name() + "-" + key;
        return head.substring(0, Math.min(head.length(), LONGEST_NAME - SUFFIX)) + "-"
                + id.toString().substring(0, SUFFIX - 1);
    }

    /// The one that a change set is within.
    static Optional<UUID> parent(ChangeSet set) {
        return id(set, PARENT);
    }

    /// The one at the head of those that a change set is within.
    static Optional<UUID> root(ChangeSet set) {
        return id(set, ROOT);
    }

    private static Optional<UUID> id(ChangeSet set, String name) {
        return Optional.ofNullable(set.plan().path(name).stringValue(null)).map(UUID::fromString);
    }

    /// Those directly within a change set, by the keys of the nodes.
    static Map<String, UUID> nested(ChangeSet set) {
        Map<String, UUID> nested = new LinkedHashMap<>();
        if (set.plan().path(NESTED) instanceof ObjectNode all) {
            all.forEachEntry((key, id) -> nested.put(key, UUID.fromString(id.asString())));
        }
        return nested;
    }
}
