package fairlead.server.stack.step;

import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackOutputs;
import fairlead.stack.document.Document;
import fairlead.stack.document.Evaluated;
import fairlead.stack.document.Evaluation;
import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Expression.Part;
import fairlead.stack.document.Expression.Reference;
import fairlead.stack.document.Node;
import fairlead.stack.document.Output;
import fairlead.stack.document.TypeCatalog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// What the expressions of a template come to, with the nodes of a stack as they are. Values are looked up
/// once.
public final class NodeValues {

    private static final String MASK = "****";

    private final Function<String, Optional<StackNode>> nodes;
    private final StackVerbs verbs;
    private final TypeCatalog types;
    private final String stack;
    private final Map<Reference, Evaluated> seen = new HashMap<>();

    /// @param nodes those that are there, by their keys
    /// @param stack its name
    public NodeValues(Function<String, Optional<StackNode>> nodes, StackVerbs verbs, TypeCatalog types, String stack) {
        this.nodes = nodes;
        this.verbs = verbs;
        this.types = types;
        this.stack = stack;
    }

    NodeSignals signals() {
        return verbs.signals();
    }

    /// What a node is to be; all that it needs is there.
    public Forward.Desired of(Node node) {
        Map<String, Evaluated.Known> properties = new LinkedHashMap<>();
        Evaluation evaluation = new Evaluation(this::value);
        if (node.properties() instanceof Expression.ObjectOf(var members)) {
            members.forEach(
                    (name, member) -> known(evaluation.of(member)).ifPresent(value -> properties.put(name, value)));
        } else if (evaluation.of(node.properties()) instanceof Evaluated.Known(ObjectNode whole, var secret)) {
            whole.forEachEntry((name, value) -> properties.put(name, new Evaluated.Known(value, secret)));
        }
        ObjectNode desired = Documents.empty();
        properties.forEach((name, value) -> desired.set(name, value.value()));
        ObjectNode shown = desired.deepCopy();
        properties.forEach((name, value) -> {
            if (value.secret()) {
                shown.put(name, MASK);
            }
        });
        types.schema(node.type()).ifPresent(schema -> mask(schema, shown));
        return new Forward.Desired(desired, Documents.bytes(shown));
    }

    private static void mask(ResourceSchema schema, ObjectNode shown) {
        for (PropertyPath path : schema.writeOnly()) {
            path.find(shown).forEach(found -> put(shown, found.pointer()));
        }
    }

    private static void put(ObjectNode document, String pointer) {
        int last = pointer.lastIndexOf('/');
        if (document.at(pointer.substring(0, last)) instanceof ObjectNode parent) {
            parent.put(pointer.substring(last + 1).replace("~1", "/").replace("~0", "~"), MASK);
        }
    }

    private static Optional<Evaluated.Known> known(Evaluated value) {
        return switch (value) {
            case Evaluated.Known found -> Optional.of(found);
            case Evaluated.Absent() -> Optional.empty();
            case Evaluated.Unknown(var because, var _) -> throw new EvaluationException(unresolved(because));
        };
    }

    private static String unresolved(Set<Reference> because) {
        Reference first = because.iterator().next();
        return first.part() instanceof Part.Property(var path)
                ? "Resource " + first.node() + " does not have attribute " + String.join(".", path) + " yet"
                : "Resource " + first.node() + " is not there yet";
    }

    /// What the stack has for others.
    public List<StackOutputs.Entry> outputs(Document document) {
        Evaluation evaluation = new Evaluation(this::value);
        List<StackOutputs.Entry> entries = new ArrayList<>();
        for (Output output : document.outputs().values()) {
            Optional<Evaluated.Known> value = known(evaluation.of(output.value()));
            Optional<String> export = output.exported()
                    .flatMap(name -> known(evaluation.of(name)))
                    .map(name -> name.value().asString());
            value.ifPresent(found -> entries.add(new StackOutputs.Entry(
                    output.name(), found.value(), found.secret(), output.description(), export)));
        }
        return entries;
    }

    /// What is known of a node that is there.
    public Evaluated value(Reference reference) {
        return seen.computeIfAbsent(reference, this::lookedUp);
    }

    private Evaluated lookedUp(Reference reference) {
        Optional<StackNode> node = nodes.apply(reference.node()).filter(StackNode::isThere);
        Optional<Evaluated.Known> value = node.flatMap(found -> switch (reference.part()) {
            case Part.Identifier() ->
                found.present().physical().map(name -> new Evaluated.Known(StringNode.valueOf(name), false));
            case Part.Property(var path)
            when found.present().kind() == Node.Kind.SIGNALS && path.equals(List.of("Data")) ->
                Optional.of(new SignalSource(nodes).data(found, verbs.signals()));
            case Part.Property _, Part.Whole(), Part.Action _ ->
                StackVerbs.act(found.present().kind())
                        ? verbs.of(found.present().kind()).value(found, reference.part())
                        : Optional.empty();
        });
        return value.<Evaluated>map(found -> found).orElseGet(() -> new Evaluated.Unknown(Set.of(reference), false));
    }

    /// The identifier of something that no handler makes.
    ///
    /// @param generation how often it was replaced
    /// @param desired its properties
    public String nameOf(Node node, int generation, ObjectNode desired) {
        return switch (node.kind()) {
            case SIGNAL_ADDRESS -> verbs.signals().address(node.key(), generation);
            case SIGNALS -> verbs.signals().identifier(new SignalSource(nodes).key(node, desired));
            case NOTHING, RESOURCE, STACK, CUSTOM, EXISTING -> stack + "-" + node.key();
        };
    }
}
