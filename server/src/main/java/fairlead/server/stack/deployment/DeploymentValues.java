package fairlead.server.stack.deployment;

import fairlead.server.access.Caller;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.deployment.DeploymentResources.Named;
import fairlead.stack.document.Address;
import fairlead.stack.document.Document;
import fairlead.stack.document.Evaluated;
import fairlead.stack.document.Evaluation;
import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Expression.Part;
import fairlead.stack.document.Expression.Reference;
import fairlead.stack.document.Node;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// What the expressions of a document come to, with its nodes as they are. Resources are read once.
public final class DeploymentValues {

    private static final String PROPERTIES = "properties";
    private static final String MASK = "*******";

    private final Document document;
    private final DeploymentResources resources;
    private final Caller caller;
    private final Predicate<String> ready;
    private final Function<Node, Optional<ObjectNode>> nested;
    private final Map<Reference, Evaluated> seen = new HashMap<>();
    private final Map<String, Optional<ObjectNode>> read = new HashMap<>();

    /// @param ready whether the node of a key is what it is to be: of others nothing is known yet
    /// @param nested the deployment that a node is, as callers see it, with the values of secure outputs
    public DeploymentValues(
            Document document,
            DeploymentResources resources,
            Caller caller,
            Predicate<String> ready,
            Function<Node, Optional<ObjectNode>> nested) {
        this.document = document;
        this.resources = resources;
        this.caller = caller;
        this.ready = ready;
        this.nested = nested;
    }

    /// What an expression comes to.
    ///
    /// @throws EvaluationException if a function does not take the values, or what is referred to is not there
    public Evaluated of(Expression expression) {
        return new Evaluation(this::value).of(expression);
    }

    /// The value of an expression all of whose nodes are ready.
    public Evaluated.Known known(Expression expression) {
        return switch (of(expression)) {
            case Evaluated.Known known -> known;
            case Evaluated.Absent() -> new Evaluated.Known(Documents.empty().nullNode(), false);
            case Evaluated.Unknown(var because, var _) ->
                throw new EvaluationException("The resource '"
                        + because.iterator().next().node() + "' is not there yet: add it to 'dependsOn'.");
        };
    }

    /// Where a node is, if that is known.
    public Optional<Named> address(Node node) {
        Address address = document.addresses().get(node.key());
        if (address == null) {
            return Optional.empty();
        }
        return of(address.id()) instanceof Evaluated.Known(var id, var _)
                ? Optional.of(new Named(id.asString(), address.version()))
                : Optional.empty();
    }

    /// What a PUT of a node would have for a body, if that is known.
    public Evaluated body(Node node) {
        Address address = document.addresses().get(node.key());
        Evaluated envelope = address == null ? new Evaluated.Known(Documents.empty(), false) : of(address.envelope());
        Evaluated properties = of(node.properties());
        if (envelope instanceof Evaluated.Known(var around, var hidden)
                && properties instanceof Evaluated.Known(var inner, var secret)) {
            ObjectNode body = around.isObject() ? (ObjectNode) around.deepCopy() : Documents.empty();
            if (inner instanceof ObjectNode object && !object.isEmpty()) {
                body.set(PROPERTIES, object);
            }
            return new Evaluated.Known(body, hidden || secret);
        }
        return envelope instanceof Evaluated.Unknown ? envelope : properties;
    }

    /// Those members of the properties of a node that are wholly known.
    public ObjectNode knownProperties(Node node) {
        ObjectNode known = Documents.empty();
        if (node.properties() instanceof Expression.ObjectOf(var members)) {
            members.forEach((name, member) -> {
                if (of(member) instanceof Evaluated.Known(var value, var _)) {
                    known.set(name, value);
                }
            });
        }
        return known;
    }

    /// A text about a node, with `*******` for what is a secret in its properties.
    public String masked(Node node, String text) {
        Set<String> secrets = new TreeSet<>(
                Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));
        secretTexts(node.properties(), secrets);
        String shown = text;
        for (String secret : secrets) {
            shown = shown.replace(secret, MASK);
        }
        return shown;
    }

    private void secretTexts(Expression expression, Set<String> texts) {
        switch (expression) {
            case Expression.ObjectOf(var members) -> members.values().forEach(member -> secretTexts(member, texts));
            case Expression.ArrayOf(var items) -> items.forEach(item -> secretTexts(item, texts));
            default -> {
                try {
                    if (of(expression) instanceof Evaluated.Known(var value, var secret) && secret) {
                        texts(value, texts);
                    }
                } catch (EvaluationException | ProblemException unknown) {
                    // What can't be evaluated has put nothing anywhere.
                }
            }
        }
    }

    private static void texts(JsonNode value, Set<String> texts) {
        value.forEach(inner -> texts(inner, texts));
        if (value.isValueNode() && !value.asString("").isEmpty()) {
            texts.add(value.asString(""));
        }
    }

    /// The members of an object among the properties of a node that must not be shown, as far as that is known.
    Set<String> secrets(Node node, String property) {
        Set<String> names = new TreeSet<>();
        if (node.properties() instanceof Expression.ObjectOf(var properties)) {
            properties.forEach((name, value) -> {
                if (name.equalsIgnoreCase(property)) {
                    names.addAll(secrets(value));
                }
            });
        }
        return names;
    }

    private Set<String> secrets(Expression object) {
        Set<String> names = new TreeSet<>();
        if (object instanceof Expression.ObjectOf(var members)) {
            members.forEach((name, value) -> {
                if (of(value) instanceof Evaluated.Known(var _, var secret) && secret) {
                    names.add(name);
                }
            });
        } else if (of(object) instanceof Evaluated.Known(var whole, var secret) && secret) {
            names.addAll(whole.propertyNames());
        }
        return names;
    }

    /// The properties of a node with `*******` for all that must not be shown, as far as they are known.
    JsonNode masked(Node node) {
        return masked(node.properties());
    }

    private JsonNode masked(Expression expression) {
        return switch (expression) {
            case Expression.ObjectOf(var members) -> {
                ObjectNode shown = Documents.empty();
                members.forEach((name, member) -> {
                    if (!(member instanceof Expression.Absent)) {
                        shown.set(name, masked(member));
                    }
                });
                yield shown;
            }
            case Expression.ArrayOf(var items) -> {
                ArrayNode shown = Documents.empty().arrayNode();
                items.stream()
                        .filter(item -> !(item instanceof Expression.Absent))
                        .forEach(item -> shown.add(masked(item)));
                yield shown;
            }
            default ->
                of(expression) instanceof Evaluated.Known(var value, var secret) && !secret
                        ? value
                        : StringNode.valueOf(MASK);
        };
    }

    /// Where something is may depend on something else, which is looked up meanwhile.
    private Evaluated value(Reference reference) {
        Evaluated known = seen.get(reference);
        if (known != null) {
            return known;
        }
        Evaluated found = lookedUp(reference);
        if (found instanceof Evaluated.Known) {
            seen.put(reference, found);
        }
        return found;
    }

    private Evaluated lookedUp(Reference reference) {
        Node node = document.node(reference.node());
        Evaluated unknown = new Evaluated.Unknown(Set.of(reference), false);
        if (node.kind() != Node.Kind.EXISTING && !ready.test(node.key())) {
            return unknown;
        }
        Optional<Named> named = address(node);
        if (named.isEmpty()) {
            return unknown;
        }
        JsonNode found = switch (reference.part()) {
            case Part.Identifier() -> StringNode.valueOf(named.get().id());
            case Part.Property(var path) -> step(whole(node, named.get()).path(PROPERTIES), path);
            case Part.Whole() -> full(whole(node, named.get()), named.get());
            case Part.Action(var action, var input) -> resources.act(caller, named.get(), action, input);
        };
        if (found.isMissingNode()) {
            throw new EvaluationException("The language expression property '"
                    + (reference.part() instanceof Part.Property(var path) ? String.join(".", path) : "")
                    + "' doesn't exist: '" + named.get().id() + "' does not have it.");
        }
        return new Evaluated.Known(
                found, node.kind() == Node.Kind.STACK && isSecure(node, named.get(), reference.part()));
    }

    /// Whether an output of another deployment that must not be shown is in a part of it.
    private boolean isSecure(Node node, Named named, Part part) {
        JsonNode outputs = whole(node, named).path(PROPERTIES).path("outputs");
        if (part instanceof Part.Property(var path) && path.size() > 1) {
            return member(outputs, path.get(1)).path("secure").asBoolean(false);
        }
        return outputs.properties().stream()
                .anyMatch(output -> output.getValue().path("secure").asBoolean(false));
    }

    private ObjectNode whole(Node node, Named named) {
        return read.computeIfAbsent(
                        named.id(),
                        _ -> node.kind() == Node.Kind.STACK ? nested.apply(node) : resources.read(caller, named))
                .orElseThrow(() -> new EvaluationException("The resource '" + named.id() + "' was not found."));
    }

    /// Names are compared without regard to case.
    private static JsonNode step(JsonNode from, List<String> path) {
        JsonNode found = from.isMissingNode() ? Documents.empty() : from;
        for (String name : path) {
            found = found.isArray() && name.chars().allMatch(Character::isDigit)
                    ? found.path(Integer.parseInt(name))
                    : member(found, name);
        }
        return found;
    }

    private static JsonNode member(JsonNode of, String name) {
        JsonNode exact = of.path(name);
        if (!exact.isMissingNode()) {
            return exact;
        }
        return of.properties().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(exact);
    }

    /// What is around the properties of a resource, and they.
    private static ObjectNode full(ObjectNode whole, Named named) {
        ObjectNode full = Documents.empty();
        named.version().ifPresent(version -> full.put("apiVersion", version));
        whole.properties().forEach(member -> {
            if (!member.getKey().equals("id")
                    && !member.getKey().equals("name")
                    && !member.getKey().equals("type")) {
                full.set(member.getKey(), member.getValue());
            }
        });
        String[] parts = named.id().split("/", -1);
        if (parts.length > 2) {
            full.put("subscriptionId", parts[2]);
        }
        if (parts.length > 4 && parts[3].equalsIgnoreCase("resourceGroups")) {
            full.put("resourceGroupName", parts[4]);
        }
        full.put("resourceId", named.id());
        return full;
    }
}
