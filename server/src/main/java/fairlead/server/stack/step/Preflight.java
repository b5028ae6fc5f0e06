package fairlead.server.stack.step;

import fairlead.schema.ReplacementStrategy;
import fairlead.schema.text.PointerSteps;
import fairlead.server.operation.Operation;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackNode.Subject;
import fairlead.server.stack.record.StackNode.Terms;
import fairlead.server.stack.record.StackNode.Verb;
import fairlead.server.stack.step.NodeVerbs.Call;
import fairlead.server.stack.template.Compilation;
import fairlead.stack.Existing;
import fairlead.stack.NodePlan;
import fairlead.stack.Plan;
import fairlead.stack.Planner;
import fairlead.stack.document.Node;
import fairlead.stack.document.TypeCatalog;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.UUID;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/// Says before the first change what would be refused: of each node that is known as it is to be, as far as
/// what changes it can say so without changing it.
public final class Preflight {

    private final NodeVerbs rehearsal;
    private final NodeVerbs stacks;
    private final TypeCatalog types;

    /// @param rehearsal verbs on a database where nothing stays
    public Preflight(StackVerbs rehearsal, TypeCatalog types) {
        this.rehearsal = rehearsal.resources();
        stacks = rehearsal.stacks();
        this.types = types;
    }

    /// What becomes of the nodes of a stack.
    ///
    /// @param stacks the verbs on nodes that are stacks
    public static Plan plan(
            Compilation compilation,
            Collection<StackNode> nodes,
            NodeValues values,
            TypeCatalog types,
            NodeVerbs stacks) {
        Map<String, Existing> existing = nodes.stream()
                .filter(StackNode::isThere)
                .collect(Collectors.toMap(StackNode::key, Preflight::existing, (a, _) -> a, LinkedHashMap::new));
        Map<String, Subject> present = nodes.stream()
                .filter(StackNode::isThere)
                .collect(Collectors.toMap(StackNode::key, StackNode::present, (a, _) -> a, LinkedHashMap::new));
        Planner.Within within = (node, desired) -> Optional.ofNullable(present.get(node.key()))
                .filter(subject -> subject.kind() == Node.Kind.STACK)
                .filter(subject -> stacks.changesWithin(subject, node.key(), desired))
                .isPresent();
        return new Planner(compilation.document(), existing, types, values::value, within).plan();
    }

    private static Existing existing(StackNode node) {
        Subject present = node.present();
        return new Existing(
                present.type(),
                present.physical().orElseThrow(),
                present.applied(),
                !node.report().status().endsWith("_FAILED"),
                present.terms().onRemove(),
                present.terms().onReplace(),
                present.terms().metadata());
    }

    /// Why nodes would be refused, by their keys.
    public SequencedMap<String, String> refusals(Plan plan, Compilation compilation, Map<String, StackNode> present) {
        SequencedMap<String, String> refusals = new LinkedHashMap<>();
        for (NodePlan node : plan.nodes()) {
            Optional<StackNode> there = Optional.ofNullable(present.get(node.key()));
            Optional<String> refusal = node.action() == NodePlan.Action.REMOVE
                    ? there.flatMap(goner -> removal(goner, plan, present))
                    : refusal(node, compilation, there, waits(node, plan, compilation));
            refusal.ifPresent(reason -> refusals.put(node.key(), reason));
        }
        return refusals;
    }

    /// Whether a node needs others that are made or changed before it: what it misses now may be there then.
    private static boolean waits(NodePlan node, Plan plan, Compilation compilation) {
        return Optional.ofNullable(compilation.document().nodes().get(node.key())).stream()
                .flatMap(wanted -> wanted.needs().stream())
                .flatMap(need -> plan.of(need).stream())
                .anyMatch(NodePlan::touches);
    }

    /// What has an address is asked for by a person who can do something about it. That others need it which go before
    /// it
    /// can't be thought away.
    private Optional<String> removal(StackNode goner, Plan plan, Map<String, StackNode> present) {
        boolean needed = plan.nodes().stream()
                .filter(node -> node.action() == NodePlan.Action.REMOVE)
                .flatMap(node -> Optional.ofNullable(present.get(node.key())).stream())
                .anyMatch(other -> other.present().terms().needs().contains(goner.key()));
        Optional<String> address = goner.present().terms().address();
        if (needed || address.isEmpty()) {
            return Optional.empty();
        }
        Call call =
                new Call(goner.key(), goner.present().type(), UUID.randomUUID().toString(), address);
        return asked(goner.key(), true, () -> rehearsal.delete(call, goner.present(), false));
    }

    private Optional<String> refusal(
            NodePlan plan, Compilation compilation, Optional<StackNode> present, boolean waits) {
        Node node = compilation.document().nodes().get(plan.key());
        Node.Kind kind = node == null ? Node.Kind.RESOURCE : node.kind();
        if (!plan.touches() || !StackVerbs.act(kind)) {
            return Optional.empty();
        }
        Optional<String> address =
                Optional.ofNullable(node).flatMap(wanted -> Terms.of(wanted).address());
        Call call = new Call(plan.key(), plan.type(), UUID.randomUUID().toString(), address);
        if (kind == Node.Kind.STACK) {
            Optional<Subject> there =
                    present.filter(StackNode::isThere).map(StackNode::present).filter(one -> one.kind() == kind);
            return plan.desired().flatMap(desired -> stacks.refusal(call, there, desired));
        }
        return switch (plan.action()) {
            case ADD ->
                plan.desired().isPresent()
                        ? asked(
                                plan.key(),
                                waits,
                                () -> Optional.of(
                                        rehearsal.create(call, plan.desired().get())))
                        : known(plan);
            case MODIFY -> modification(plan, compilation, present.orElseThrow(), call, waits);
            case REMOVE, KEEP -> Optional.empty();
        };
    }

    /// What the schema has against those properties that are known already.
    private Optional<String> known(NodePlan plan) {
        ObjectNode known = plan.wanted().known();
        String all = types.schema(plan.type()).stream()
                .flatMap(schema -> schema.validateInput(known).stream())
                .filter(finding -> isOf(known, finding.pointer()))
                .map(finding -> "#" + finding.pointer() + ": " + finding.message())
                .collect(Collectors.joining(", "));
        return all.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "Properties validation failed for resource " + plan.key() + " with message: [" + all + "]");
    }

    /// What is wrong with the whole may be because something is not known yet.
    private static boolean isOf(ObjectNode known, String pointer) {
        return pointer.length() > 1 && known.has(PointerSteps.split(pointer).getFirst());
    }

    private Optional<String> modification(
            NodePlan plan, Compilation compilation, StackNode present, Call call, boolean waits) {
        if (plan.desired().isEmpty()) {
            return known(plan);
        }
        if (!plan.replaces() || call.address().isPresent()) {
            return asked(
                    plan.key(),
                    waits,
                    () -> Optional.of(rehearsal.update(
                            call, present.present(), plan.desired().get(), true)));
        }
        Optional<String> wrong = known(plan);
        return wrong.isPresent() ? wrong : sameName(plan, compilation, present);
    }

    /// A name that the template has chosen is taken by what would be replaced.
    private Optional<String> sameName(NodePlan plan, Compilation compilation, StackNode present) {
        return types.schema(plan.type())
                .filter(schema -> schema.replacementStrategy() != ReplacementStrategy.DELETE_THEN_CREATE)
                .filter(_ -> present.present().type().equals(plan.type()))
                .flatMap(schema -> schema.identifier(plan.desired().get()))
                .filter(chosen -> present.present().physical().equals(Optional.of(chosen)))
                .filter(_ -> isSameWhenReplaced(plan, compilation, present))
                .map(Texts::named);
    }

    /// Whether the name was chosen by the template, and not generated.
    private static boolean isSameWhenReplaced(NodePlan plan, Compilation compilation, StackNode present) {
        Node renamed = compilation
                .replacing(plan.key(), present.present().generation() + 1)
                .node(plan.key());
        return renamed.properties()
                .equals(compilation.document().node(plan.key()).properties());
    }

    private interface Rehearsed {
        Optional<Operation> run();
    }

    private static Optional<String> asked(String key, boolean waits, Rehearsed change) {
        try {
            return change.run()
                    .map(operation -> NodeEnd.of(operation, Verb.NONE))
                    .flatMap(end ->
                            end instanceof NodeEnd.Failed(var _, var reason) ? Optional.of(reason) : Optional.empty());
        } catch (ProblemException refused) {
            if (refused.problem() instanceof Problem.OperationFailed) {
                // A handler could not say how it is: that may pass, and is told when the change is made.
                return Optional.empty();
            }
            if (waits && refused.problem() instanceof Problem.NotFound) {
                return Optional.empty();
            }
            NodeEnd end = NodeEnd.of(refused.problem(), key);
            return end instanceof NodeEnd.Failed(var _, var reason) ? Optional.of(reason) : Optional.empty();
        }
    }
}
