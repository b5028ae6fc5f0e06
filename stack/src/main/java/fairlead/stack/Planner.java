package fairlead.stack;

import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.stack.document.Document;
import fairlead.stack.document.Evaluated;
import fairlead.stack.document.Evaluation;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Expression.Part;
import fairlead.stack.document.Expression.Reference;
import fairlead.stack.document.Node;
import fairlead.stack.document.TypeCatalog;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// Compares a document with what is there. Made for one comparison.
///
/// What is known of a node that another one refers to follows from what becomes of it: of one that stays all
/// is known, of one that is changed its identifier and what is asked for, of one that is made only what is
/// asked for.
public final class Planner {

    private final Document document;
    private final Map<String, Existing> existing;
    private final TypeCatalog types;
    private final Function<Reference, Evaluated> live;
    private final Within within;
    private final Map<String, Found> imports;
    private final Map<String, Planned> planned = new HashMap<>();

    /// Says of a node that is a stack whether it would change within though it is asked for as before.
    public interface Within {

        /// @param desired its properties, all of which are known
        boolean changes(Node node, ObjectNode desired);
    }

    /// What was decided of a node, for those that refer to it.
    private record Planned(NodePlan plan, Map<String, Evaluated> properties, Optional<ResourceSchema> schema) {}

    /// @param existing what there is of the stack, by the keys of the nodes
    /// @param live what is known of a node that is there, as it is
    public Planner(
            Document document, Map<String, Existing> existing, TypeCatalog types, Function<Reference, Evaluated> live) {
        this(document, existing, types, live, (_, _) -> false, Map.of());
    }

    /// @param existing what there is of the stack, by the keys of the nodes
    /// @param live what is known of a node that is there, as it is
    /// @param within for nodes that are stacks
    /// @param imports what is to become nodes that are not there yet, by their keys
    public Planner(
            Document document,
            Map<String, Existing> existing,
            TypeCatalog types,
            Function<Reference, Evaluated> live,
            Within within,
            Map<String, Found> imports) {
        this.within = within;
        this.imports = imports;
        this.document = document;
        this.existing = existing;
        this.types = types;
        this.live = live;
    }

    /// The plan.
    ///
    /// @throws fairlead.stack.document.EvaluationException if a function does not take the values that it
    /// gets
    public Plan plan() {
        List<NodePlan> plans = new ArrayList<>();
        for (Node node : Order.of(document)) {
            Map<String, Evaluated> properties = properties(node);
            Optional<ResourceSchema> schema =
                    node.kind() == Node.Kind.RESOURCE ? types.schema(node.type()) : Optional.empty();
            NodePlan plan = plan(node, properties, schema);
            planned.put(node.key(), new Planned(plan, properties, schema));
            plans.add(plan);
        }
        existing.forEach((key, gone) -> {
            if (!document.nodes().containsKey(key)) {
                plans.add(removed(key, gone));
            }
        });
        return new Plan(plans);
    }

    private static NodePlan removed(String key, Existing gone) {
        return new NodePlan(
                key,
                gone.type(),
                NodePlan.Action.REMOVE,
                Optional.of(gone.physical()),
                NodePlan.Effects.NONE,
                NodePlan.Desired.NOTHING,
                "");
    }

    private Map<String, Evaluated> properties(Node node) {
        Evaluation evaluation = new Evaluation(this::known);
        Map<String, Evaluated> properties = new LinkedHashMap<>();
        if (node.properties() instanceof Expression.ObjectOf(var members)) {
            members.forEach((name, member) -> properties.put(name, evaluation.of(member)));
        } else if (evaluation.of(node.properties()) instanceof Evaluated.Known(ObjectNode whole, var secret)) {
            whole.forEachEntry((name, value) -> properties.put(name, new Evaluated.Known(value, secret)));
        }
        return properties;
    }

    private NodePlan plan(Node node, Map<String, Evaluated> properties, Optional<ResourceSchema> schema) {
        NodePlan.Desired desired = desired(properties);
        Existing before = existing.get(node.key());
        Found found = imports.get(node.key());
        if (before == null && found != null) {
            return imported(node, properties, schema, found);
        }
        if (before == null) {
            return new NodePlan(
                    node.key(),
                    node.type(),
                    NodePlan.Action.ADD,
                    Optional.empty(),
                    NodePlan.Effects.NONE,
                    desired,
                    node.pointer());
        }
        boolean retyped = !before.type().equals(node.type());
        List<PropertyChange> changes = changes(node, properties, before, schema, retyped);
        Set<NodePlan.Aside> aside = aside(node, before, retyped);
        if (node.kind() == Node.Kind.STACK
                && changes.isEmpty()
                && desired.complete()
                && within.changes(node, desired.known())) {
            aside.add(NodePlan.Aside.WITHIN);
        }
        boolean same = changes.isEmpty() && aside.isEmpty() && before.sound();
        Replacement replacement = retyped
                ? Replacement.ALWAYS
                : changes.stream().map(Planner::effect).reduce(Replacement.NEVER, Replacement::or);
        return new NodePlan(
                node.key(),
                node.type(),
                same ? NodePlan.Action.KEEP : NodePlan.Action.MODIFY,
                Optional.of(before.physical()),
                new NodePlan.Effects(replacement, changes, aside),
                desired,
                node.pointer());
    }

    /// Only what the document says is compared, as far as it is known and can be read.
    private NodePlan imported(
            Node node, Map<String, Evaluated> properties, Optional<ResourceSchema> schema, Found found) {
        Existing live = new Existing(
                node.type(), found.physical(), found.model(), true, node.onRemove(), node.onReplace(), node.metadata());
        List<PropertyPath> writeOnly = schema.map(ResourceSchema::writeOnly).orElse(List.of());
        List<PropertyChange> differences = changes(node, properties, live, schema, false).stream()
                .filter(change -> change.known() && change.after().isPresent())
                .filter(change -> !NodeChange.isAmong(writeOnly, change.path()))
                .toList();
        return new NodePlan(
                node.key(),
                node.type(),
                NodePlan.Action.IMPORT,
                Optional.of(found.physical()),
                new NodePlan.Effects(Replacement.NEVER, differences, Set.of()),
                desired(properties),
                node.pointer());
    }

    /// Whether a change that may turn out to be none replaces the resource is not certain.
    private static Replacement effect(PropertyChange change) {
        return change.replaces() == Replacement.ALWAYS && !change.known()
                ? Replacement.CONDITIONALLY
                : change.replaces();
    }

    private static Set<NodePlan.Aside> aside(Node node, Existing before, boolean retyped) {
        Set<NodePlan.Aside> aside = EnumSet.noneOf(NodePlan.Aside.class);
        if (retyped) {
            aside.add(NodePlan.Aside.TYPE);
        }
        if (node.onRemove() != before.onRemove()) {
            aside.add(NodePlan.Aside.ON_REMOVE);
        }
        if (node.onReplace() != before.onReplace()) {
            aside.add(NodePlan.Aside.ON_REPLACE);
        }
        if (!node.metadata().equals(before.metadata())
                && !(node.metadata().isEmpty() && before.metadata().isEmpty())) {
            aside.add(NodePlan.Aside.METADATA);
        }
        return aside;
    }

    private List<PropertyChange> changes(
            Node node,
            Map<String, Evaluated> properties,
            Existing before,
            Optional<ResourceSchema> schema,
            boolean retyped) {
        List<PropertyChange> changes = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>(properties.keySet());
        names.addAll(before.applied().propertyNames());
        for (String name : names) {
            Evaluated after = properties.getOrDefault(name, new Evaluated.Absent());
            Optional<JsonNode> was = Optional.ofNullable(before.applied().get(name));
            PropertyChange.Origin origin = Sources.of(node, name);
            switch (after) {
                case Evaluated.Unknown(var _, var secret) ->
                    changes.add(new PropertyChange(
                            name,
                            "/" + name,
                            new PropertyChange.Values(was, Optional.empty(), false, secret),
                            replaces(schema, "/" + name, retyped),
                            origin));
                case Evaluated.Known(var value, var secret) ->
                    Leaves.differing(
                            "/" + name,
                            was,
                            Optional.of(value),
                            (path, from, to) -> changes.add(new PropertyChange(
                                    name,
                                    path,
                                    new PropertyChange.Values(from, to, true, secret),
                                    replaces(schema, path, retyped),
                                    origin)));
                case Evaluated.Absent() ->
                    was.ifPresent(_ -> changes.add(new PropertyChange(
                            name,
                            "/" + name,
                            new PropertyChange.Values(was, Optional.empty(), true, false),
                            replaces(schema, "/" + name, retyped),
                            PropertyChange.Origin.NONE)));
            }
        }
        return changes;
    }

    private static Replacement replaces(Optional<ResourceSchema> schema, String path, boolean retyped) {
        if (retyped) {
            return Replacement.ALWAYS;
        }
        return NodeChange.of(schema, path);
    }

    private static NodePlan.Desired desired(Map<String, Evaluated> properties) {
        ObjectNode desired = JsonNodeFactory.instance.objectNode();
        boolean complete = true;
        for (Map.Entry<String, Evaluated> property : properties.entrySet()) {
            switch (property.getValue()) {
                case Evaluated.Known(var value, var _) -> desired.set(property.getKey(), value);
                case Evaluated.Absent() -> {}
                case Evaluated.Unknown _ -> complete = false;
            }
        }
        return new NodePlan.Desired(desired, complete);
    }

    // -- what is known of a node that another one refers to ---------------------------------------------------------

    private Evaluated known(Reference reference) {
        Planned target = planned.get(reference.node());
        Evaluated unknown = new Evaluated.Unknown(Set.of(reference), false);
        if (target == null) {
            return unknown;
        }
        NodePlan plan = target.plan();
        if (plan.action() == NodePlan.Action.IMPORT) {
            return imported(plan, reference).orElse(unknown);
        }
        boolean fresh = plan.action() == NodePlan.Action.ADD || plan.replacement() != Replacement.NEVER;
        if (!fresh && !plan.touches()) {
            return live.apply(reference);
        }
        if (isCustom(plan)) {
            return unknown;
        }
        return switch (reference.part()) {
            case Part.Identifier() when !fresh -> live.apply(reference);
            case Part.Identifier() -> identifier(target).orElse(unknown);
            case Part.Property(var path) ->
                property(target, path, fresh, reference).orElse(unknown);
            case Part.Whole(), Part.Action _ -> unknown;
        };
    }

    /// What makes it says by what it goes, and what it has for others.
    private boolean isCustom(NodePlan plan) {
        Node node = document.nodes().get(plan.key());
        return node != null && node.kind() == Node.Kind.CUSTOM;
    }

    /// What is taken over stays as it is.
    private Optional<Evaluated> imported(NodePlan plan, Reference reference) {
        return switch (reference.part()) {
            case Part.Identifier() -> plan.physical().map(name -> new Evaluated.Known(StringNode.valueOf(name), false));
            case Part.Property(var path) -> {
                JsonNode found = Optional.ofNullable(imports.get(plan.key()))
                        .<JsonNode>map(Found::model)
                        .orElseGet(MissingNode::getInstance);
                for (String step : path) {
                    found = found.path(step);
                }
                yield found.isMissingNode() ? Optional.empty() : Optional.of(new Evaluated.Known(found, false));
            }
            case Part.Whole(), Part.Action _ -> Optional.empty();
        };
    }

    /// The identifier, if all of it is asked for.
    private static Optional<Evaluated> identifier(Planned target) {
        return target.schema()
                .flatMap(schema -> target.plan().desired().flatMap(schema::identifier))
                .map(text -> new Evaluated.Known(StringNode.valueOf(text), false));
    }

    private Optional<Evaluated> property(Planned target, List<String> path, boolean fresh, Reference reference) {
        if (path.isEmpty()) {
            return Optional.empty();
        }
        Evaluated top = target.properties().get(path.getFirst());
        if (top instanceof Evaluated.Known(var value, var secret)) {
            JsonNode found = value;
            for (String step : path.subList(1, path.size())) {
                found = found.path(step);
            }
            return found.isMissingNode() ? Optional.empty() : Optional.of(new Evaluated.Known(found, secret));
        }
        String pointer = "/" + String.join("/", path);
        boolean stable = !fresh
                && target.schema()
                        .filter(schema -> NodeChange.isAmong(schema.primaryIdentifier(), pointer))
                        .isPresent();
        return stable ? Optional.of(live.apply(reference)) : Optional.empty();
    }
}
