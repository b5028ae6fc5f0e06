package fairlead.cloudformation.resource;

import fairlead.cloudformation.evaluation.Attributes;
import fairlead.cloudformation.evaluation.Block;
import fairlead.cloudformation.evaluation.Evaluator;
import fairlead.cloudformation.evaluation.Knowledge;
import fairlead.cloudformation.evaluation.ResultTypes;
import fairlead.cloudformation.evaluation.Scope;
import fairlead.cloudformation.evaluation.Target;
import fairlead.cloudformation.fault.Faults;
import fairlead.cloudformation.function.PlainText;
import fairlead.cloudformation.limit.Limits;
import fairlead.cloudformation.parameter.ValueSource;
import fairlead.cloudformation.section.Declared;
import fairlead.cloudformation.source.Place;
import fairlead.cloudformation.source.Tree;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.schema.source.Position;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Expression.Value;
import fairlead.stack.document.Node;
import fairlead.stack.document.Node.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/// Turns resources into nodes.
public final class Nodes {

    private static final Set<String> OF_STACKS =
            Set.of("TemplateURL", "Parameters", "Tags", "NotificationARNs", "TimeoutInMinutes");

    private final Map<String, Target> targets;
    private final ResultTypes results;
    private final Evaluator evaluator;
    private final Policies policies;
    private final DynamicReferences references;
    private final Names names;
    private final Optional<StackTags> tags;
    private final List<GeneratedName> generated = new ArrayList<>();
    private final Faults faults;

    /// What resources get beside their properties.
    ///
    /// @param name of the stack
    /// @param seed from which names follow
    /// @param tags for all resources; empty if the tags of the stack stay with the stack
    public record OfStack(String name, String id, String seed, Optional<Map<String, String>> tags) {}

    /// @param targets all resources, also those whose condition does not hold
    /// @param warnings to which more are added
    public Nodes(
            Map<String, Target> targets,
            Scope scope,
            ValueSource source,
            OfStack stack,
            Limits limits,
            List<String> warnings,
            Faults faults) {
        this.targets = targets;
        this.results = new ResultTypes(targets);
        this.evaluator = new Evaluator(scope, Block.RESOURCES);
        this.policies = new Policies(new Evaluator(scope, Block.POLICIES), warnings, faults);
        this.references = new DynamicReferences(source, limits, faults);
        this.names = new Names(stack.name, stack.seed);
        SequencedMap<String, String> ofSystem = new LinkedHashMap<>();
        ofSystem.put("aws:cloudformation:stack-name", stack.name);
        ofSystem.put("aws:cloudformation:stack-id", stack.id);
        this.tags = stack.tags.map(all -> new StackTags(all, ofSystem, warnings::add));
        this.faults = faults;
    }

    /// The names that were chosen.
    public List<GeneratedName> generated() {
        return List.copyOf(generated);
    }

    /// The nodes of those resources whose conditions hold, in the order of the template. Faults are noted; among them
    /// resources that wait for each other.
    public SequencedMap<String, Node> of(List<Declared> resources) {
        SequencedMap<String, Node> nodes = new LinkedHashMap<>();
        for (Declared resource : resources) {
            Target target = targets.get(resource.id());
            if (target != null && target.present()) {
                nodes.put(resource.id(), node(resource, target));
            }
        }
        Map<String, Position> positions = resources.stream()
                .collect(Collectors.toMap(Declared::id, found -> found.place().at()));
        new Cycles(nodes).report(id -> positions.getOrDefault(id, Position.START), faults);
        return nodes;
    }

    private Node node(Declared resource, Target target) {
        policies.checkUpdatePolicy(resource);
        Expression.ObjectOf properties = properties(resource);
        Optional<Node.Signals> signals = policies.signals(resource);
        Kind kind = Kind.RESOURCE;
        if (target.schema().isPresent()) {
            properties = finished(resource, target.schema().get(), properties);
        } else {
            kind = kind(resource.type());
            properties = switch (kind) {
                case STACK -> stack(resource, properties);
                case SIGNALS -> waiting(resource, properties);
                case SIGNAL_ADDRESS -> nothing(resource, properties);
                case CUSTOM -> custom(resource, properties);
                case NOTHING, RESOURCE, EXISTING -> properties;
            };
            if (kind == Kind.SIGNALS && signals.isEmpty()) {
                signals = Optional.of(policies.waiting(resource));
            }
        }
        Node.Builder node = Node.builder(
                        resource.id(), kind, resource.type(), resource.place().pointer())
                .properties(properties)
                .dependsOn(dependsOn(resource))
                .onRemove(policies.onRemove(resource))
                .onReplace(policies.onReplace(resource));
        resource.body().member("Metadata").map(Tree::json).ifPresent(node::metadata);
        signals.ifPresent(node::signals);
        return node.build();
    }

    private static Kind kind(String type) {
        return switch (type) {
            case Attributes.STACK -> Kind.STACK;
            case Attributes.WAIT_CONDITION -> Kind.SIGNALS;
            case Attributes.WAIT_CONDITION_HANDLE -> Kind.SIGNAL_ADDRESS;
            case Attributes.TOOLKIT_METADATA -> Kind.NOTHING;
            default -> Attributes.isCustom(type) ? Kind.CUSTOM : Kind.RESOURCE;
        };
    }

    private Expression.ObjectOf properties(Declared resource) {
        Optional<Tree> given = resource.body().member("Properties");
        Place place = resource.place("Properties");
        Optional<Expression> evaluated = given.flatMap(tree -> evaluator.evaluate(tree, place));
        if (evaluated.isEmpty() || evaluated.get() instanceof Expression.Absent) {
            return Expression.object(Map.of());
        }
        if (evaluated.get() instanceof Expression.ObjectOf properties) {
            return references.resolved(withoutAbsent(properties), resource);
        }
        fault("Template format error: [" + place.pointer() + "] Every Properties member must be an object.", place);
        return Expression.object(Map.of());
    }

    private static Expression.ObjectOf withoutAbsent(Expression.ObjectOf properties) {
        SequencedMap<String, Expression> present = new LinkedHashMap<>(properties.members());
        present.values().removeIf(Expression.Absent.class::isInstance);
        return Expression.object(present);
    }

    private Expression.ObjectOf finished(Declared resource, ResourceSchema schema, Expression.ObjectOf properties) {
        checkIdentifier(resource, schema, properties);
        SequencedMap<String, Expression> members = new LinkedHashMap<>(properties.members());
        for (Map.Entry<PropertyPath, String> name :
                names.of(schema, resource.id(), members.keySet()).entrySet()) {
            members.put(name.getKey().name(), Value.of(StringNode.valueOf(name.getValue())));
            generated.add(new GeneratedName(resource.id(), name.getKey().toString(), name.getValue()));
        }
        Expression.ObjectOf whole = Expression.object(members);
        Expression.ObjectOf tagged =
                tags.map(all -> all.given(schema, resource.id(), whole)).orElse(whole);
        return new Coercion(schema, results).properties(tagged, resource.place().pointer() + "/Properties");
    }

    /// A secret must not become the name of a thing, which everything shows.
    private void checkIdentifier(Declared resource, ResourceSchema schema, Expression.ObjectOf properties) {
        for (PropertyPath path : schema.primaryIdentifier()) {
            String name = path.steps().getFirst();
            Optional<Tree> given = resource.body().member("Properties").flatMap(all -> all.member(name));
            boolean dynamic = given.filter(tree -> tree.json().toString().contains("{{resolve:"))
                    .isPresent();
            if (dynamic && properties.members().containsKey(name)) {
                Place place = resource.place("Properties").member(name, given.get());
                fault("[" + place.pointer() + "] a dynamic reference can't be in a primary identifier", place);
            }
        }
    }

    private Expression.ObjectOf stack(Declared resource, Expression.ObjectOf properties) {
        Place place = resource.place("Properties");
        only(resource, properties, OF_STACKS);
        if (!properties.members().containsKey("TemplateURL")) {
            fault("Template error: resource " + resource.id() + " needs the property TemplateURL", place);
        }
        SequencedMap<String, Expression> members = new LinkedHashMap<>(properties.members());
        Expression given = members.get("Parameters");
        if (given instanceof Expression.ObjectOf(var parameters)) {
            SequencedMap<String, Expression> texts = new LinkedHashMap<>();
            parameters.forEach((name, value) -> text(name, value, place).ifPresent(text -> texts.put(name, text)));
            members.put("Parameters", Expression.object(texts));
        } else if (given != null) {
            fault("Value of property Parameters must be an object with String (or simple type) properties", place);
        }
        return Expression.object(members);
    }

    private Optional<Expression> text(String name, Expression value, Place place) {
        String wrong =
                "Value of property Parameters must be an object with String (or simple type) properties: " + name;
        Optional<Value> known = Knowledge.of(value);
        if (value instanceof Expression.Absent) {
            return Optional.empty();
        }
        if (known.isEmpty()) {
            return Optional.of(
                    results.isText(value)
                            ? value
                            : new Expression.Call("text", place.pointer(), new PlainText(wrong), List.of(value)));
        }
        JsonNode json = known.get().value();
        if (json.isObject()) {
            fault(wrong, place);
            return Optional.empty();
        }
        return Optional.of(new Value(
                new PlainText(wrong).apply(List.of(json)),
                known.get().secret(),
                known.get().inputs()));
    }

    private Expression.ObjectOf waiting(Declared resource, Expression.ObjectOf properties) {
        only(resource, properties, Set.of("Handle", "Timeout", "Count"));
        if (!properties.members().containsKey("Handle")
                && resource.body().member("CreationPolicy").isEmpty()) {
            fault(
                    "Template error: resource " + resource.id() + " needs the property Handle",
                    resource.place("Properties"));
        }
        return properties;
    }

    private Expression.ObjectOf custom(Declared resource, Expression.ObjectOf properties) {
        if (!properties.members().containsKey("ServiceToken")) {
            fault(
                    "Template error: resource " + resource.id() + " needs the property ServiceToken",
                    resource.place("Properties"));
        }
        return properties;
    }

    private Expression.ObjectOf nothing(Declared resource, Expression.ObjectOf properties) {
        only(resource, properties, Set.of());
        return properties;
    }

    private void only(Declared resource, Expression.ObjectOf properties, Set<String> known) {
        Place place = resource.place("Properties");
        properties.members().keySet().stream()
                .filter(name -> !known.contains(name))
                .forEach(name -> fault(
                        "Template error: resource " + resource.id() + ": Encountered unsupported property " + name,
                        resource.body()
                                .member("Properties")
                                .flatMap(all -> all.member(name))
                                .map(tree -> place.member(name, tree))
                                .orElse(place)));
    }

    private SequencedSet<String> dependsOn(Declared resource) {
        SequencedSet<String> found = new LinkedHashSet<>();
        Optional<Tree> given = resource.body().member("DependsOn");
        if (given.isEmpty()) {
            return found;
        }
        Place place = resource.place("DependsOn");
        List<Tree> all = given.get() instanceof Tree.Sequence(var items, var _) ? items : List.of(given.get());
        for (Tree one : all) {
            String id = one.text().orElse("");
            Target target = targets.get(id);
            if (target == null) {
                fault(
                        "Template format error: Unresolved resource dependencies [" + id
                                + "] in the Resources block of the template",
                        place);
            } else if (target.present()) {
                found.add(id);
            }
        }
        return found;
    }

    private void fault(String message, Place place) {
        faults.add(message, place.pointer(), place.at());
    }
}
