package fairlead.simulation;

import fairlead.handler.Context;
import fairlead.handler.ErrorCode;
import fairlead.schema.Finding;
import fairlead.schema.HandlerKind;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// How a simulated type behaves, where the contract leaves it open or has an error code for it: how long calls and
/// operations take, when they fail, when a change shows, and how values come about that the caller does not set.
///
/// @param verbs by handler; one that is missing is quick and does not fail
/// @param visible when reads and lists show a change
/// @param values by the property that has them, in the order in which models show them
/// @param answers what actions answer, by their names; the texts in it are templates as those of values are
/// @param implicit which resources are there although nothing has made them
public record Behaviour(
        Map<HandlerKind, Verb> verbs,
        Visible visible,
        Map<PropertyPath, Value> values,
        Map<String, ObjectNode> answers,
        Implicit implicit) {

    /// Quick, sound, and consistent at once.
    public static final Behaviour NONE = new Behaviour(Map.of(), Visible.AT_ONCE, Map.of(), Map.of(), Implicit.NONE);

    public Behaviour {
        verbs = Map.copyOf(verbs);
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        answers = Collections.unmodifiableMap(new LinkedHashMap<>(answers));
    }

    /// What the document says, or everything that is wrong with it.
    public sealed interface Parsed {

        record Valid(Behaviour behaviour) implements Parsed {}

        record Invalid(List<Finding> findings) implements Parsed {

            public Invalid {
                findings = List.copyOf(findings);
            }
        }
    }

    /// Reads a behaviour file.
    ///
    /// @param schema of the type that is to behave so
    public static Parsed parse(JsonNode document, ResourceSchema schema) {
        List<Finding> wrong = new ArrayList<>();
        Behaviour behaviour = new BehaviourReader(schema, wrong).read(document);
        return wrong.isEmpty() ? new Parsed.Valid(behaviour) : new Parsed.Invalid(wrong);
    }

    /// What an action answers for a resource, the same whenever it is asked; empty where nothing is said of it.
    ///
    /// @param identifier of the resource, as text; empty where there is none
    /// @param model of the resource
    public Optional<ObjectNode> answer(String action, String identifier, ObjectNode model, Context context) {
        return answers.entrySet().stream()
                .filter(answer -> answer.getKey().equalsIgnoreCase(action))
                .findFirst()
                .map(answer -> (ObjectNode) filled(answer.getValue(), "", model, context, identifier));
    }

    private static JsonNode filled(JsonNode node, String place, ObjectNode model, Context context, String identifier) {
        return switch (node) {
            case ObjectNode object -> {
                ObjectNode copy = object.objectNode();
                object.forEachEntry(
                        (name, value) -> copy.set(name, filled(value, place + "/" + name, model, context, identifier)));
                yield copy;
            }
            case ArrayNode array -> {
                ArrayNode copy = array.arrayNode();
                for (int i = 0; i < array.size(); i++) {
                    copy.add(filled(array.get(i), place + "/" + i, model, context, identifier));
                }
                yield copy;
            }
            default ->
                node.isString()
                        ? StringNode.valueOf(Template.fill(
                                node.stringValue(),
                                model,
                                context,
                                Seed.of(context.typeName(), context.account() + place, identifier, 0)))
                        : node;
        };
    }

    Verb of(HandlerKind kind) {
        return verbs.getOrDefault(kind, Verb.SOUND);
    }

    /// One handler.
    ///
    /// @param latency how long each call takes, in seconds
    /// @param delay how long the whole operation takes, in seconds, beside the calls
    /// @param steps how many calls of an operation answer that it is under way; at least one if there is a delay
    public record Verb(Quantity latency, Quantity delay, Quantity steps, Optional<Failure> failure) {
        static final Verb SOUND = new Verb(Quantity.ZERO, Quantity.ZERO, Quantity.ZERO, Optional.empty());
    }

    /// When a call fails.
    ///
    /// @param code which; none where it is a property's and the property has no value
    /// @param step at which call of the operation, the first being 0
    /// @param times how often each call fails before it does not; 0 is for ever
    /// @param percent of how many calls
    public record Failure(Code code, Optional<String> message, int step, int times, int percent) {}

    /// A number: as it is written, or the value of a property.
    public record Quantity(double fixed, Optional<PropertyPath> property) {

        static final Quantity ZERO = new Quantity(0, Optional.empty());

        /// @param most what a property's value counts for at the most
        double of(ObjectNode model, double most) {
            double value = property.flatMap(path -> path.value(model))
                    .filter(JsonNode::isNumber)
                    .map(JsonNode::doubleValue)
                    .orElse(fixed);
            return Math.clamp(value, 0, most);
        }
    }

    /// An error code: as it is written, or the value of a property.
    public record Code(Optional<ErrorCode> fixed, Optional<PropertyPath> property) {

        Optional<ErrorCode> of(ObjectNode model) {
            return property.flatMap(path -> path.value(model))
                    .map(node -> node.asString(""))
                    .flatMap(ErrorCode::parse)
                    .or(() -> fixed);
        }
    }

    /// Which resources are there although nothing has made them.
    ///
    /// @param all whatever they are called
    /// @param names those that are called so, in any case
    public record Implicit(boolean all, List<String> names) {

        static final Implicit NONE = new Implicit(false, List.of());

        public Implicit {
            names = List.copyOf(names);
        }

        boolean isNone() {
            return !all && names.isEmpty();
        }

        boolean has(String name) {
            return all || names.stream().anyMatch(name::equalsIgnoreCase);
        }
    }

    /// Eventual consistency: what a read and a list show of a change, and from when on.
    ///
    /// @param afterReads so many reads still show what was before
    /// @param afterSeconds so long
    public record Visible(Quantity afterReads, Quantity afterSeconds) {
        static final Visible AT_ONCE = new Visible(Quantity.ZERO, Quantity.ZERO);
    }

    /// How a property comes to its value: [Constant], [Text] or [Count].
    public sealed interface Value {

        record Constant(JsonNode value) implements Value {}

        /// A text in which `${/Name}` stands for a property, and `${account}`, `${region}`, `${type}`, `${name}`
        /// and `${random}`, or `${random:8}` of so many digits, for what surrounds it.
        record Text(String template) implements Value {}

        /// How often the resource was updated, counted from a number on.
        record Count(long from) implements Value {}
    }
}
