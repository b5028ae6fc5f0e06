package fairlead.server.arm.deployment.whatif;

import fairlead.armtemplate.Compiled;
import fairlead.server.arm.deployment.whatif.Outlook.State;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.deployment.DeploymentValues;
import fairlead.stack.document.Address;
import fairlead.stack.document.Document;
import fairlead.stack.document.Evaluated;
import fairlead.stack.document.Evaluation;
import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Expression.Part;
import fairlead.stack.document.Expression.Reference;
import fairlead.stack.document.Node;
import fairlead.stack.document.Output;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What the expressions of a document will come to: what stays as it is counts as it is, what is asked for counts as it
/// will be, and of the rest nothing is known.
final class Expectation {

    private static final String OUTPUTS = "outputs";

    private final Preview preview;
    private final Document document;
    private final Foresight foresight;
    private final DeploymentValues present;
    private final Evaluation evaluation = new Evaluation(this::value);

    Expectation(Preview preview, Document document, Foresight foresight) {
        this.preview = preview;
        this.document = document;
        this.foresight = foresight;
        this.present = new DeploymentValues(
                document,
                preview.means().resources(),
                preview.means().caller(),
                _ -> true,
                node -> foresight.nested(node.key()).map(Expectation::shown));
    }

    Evaluation evaluation() {
        return evaluation;
    }

    Evaluated of(Expression expression) {
        return evaluation.of(expression);
    }

    /// Why a value is not known, for the author of the template.
    String explained(Body.Unknown leaf) {
        String because = leaf.because().stream().map(this::reason).distinct().collect(Collectors.joining(" "));
        return "The value of '" + String.join(".", leaf.place()) + "' is not known before the deployment: "
                + leaf.text() + ". " + because;
    }

    private String reason(Reference reference) {
        Node node = document.node(reference.node());
        String name = "'" + Texts.name(reference.node()) + "'";
        if (node.kind() == Node.Kind.STACK) {
            return "It is an output of the nested deployment " + name + ", which follows from what is not known yet.";
        }
        Optional<Outlook> outlook = outlook(node);
        if (outlook.filter(Outlook::isNew).isPresent()) {
            return "The resource " + name + " would be created first.";
        }
        return outlook.filter(found -> found.state() == State.MODIFY).isPresent()
                ? "The resource " + name + " would be changed first."
                : "Of the resource " + name + " that is not known yet.";
    }

    private Optional<Outlook> outlook(Node node) {
        if (node.kind() != Node.Kind.EXISTING) {
            return Optional.of(foresight.outlook(node.key()));
        }
        Address address = document.addresses().get(node.key());
        return address != null && of(address.id()) instanceof Evaluated.Known(var id, var _)
                ? preview.outlook(id.asString())
                : Optional.empty();
    }

    private Evaluated value(Reference reference) {
        Node node = document.node(reference.node());
        return switch (node.kind()) {
            case STACK -> deployment(node, reference);
            case EXISTING -> existing(node, reference);
            case RESOURCE, NOTHING, SIGNALS, SIGNAL_ADDRESS, CUSTOM -> of(foresight.outlook(node.key()), reference);
        };
    }

    private static Evaluated unknown(Reference reference) {
        return new Evaluated.Unknown(Set.of(reference), false);
    }

    private Evaluated existing(Node node, Reference reference) {
        Address address = document.addresses().get(node.key());
        if (address == null || !(of(address.id()) instanceof Evaluated.Known(var id, var _))) {
            return unknown(reference);
        }
        Optional<Outlook> changed = preview.outlook(id.asString());
        if (changed.isPresent()) {
            return of(changed.get(), reference);
        }
        if (preview.isWithinNew(id.asString())) {
            return unknown(reference);
        }
        try {
            return present.of(reference);
        } catch (EvaluationException e) {
            if (preview.isObscure()) {
                return unknown(reference);
            }
            throw e;
        }
    }

    private Evaluated of(Outlook outlook, Reference reference) {
        boolean stays = switch (reference.part()) {
            case Part.Identifier() -> !outlook.isNew();
            case Part.Property(var path) -> outlook.stays(path);
            case Part.Whole() -> outlook.stays(List.of()) && outlook.onlyTouched("properties");
            case Part.Action _ -> outlook.stays(List.of());
        };
        if (stays) {
            return present.of(reference);
        }
        if (reference.part() instanceof Part.Property(var path)) {
            Optional<JsonNode> asked = outlook.asked(path);
            if (asked.isPresent()) {
                return new Evaluated.Known(asked.get(), false);
            }
        }
        return unknown(reference);
    }

    // -- nested deployments -----------------------------------------------------------------------------------------

    private Evaluated deployment(Node node, Reference reference) {
        Optional<Foresight> within = foresight.nested(node.key());
        if (within.isEmpty()) {
            return unknown(reference);
        }
        return switch (reference.part()) {
            case Part.Property(var path)
            when path.size() > 1 && path.getFirst().equalsIgnoreCase(OUTPUTS) -> output(within.get(), reference, path);
            case Part.Property(var path)
            when path.isEmpty() || path.getFirst().equalsIgnoreCase(OUTPUTS) -> whole(within.get(), reference);
            case Part.Whole() -> whole(within.get(), reference);
            case Part.Property _, Part.Identifier _ -> present.of(reference);
            case Part.Action _ -> unknown(reference);
        };
    }

    /// All outputs, if all are known.
    private Evaluated whole(Foresight within, Reference reference) {
        boolean secret = false;
        for (Output output : within.compiled().document().outputs().values()) {
            Evaluated value = within.output(output.value());
            if (value instanceof Evaluated.Unknown) {
                return unknown(reference);
            }
            secret |= (value instanceof Evaluated.Known(var _, var hidden) && hidden)
                    || isSecure(within.compiled(), output);
        }
        return present.of(reference) instanceof Evaluated.Known(var value, var hidden)
                ? new Evaluated.Known(value, hidden || secret)
                : unknown(reference);
    }

    private static Evaluated output(Foresight within, Reference reference, List<String> path) {
        Optional<Output> output = within.compiled().document().outputs().values().stream()
                .filter(one -> one.name().equalsIgnoreCase(path.get(1)))
                .findFirst();
        if (output.isEmpty()) {
            throw new EvaluationException("The nested deployment '" + Texts.name(reference.node())
                    + "' does not have the output '"
                    + path.get(1) + "'. It has '"
                    + String.join("', '", within.compiled().document().outputs().keySet())
                    + "'.");
        }
        return switch (within.output(output.get().value())) {
            case Evaluated.Known(var value, var secret) -> {
                ObjectNode made = written(within.compiled(), output.get(), value);
                JsonNode found = step(made, path.subList(2, path.size()));
                if (found.isMissingNode()) {
                    throw new EvaluationException("The language expression property '" + String.join(".", path)
                            + "' doesn't exist in the outputs of '" + Texts.name(reference.node()) + "'.");
                }
                yield new Evaluated.Known(found, secret || isSecure(within.compiled(), output.get()));
            }
            case Evaluated.Unknown(var _, var secret) -> new Evaluated.Unknown(Set.of(reference), secret);
            case Evaluated.Absent() -> unknown(reference);
        };
    }

    private static boolean isSecure(Compiled compiled, Output output) {
        Compiled.Result type = compiled.outputs().get(output.name());
        return type != null && type.secure();
    }

    private static ObjectNode written(Compiled compiled, Output output, JsonNode value) {
        Compiled.Result type = compiled.outputs().get(output.name());
        ObjectNode made = Documents.empty();
        if (type != null) {
            made.put("type", type.type());
        }
        made.set("value", value);
        return made;
    }

    private static JsonNode step(JsonNode from, List<String> path) {
        JsonNode found = from;
        for (String name : path) {
            found = found.isArray() && name.chars().allMatch(Character::isDigit)
                    ? found.path(Integer.parseInt(name))
                    : member(found, name);
        }
        return found;
    }

    private static JsonNode member(JsonNode of, String name) {
        return of.properties().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseGet(() -> of.path(name));
    }

    /// A nested deployment as it will be, with the outputs that are known.
    private static ObjectNode shown(Foresight within) {
        ObjectNode shown = Documents.empty();
        ObjectNode properties = shown.putObject("properties");
        properties.put("mode", "Incremental").put("provisioningState", "Succeeded");
        ObjectNode outputs = properties.putObject(OUTPUTS);
        within.compiled().document().outputs().forEach((name, output) -> {
            if (within.output(output.value()) instanceof Evaluated.Known(var value, var _)) {
                outputs.set(name, written(within.compiled(), output, value));
            }
        });
        return shown;
    }
}
