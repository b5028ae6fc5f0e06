package fairlead.server.stack.step;

import fairlead.schema.ReplacementStrategy;
import fairlead.schema.ResourceSchema;
import fairlead.schema.text.PointerSteps;
import fairlead.server.operation.Operation;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackNode.Subject;
import fairlead.server.stack.record.StackNode.Terms;
import fairlead.server.stack.record.StackNode.Verb;
import fairlead.server.stack.step.NodeVerbs.Call;
import fairlead.server.stack.template.Compilation;
import fairlead.server.stack.template.UpdateRules;
import fairlead.stack.Existing;
import fairlead.stack.Found;
import fairlead.stack.NodePlan;
import fairlead.stack.Plan;
import fairlead.stack.Planner;
import fairlead.stack.PropertyChange;
import fairlead.stack.document.Node;
import fairlead.stack.document.TypeCatalog;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/// Says before the first change what would be refused: of each node that is known as it is to be, as far as
/// what changes it can say so without changing it.
public final class Preflight {

    private final NodeVerbs rehearsal;
    private final StackVerbs verbs;
    private final TypeCatalog types;

    /// @param rehearsal verbs on a database where nothing stays
    public Preflight(StackVerbs rehearsal, TypeCatalog types) {
        this.rehearsal = rehearsal.resources();
        verbs = rehearsal;
        this.types = types;
    }

    /// What becomes of the nodes of a stack.
    ///
    /// @param verbs those that change nothing are called
    /// @param imports identifiers of resources that are there already, by the keys of the nodes that they become
    public static Plan plan(
            Compilation compilation,
            Collection<StackNode> nodes,
            NodeValues values,
            TypeCatalog types,
            StackVerbs verbs,
            Map<String, String> imports) {
        Map<String, Existing> existing = nodes.stream()
                .filter(StackNode::isThere)
                .collect(Collectors.toMap(StackNode::key, Preflight::existing, (a, _) -> a, LinkedHashMap::new));
        Map<String, Subject> present = nodes.stream()
                .filter(StackNode::isThere)
                .collect(Collectors.toMap(StackNode::key, StackNode::present, (a, _) -> a, LinkedHashMap::new));
        Planner.Within within = (node, desired) -> Optional.ofNullable(present.get(node.key()))
                .filter(subject -> subject.kind() == Node.Kind.STACK)
                .filter(subject -> verbs.stacks().changesWithin(subject, node.key(), desired))
                .isPresent();
        Map<String, Found> found = new LinkedHashMap<>();
        imports.forEach((key, physical) -> Optional.ofNullable(
                        compilation.document().nodes().get(key))
                .map(node -> found(node, physical, verbs))
                .ifPresent(one -> found.put(key, one)));
        return new Planner(compilation.document(), existing, types, values::value, within, found).plan();
    }

    private static Found found(Node node, String physical, StackVerbs verbs) {
        Subject subject = subject(node.kind(), node.type(), physical);
        return new Found(physical, verbs.of(node.kind()).read(subject).orElse(subject.applied()));
    }

    /// A resource that is there, by its identifier alone.
    public static Subject subject(Node.Kind kind, String type, String physical) {
        ObjectNode nothing = Documents.empty();
        Terms terms = new Terms(Set.of(), Node.Retention.DELETE, Node.Retention.DELETE, nothing);
        return new Subject(kind, type, Optional.of(physical), 0, nothing, terms);
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

    /// Only of what has an address: a stack of another language is cleaned after its update, whatever is refused then.
    /// Of what other nodes need that go before it, nothing can be said.
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
        Optional<String> denial = denial(plan, compilation.rules());
        if (denial.isPresent()) {
            return denial;
        }
        Node node = compilation.document().nodes().get(plan.key());
        Node.Kind kind = node == null ? Node.Kind.RESOURCE : node.kind();
        if (kind == Node.Kind.SIGNALS && plan.action() == NodePlan.Action.MODIFY && plan.touches()) {
            boolean certain = plan.changes().stream().anyMatch(PropertyChange::known);
            return certain ? Optional.of(Texts.NO_UPDATE) : Optional.empty();
        }
        if (!plan.touches() || !StackVerbs.act(kind)) {
            return Optional.empty();
        }
        Optional<String> address =
                Optional.ofNullable(node).flatMap(wanted -> Terms.of(wanted).address());
        Call call = new Call(plan.key(), plan.type(), UUID.randomUUID().toString(), address);
        if (kind != Node.Kind.RESOURCE) {
            Optional<Subject> there =
                    present.filter(StackNode::isThere).map(StackNode::present).filter(one -> one.kind() == kind);
            return plan.desired().flatMap(desired -> verbs.of(kind).refusal(call, there, desired));
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
            case IMPORT -> importation(plan);
            case REMOVE, KEEP -> Optional.empty();
        };
    }

    /// What may turn out to be no change is judged when it is known.
    private static Optional<String> denial(NodePlan plan, UpdateRules rules) {
        return change(plan).flatMap(change -> rules.denial(change, plan.key(), plan.type()));
    }

    private static Optional<UpdateRules.Change> change(NodePlan plan) {
        boolean certain = plan.changes().stream().anyMatch(PropertyChange::known)
                || plan.aside().contains(NodePlan.Aside.TYPE)
                || plan.aside().contains(NodePlan.Aside.WITHIN);
        return switch (plan.action()) {
            case ADD, IMPORT, KEEP -> Optional.empty();
            case REMOVE -> Optional.of(UpdateRules.Change.DELETE);
            case MODIFY ->
                certain
                        ? Optional.of(plan.replaces() ? UpdateRules.Change.REPLACE : UpdateRules.Change.MODIFY)
                        : Optional.empty();
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

    /// A resource that is there is taken over as it is: it has to be the one that the template names.
    private Optional<String> importation(NodePlan plan) {
        String physical = plan.physical().orElseThrow();
        Optional<String> refusal = rehearsal.importRefusal(subject(Node.Kind.RESOURCE, plan.type(), physical));
        return refusal.or(() -> otherName(plan, physical)).or(() -> known(plan));
    }

    private Optional<String> otherName(NodePlan plan, String physical) {
        Optional<ResourceSchema> schema = types.schema(plan.type());
        ObjectNode named = schema.map(known -> known.parseIdentifier(physical)).orElseGet(Documents::empty);
        ObjectNode asked = schema.map(
                        known -> known.identifierModel(plan.wanted().known()))
                .orElseGet(Documents::empty);
        return asked.properties().stream()
                .filter(one -> !one.getValue().equals(named.get(one.getKey())))
                .findFirst()
                .map(one -> "The Identifier [" + one.getKey() + "] for resource [" + plan.key()
                        + "] does not match the identifier value defined in the template: expected "
                        + named.get(one.getKey()) + ", found " + one.getValue());
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
