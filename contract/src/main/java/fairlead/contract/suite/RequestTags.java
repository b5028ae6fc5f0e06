package fairlead.contract.suite;

import fairlead.contract.Rule;
import fairlead.contract.TagValues;
import fairlead.contract.suite.Bench.Look;
import fairlead.contract.suite.Operations.Ended;
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

/// A thing that is made, and changed, with tags of the request beside those among its properties.
///
/// Not every handler looks at them: one on whose things none of them shows has not broken a rule, and none was
/// exercised.
final class RequestTags {

    private static final Map<String, String> OWN = Map.of("Own", "tag");
    private static final Map<String, String> FIRST = Map.of("Suite", "first", "Gone", "soon");
    private static final Map<String, String> SECOND = Map.of("Suite", "second", "New", "one");

    private final Bench bench;
    private final Set<String> mine = new LinkedHashSet<>();

    RequestTags(Bench bench) {
        this.bench = bench;
    }

    void arrive(ObjectNode made) {
        Optional<String> unknowable = unknowable();
        if (unknowable.isPresent()) {
            bench.never(unknowable.get(), Rule.TAGS_ON_CREATE, Rule.TAGS_ON_UPDATE);
            return;
        }
        PropertyPath property = bench.schema.tagging().property().orElseThrow();
        Optional<ObjectNode> roomy = withRoom(property, made);
        if (roomy.isEmpty()) {
            bench.never("the schema has no room for more tags", Rule.TAGS_ON_CREATE, Rule.TAGS_ON_UPDATE);
            return;
        }
        ObjectNode input = roomy.get();
        bench.findings.enter("tags of requests", Optional.of(input));
        try {
            made(property, input).ifPresent(thing -> changed(property, thing));
        } catch (Stop _) {
            // Why is among the findings.
        } finally {
            bench.sweep(mine);
        }
    }

    private Optional<String> unknowable() {
        Optional<PropertyPath> property = bench.schema.tagging().property();
        if (property.isEmpty()) {
            return Optional.of("the type has no tags");
        }
        if (property.get().hasWildcard()) {
            return Optional.of("the type has tags in several places, and nothing says which are those of a request");
        }
        return bench.findings.broken().isEmpty()
                ? Optional.empty()
                : Optional.of("other rules are broken, which would show here, too");
    }

    /// The input with one tag of its own, or with none, if a model may have those of the requests beside it.
    private Optional<ObjectNode> withRoom(PropertyPath property, ObjectNode made) {
        ObjectNode none = made.deepCopy();
        property.remove(none);
        return Stream.of(tagged(property, none, OWN), Optional.of(none))
                .flatMap(Optional::stream)
                .filter(input -> bench.schema.validateInput(input).isEmpty())
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
                .filter(candidate -> bench.schema
                        .validateModel(bench.schema.withoutWriteOnly(candidate))
                        .isEmpty())
                .findFirst();
    }

    /// @param tags those of the request that made it
    private record Made(String identifier, ObjectNode input, ObjectNode model, Map<String, String> tags) {}

    private Optional<Made> made(PropertyPath property, ObjectNode input) {
        boolean onCreate = bench.schema.tagging().onCreate();
        Map<String, String> tags = onCreate ? FIRST : Map.of();
        Ended ended = bench.operations.create(input, bench.token(), new Tags(tags, Map.of()));
        ended.identifier().ifPresent(mine::add);
        if (ended.model().isEmpty()) {
            bench.never("a create with tags of the request was refused", Rule.TAGS_ON_CREATE, Rule.TAGS_ON_UPDATE);
            return Optional.empty();
        }
        String identifier = ended.identifier().orElseThrow(() -> new Stop("the thing can't be found again"));
        if (!onCreate) {
            bench.never("the schema says that tags can't be given on creation", Rule.TAGS_ON_CREATE);
            return Optional.of(new Made(identifier, input, ended.model().get(), tags));
        }
        Map<String, String> shown = shown(property, identifier, tags);
        if (shown.keySet().stream().noneMatch(tags::containsKey)) {
            bench.never(
                    "the handler does not put the tags of a request on a thing, beside those among its properties",
                    Rule.TAGS_ON_CREATE,
                    Rule.TAGS_ON_UPDATE);
            return Optional.empty();
        }
        bench.findings.looked(Rule.TAGS_ON_CREATE, "tags of requests", tags.size());
        tell(Rule.TAGS_ON_CREATE, "The thing lacks, or has otherwise, tags of its create's request: ", tags, shown);
        return Optional.of(new Made(identifier, input, ended.model().get(), tags));
    }

    private void changed(PropertyPath property, Made thing) {
        if (!bench.isUpdatable() || !bench.schema.tagging().updatable()) {
            bench.never("the schema says that tags can't be changed", Rule.TAGS_ON_UPDATE);
            return;
        }
        ObjectNode previous = bench.schema.overlay(thing.model(), bench.schema.onlyWriteOnly(thing.input()));
        ObjectNode identifier = bench.schema.parseIdentifier(thing.identifier());
        Ended ended = bench.operations.update(
                new Update(identifier, thing.input(), previous, Optional.empty()),
                thing.input(),
                bench.token(),
                new Tags(SECOND, thing.tags()));
        if (ended.model().isEmpty()) {
            bench.never("an update with tags of the request was refused", Rule.TAGS_ON_UPDATE);
            return;
        }
        Map<String, String> shown = shown(property, thing.identifier(), SECOND);
        if (thing.tags().isEmpty() && shown.keySet().stream().noneMatch(SECOND::containsKey)) {
            bench.never("the handler does not put the tags of a request on a thing", Rule.TAGS_ON_UPDATE);
            return;
        }
        bench.findings.looked(Rule.TAGS_ON_UPDATE, "tags of requests", SECOND.size());
        tell(Rule.TAGS_ON_UPDATE, "The thing lacks, or has otherwise, tags of its update's request: ", SECOND, shown);
        List<String> gone = thing.tags().keySet().stream()
                .filter(key -> !SECOND.containsKey(key) && shown.containsKey(key))
                .toList();
        if (!gone.isEmpty()) {
            bench.findings.failed(
                    Rule.TAGS_ON_UPDATE, "The thing still has tags that the update's request no longer has: " + gone);
        }
    }

    private Map<String, String> shown(PropertyPath property, String identifier, Map<String, String> wanted) {
        Look look = bench.readUntil(
                identifier,
                seen -> seen instanceof Look.Found(var model)
                        && tags(property, model).entrySet().containsAll(wanted.entrySet()));
        return look instanceof Look.Found(var model) ? tags(property, model) : Map.of();
    }

    private static Map<String, String> tags(PropertyPath property, ObjectNode model) {
        return property.value(model).map(TagValues::of).orElse(Map.of());
    }

    private void tell(Rule rule, String words, Map<String, String> wanted, Map<String, String> shown) {
        Map<String, String> lacking = new TreeMap<>(wanted);
        lacking.entrySet().removeAll(shown.entrySet());
        if (!lacking.isEmpty()) {
            bench.findings.failed(rule, words + String.join(", ", lacking.keySet()) + ".");
        }
    }
}
