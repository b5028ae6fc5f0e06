package fairlead.armtemplate;

import fairlead.armtemplate.Instance.State;
import fairlead.armtemplate.Registry.Outside;
import fairlead.armtemplate.evaluation.Bound;
import fairlead.armtemplate.evaluation.Trees;
import fairlead.armtemplate.function.Values;
import fairlead.armtemplate.limit.Sizes;
import fairlead.armtemplate.scope.Ids;
import fairlead.schema.text.PointerSteps;
import fairlead.stack.document.Address;
import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Node;
import fairlead.stack.document.Node.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Makes the nodes of the document.
final class Nodes {

    /// What a template says of a resource that is not sent with it.
    private static final Set<String> NOT_SENT = Set.of(
            "type",
            "apiversion",
            "name",
            "dependson",
            "condition",
            "copy",
            "comments",
            "metadata",
            "properties",
            "resources",
            "scope",
            "existing",
            "asserts");

    private static final Set<String> OF_A_DEPLOYMENT = Set.of("subscriptionid", "resourcegroup");

    private final Compilation compilation;
    private final Registry registry;
    private final SequencedMap<String, Node> made = new LinkedHashMap<>();
    private final Map<String, Address> addresses = new LinkedHashMap<>();
    private final SequencedMap<String, Compiled> nested = new LinkedHashMap<>();

    Nodes(Compilation compilation, Registry registry) {
        this.compilation = compilation;
        this.registry = registry;
    }

    SequencedMap<String, Node> made() {
        return made;
    }

    Map<String, Address> addresses() {
        return addresses;
    }

    SequencedMap<String, Compiled> nested() {
        return nested;
    }

    /// Adds a node for a resource, if it is to be made.
    void add(Instance instance) {
        SequencedSet<String> dependsOn = dependsOn(instance);
        if (instance.state() != State.WANTED) {
            return;
        }
        Trees trees = trees(instance);
        Expression envelope = envelope(instance, trees);
        Expression properties = instance.isDeployment()
                ? new NestedDeployment(compilation, this, instance, trees).properties()
                : properties(instance, trees);
        tooLarge(instance, properties);
        envelope.references(reference -> dependsOn.add(reference.node()));
        batch(instance, dependsOn);
        String type = type(instance.ownType(), instance.version(), instance.pointer());
        Kind kind = instance.isDeployment() ? Kind.STACK : Kind.RESOURCE;
        JsonNode metadata = Values.member(instance.body(), "metadata").orElse(JsonNodeFactory.instance.objectNode());
        made.put(
                instance.key(),
                Node.builder(instance.key(), kind, type, place(instance.pointer()))
                        .properties(properties)
                        .dependsOn(dependsOn)
                        .metadata(metadata)
                        .build());
        addresses.put(
                instance.key(),
                new Address(
                        Expression.Value.of(Values.text(instance.id())), Optional.of(instance.version()), envelope));
    }

    private String place(String pointer) {
        return compilation.template().source().pointer() + pointer;
    }

    private Trees trees(Instance instance) {
        return compilation.trees(
                instance.pointer(),
                message -> "Unable to process template language expressions for resource '" + instance.id() + "' "
                        + compilation.faults().at(instance.pointer()) + ". '" + message + "'");
    }

    private Expression properties(Instance instance, Trees trees) {
        Optional<String> name = Values.name(instance.body(), "properties");
        if (name.isEmpty() || instance.body().get(name.get()).isNull()) {
            return Expression.object(Map.of());
        }
        String pointer = instance.pointer() + "/" + name.get();
        Expression properties = trees.expression(instance.body().get(name.get()), pointer, instance.frame());
        boolean other = properties instanceof Expression.Value(var value, var _, var _) && !value.isObject();
        if (other || properties instanceof Expression.ArrayOf) {
            compilation
                    .faults()
                    .add(
                            pointer,
                            "The properties of the resource '" + instance.id() + "' are expected to be an object.");
        }
        return properties;
    }

    private Expression envelope(Instance instance, Trees trees) {
        Map<String, Expression> members = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> member : instance.body().properties()) {
            String lower = member.getKey().toLowerCase(Locale.ROOT);
            boolean sent = !NOT_SENT.contains(lower) && !(instance.isDeployment() && OF_A_DEPLOYMENT.contains(lower));
            if (sent) {
                String pointer = instance.pointer() + "/" + PointerSteps.escape(member.getKey());
                members.put(member.getKey(), trees.expression(member.getValue(), pointer, instance.frame()));
            }
        }
        return Expression.object(members);
    }

    private void tooLarge(Instance instance, Expression properties) {
        long limit = compilation.inputs().limits().resourceSize();
        if (Sizes.of(properties, limit) > limit && !instance.isDeployment()) {
            compilation
                    .faults()
                    .add(
                            instance.pointer(),
                            "The resource '" + instance.id() + "' is larger than the limit of '" + limit
                                    + "' characters and items.");
        }
    }

    /// The name that documents have for a type, after it was checked that it is served in a version.
    private String type(String type, String version, String pointer) {
        if (type.equalsIgnoreCase("Microsoft.Resources/deployments")) {
            return "Microsoft.Resources/deployments";
        }
        int slash = type.indexOf('/');
        Optional<Types.Known> known = compilation.inputs().types().find(type);
        String namespace = slash < 0 ? type : type.substring(0, slash);
        if (known.isEmpty()) {
            compilation
                    .faults()
                    .add(
                            "InvalidResourceType",
                            pointer,
                            "The resource type '"
                                    + type.substring(slash + 1) + "' could not be found in the namespace '" + namespace
                                    + "' for api version '" + version + "'.");
            return type;
        }
        List<String> versions = known.get().versions();
        if (!versions.isEmpty() && !versions.contains(version)) {
            compilation
                    .faults()
                    .add(
                            "InvalidResourceType",
                            pointer,
                            "The resource type '"
                                    + type.substring(slash + 1) + "' could not be found in the namespace '" + namespace
                                    + "' for api version '" + version + "'. The supported api-versions are '"
                                    + String.join(",", versions) + "'.");
        }
        return known.get().name();
    }

    private SequencedSet<String> dependsOn(Instance instance) {
        SequencedSet<String> keys = new LinkedHashSet<>();
        Optional<String> name = Values.name(instance.body(), "dependsOn");
        if (name.isEmpty() || instance.body().get(name.get()).isNull()) {
            return keys;
        }
        String pointer = instance.pointer() + "/" + name.get();
        JsonNode written = instance.body().get(name.get());
        if (!written.isArray()) {
            compilation.faults().add(pointer, "The property 'dependsOn' is expected to be an array of strings.");
            return keys;
        }
        for (int i = 0; i < written.size(); i++) {
            String below = pointer + "/" + i;
            Optional<Bound> entry = trees(instance)
                    .known(written.get(i), below, instance.frame().allowing(Compilation.BEFORE));
            if (entry.isPresent() && !entry.get().value().isString()) {
                compilation
                        .faults()
                        .add(
                                below,
                                "The property 'dependsOn' is expected to be an array of strings, found '"
                                        + Values.kind(entry.get().value()) + "'.");
            } else if (entry.isPresent()) {
                dependency(instance, entry.get().value().stringValue(), below, keys);
            }
        }
        return keys;
    }

    private void dependency(Instance instance, String written, String pointer, SequencedSet<String> keys) {
        try {
            for (Instance other : registry.dependency(written)) {
                switch (other.state()) {
                    case WANTED -> keys.add(other.key());
                    case UNWANTED -> {}
                    case EXISTING -> {
                        if (instance.state() != State.UNWANTED) {
                            keys.add(registry.existing(other));
                        }
                    }
                }
            }
        } catch (EvaluationException e) {
            compilation.faults().add(pointer, e.getMessage());
        }
    }

    /// A turn of a serial loop waits for all turns of the batch before it.
    private void batch(Instance instance, SequencedSet<String> dependsOn) {
        instance.loop().filter(turn -> turn.batch() > 0).ifPresent(turn -> {
            int batch = turn.index() / turn.batch();
            for (Instance other : registry.loop(turn.loop(), "copy")) {
                boolean before = other.pointer().equals(instance.pointer())
                        && other.loop()
                                .filter(earlier -> earlier.index() / turn.batch() == batch - 1)
                                .isPresent();
                if (before && other.state() == State.WANTED) {
                    dependsOn.add(other.key());
                }
            }
        });
    }

    /// Adds nodes for what is referred to and not made.
    void addExisting() {
        List<String> done = new ArrayList<>();
        while (done.size() < registry.outside().size()) {
            for (Map.Entry<String, Outside> entry :
                    new ArrayList<>(registry.outside().entrySet())) {
                if (!done.contains(entry.getKey())) {
                    done.add(entry.getKey());
                    existing(entry.getKey(), entry.getValue());
                }
            }
        }
    }

    private void existing(String key, Outside outside) {
        SequencedSet<String> dependsOn = new LinkedHashSet<>();
        registry.symbol(key)
                .filter(instance -> instance.state() == State.EXISTING)
                .ifPresent(instance -> dependsOn.addAll(dependsOn(instance)));
        outside.id().references(reference -> dependsOn.add(reference.node()));
        boolean known = outside.id() instanceof Expression.Value;
        String type = known
                ? type(
                        Ids.type(
                                outside.id() instanceof Expression.Value(var id, var _, var _) ? id.stringValue() : ""),
                        outside.version().orElse(""),
                        outside.pointer())
                : "";
        made.put(
                key,
                Node.builder(key, Kind.EXISTING, type, place(outside.pointer()))
                        .dependsOn(dependsOn)
                        .build());
        addresses.put(key, new Address(outside.id(), outside.version(), Expression.object(Map.of())));
    }

    void nested(String key, Compiled compiled) {
        nested.put(key, compiled);
    }
}
