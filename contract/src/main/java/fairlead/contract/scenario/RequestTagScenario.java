package fairlead.contract.scenario;

import fairlead.contract.Rule;
import fairlead.contract.TagValues;
import fairlead.contract.call.OperationOutcome;
import fairlead.contract.call.ReadOutcome;
import fairlead.contract.call.ScenarioAborted;
import fairlead.contract.call.SuiteContext;
import fairlead.contract.check.Cleanup;
import fairlead.handler.Tags;
import fairlead.handler.Update;
import fairlead.schema.PropertyPath;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A resource that is made, and changed, with tags of the request beside those among its properties.
///
/// Not every handler looks at them: one on whose resources none of them shows has not broken a rule, and none was
/// exercised.
public final class RequestTagScenario {

    private static final Map<String, String> OWN = Map.of("Own", "tag");
    private static final Map<String, String> FIRST = Map.of("Suite", "first", "Gone", "soon");
    private static final Map<String, String> SECOND = Map.of("Suite", "second", "New", "one");

    private final SuiteContext context;
    private final Set<String> created = new LinkedHashSet<>();

    public RequestTagScenario(SuiteContext context) {
        this.context = context;
    }

    public void run(ObjectNode made) {
        Optional<String> unknowable = unknowable();
        if (unknowable.isPresent()) {
            context.notExercised(unknowable.get(), Rule.TAGS_ON_CREATE, Rule.TAGS_ON_UPDATE);
            return;
        }
        PropertyPath property = context.schema.tagging().property().orElseThrow();
        Optional<ObjectNode> roomy = withRoom(property, made);
        if (roomy.isEmpty()) {
            context.notExercised("the schema has no room for more tags", Rule.TAGS_ON_CREATE, Rule.TAGS_ON_UPDATE);
            return;
        }
        ObjectNode input = roomy.get();
        context.findings.enter("tags of requests", Optional.of(input));
        try {
            made(property, input).ifPresent(resource -> changed(property, resource));
        } catch (ScenarioAborted _) {
            // Why is among the findings.
        } finally {
            Cleanup.delete(context, created);
        }
    }

    private Optional<String> unknowable() {
        Optional<PropertyPath> property = context.schema.tagging().property();
        if (property.isEmpty()) {
            return Optional.of("the type has no tags");
        }
        if (property.get().hasWildcard()) {
            return Optional.of("the type has tags in several places, and nothing says which are those of a request");
        }
        return context.findings.broken().isEmpty()
                ? Optional.empty()
                : Optional.of("other rules are broken, which would show here, too");
    }

    /// The input with one tag of its own, or with none, if a model may have those of the requests beside it.
    private Optional<ObjectNode> withRoom(PropertyPath property, ObjectNode made) {
        ObjectNode none = made.deepCopy();
        property.remove(none);
        return Stream.of(tagged(property, none, OWN), Optional.of(none))
                .flatMap(Optional::stream)
                .filter(input -> context.schema.validateInput(input).isEmpty())
                .filter(input -> tagged(property, input, FIRST).isPresent())
                .filter(input -> tagged(property, input, SECOND).isPresent())
                .findFirst();
    }

    /// With more tags, in the way in which the schema wants them; empty if it wants them in another one.
    private Optional<ObjectNode> tagged(PropertyPath property, ObjectNode input, Map<String, String> tags) {
        JsonNode present = property.value(input).orElseGet(input::missingNode);
        ArrayNode list = present instanceof ArrayNode known ? known.deepCopy() : input.arrayNode();
        tags.forEach((key, value) -> list.addObject().put("Key", key).put("Value", value));
        ObjectNode object = present instanceof ObjectNode known ? known.deepCopy() : input.objectNode();
        tags.forEach(object::put);
        return Stream.of(list, object)
                .map(value -> {
                    ObjectNode candidate = input.deepCopy();
                    property.set(candidate, value);
                    return candidate;
                })
                .filter(candidate -> context.schema
                        .validateModel(context.schema.withoutWriteOnly(candidate))
                        .isEmpty())
                .findFirst();
    }

    /// @param tags those of the request that made it
    private record Made(String identifier, ObjectNode input, ObjectNode model, Map<String, String> tags) {}

    private Optional<Made> made(PropertyPath property, ObjectNode input) {
        boolean onCreate = context.schema.tagging().onCreate();
        Map<String, String> tags = onCreate ? FIRST : Map.of();
        OperationOutcome ended = context.operations.create(input, context.token(), new Tags(tags, Map.of()));
        ended.identifier().ifPresent(created::add);
        if (ended.model().isEmpty()) {
            context.notExercised(
                    "a create with tags of the request was refused", Rule.TAGS_ON_CREATE, Rule.TAGS_ON_UPDATE);
            return Optional.empty();
        }
        String identifier =
                ended.identifier().orElseThrow(() -> new ScenarioAborted("the resource can't be found again"));
        if (!onCreate) {
            context.notExercised("the schema says that tags can't be given on creation", Rule.TAGS_ON_CREATE);
            return Optional.of(new Made(identifier, input, ended.model().get(), tags));
        }
        Map<String, String> shown = shown(property, identifier, tags);
        if (shown.keySet().stream().noneMatch(tags::containsKey)) {
            context.notExercised(
                    "the handler does not put the tags of a request on a resource, beside those among its properties",
                    Rule.TAGS_ON_CREATE,
                    Rule.TAGS_ON_UPDATE);
            return Optional.empty();
        }
        context.findings.looked(Rule.TAGS_ON_CREATE, "tags of requests", tags.size());
        tell(Rule.TAGS_ON_CREATE, "The resource lacks, or has otherwise, tags of its create's request: ", tags, shown);
        return Optional.of(new Made(identifier, input, ended.model().get(), tags));
    }

    private void changed(PropertyPath property, Made resource) {
        if (!context.isUpdatable() || !context.schema.tagging().updatable()) {
            context.notExercised("the schema says that tags can't be changed", Rule.TAGS_ON_UPDATE);
            return;
        }
        ObjectNode previous = context.schema.overlay(resource.model(), context.schema.onlyWriteOnly(resource.input()));
        ObjectNode identifier = context.schema.parseIdentifier(resource.identifier());
        OperationOutcome ended = context.operations.update(
                new Update(identifier, resource.input(), previous, Optional.empty()),
                resource.input(),
                context.token(),
                new Tags(SECOND, resource.tags()));
        if (ended.model().isEmpty()) {
            context.notExercised("an update with tags of the request was refused", Rule.TAGS_ON_UPDATE);
            return;
        }
        Map<String, String> shown = shown(property, resource.identifier(), SECOND);
        if (resource.tags().isEmpty() && shown.keySet().stream().noneMatch(SECOND::containsKey)) {
            context.notExercised("the handler does not put the tags of a request on a resource", Rule.TAGS_ON_UPDATE);
            return;
        }
        context.findings.looked(Rule.TAGS_ON_UPDATE, "tags of requests", SECOND.size());
        tell(
                Rule.TAGS_ON_UPDATE,
                "The resource lacks, or has otherwise, tags of its update's request: ",
                SECOND,
                shown);
        List<String> gone = resource.tags().keySet().stream()
                .filter(key -> !SECOND.containsKey(key) && shown.containsKey(key))
                .toList();
        if (!gone.isEmpty()) {
            context.findings.failed(
                    Rule.TAGS_ON_UPDATE,
                    "The resource still has tags that the update's request no longer has: " + gone);
        }
    }

    private Map<String, String> shown(PropertyPath property, String identifier, Map<String, String> wanted) {
        ReadOutcome look = context.readUntil(
                identifier,
                seen -> seen instanceof ReadOutcome.Found(var model)
                        && tags(property, model).entrySet().containsAll(wanted.entrySet()));
        return look instanceof ReadOutcome.Found(var model) ? tags(property, model) : Map.of();
    }

    private static Map<String, String> tags(PropertyPath property, ObjectNode model) {
        return property.value(model).map(TagValues::of).orElse(Map.of());
    }

    private void tell(Rule rule, String words, Map<String, String> wanted, Map<String, String> shown) {
        Map<String, String> lacking = new TreeMap<>(wanted);
        lacking.entrySet().removeAll(shown.entrySet());
        if (!lacking.isEmpty()) {
            context.findings.failed(rule, words + String.join(", ", lacking.keySet()) + ".");
        }
    }
}
