package fairlead.cloudformation.resource;

import fairlead.cloudformation.evaluation.Knowledge;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.schema.draft07.JsonType;
import fairlead.schema.draft07.Place;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Expression.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// Gives the tags of a stack to its resources. A tag that the template has wins.
final class StackTags {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final List<List<String>> PAIRS =
            List.of(List.of("Key", "Value"), List.of("key", "value"), List.of("TagKey", "TagValue"));

    private final Map<String, String> tags;
    private final Map<String, String> ofSystem;
    private final Consumer<String> warnings;

    /// @param tags of the stack
    /// @param ofSystem which stack a resource belongs to, for types that take such tags
    StackTags(Map<String, String> tags, Map<String, String> ofSystem, Consumer<String> warnings) {
        this.tags = tags;
        this.ofSystem = ofSystem;
        this.warnings = warnings;
    }

    /// The properties with the tags.
    Expression.ObjectOf given(ResourceSchema schema, String logicalId, Expression.ObjectOf properties) {
        Optional<PropertyPath> path = schema.tagging().property();
        if (path.isEmpty() || !schema.tagging().onCreate()) {
            return properties;
        }
        Optional<Form> form = form(schema, path.get());
        if (form.isEmpty()) {
            if (!tags.isEmpty()) {
                warnings.accept(
                        logicalId + " does not get the tags of the stack: its tags are in no form that is known");
            }
            return properties;
        }
        Map<String, String> all = new LinkedHashMap<>(tags);
        if (takesSystemTags(schema)) {
            Map<String, String> system = new LinkedHashMap<>(ofSystem);
            system.put("aws:cloudformation:logical-id", logicalId);
            system.forEach((name, value) -> {
                if (fits(schema, path.get(), form.get(), name, value)) {
                    all.put(name, value);
                }
            });
        }
        return all.isEmpty()
                ? properties
                : within(properties, path.get().steps(), form.get(), all).orElseGet(() -> {
                    warnings.accept(
                            logicalId + " does not get the tags of the stack: what holds them is not known yet");
                    return properties;
                });
    }

    private static boolean takesSystemTags(ResourceSchema schema) {
        return schema.tagging().systemTags()
                && schema.root().sources().stream()
                        .anyMatch(source -> source.path("tagging")
                                .path("cloudFormationSystemTags")
                                .asBoolean(false));
    }

    private static boolean fits(ResourceSchema schema, PropertyPath path, Form form, String name, String value) {
        ObjectNode model = NODES.objectNode();
        path.set(model, form.json(Map.of(name, value)));
        return schema.violations(model).stream()
                .noneMatch(violation -> violation.pointer().startsWith(path.modelPointer()));
    }

    private static Optional<Form> form(ResourceSchema schema, PropertyPath path) {
        if (path.hasWildcard()) {
            return Optional.empty();
        }
        Optional<Place> place = Optional.of(schema.root());
        for (String step : path.steps()) {
            place = place.flatMap(found -> found.property(step));
        }
        if (place.filter(found -> JsonType.OBJECT.in(found.types()) && !JsonType.ARRAY.in(found.types()))
                .isPresent()) {
            return Optional.of(new Form("", ""));
        }
        Set<String> names = place.flatMap(Place::item).map(Place::names).orElse(Set.of());
        return PAIRS.stream()
                .filter(names::containsAll)
                .findFirst()
                .map(pair -> new Form(pair.getFirst(), pair.getLast()));
    }

    private static Optional<Expression.ObjectOf> within(
            Expression.ObjectOf object, List<String> steps, Form form, Map<String, String> tags) {
        SequencedMap<String, Expression> members = new LinkedHashMap<>(object.members());
        String step = steps.getFirst();
        Expression existing = members.getOrDefault(step, new Expression.Absent());
        if (steps.size() == 1) {
            members.put(step, form.merged(existing, tags));
            return Optional.of(Expression.object(members));
        }
        Expression holder = existing instanceof Expression.Absent ? Expression.object(Map.of()) : existing;
        return holder instanceof Expression.ObjectOf inner
                ? within(inner, steps.subList(1, steps.size()), form, tags).map(done -> {
                    members.put(step, done);
                    return Expression.object(members);
                })
                : Optional.empty();
    }

    /// How a type writes tags: as a list of pairs, or, without the names of a pair, as a map.
    private record Form(String key, String value) implements Expression.Function {

        /// The tags that are there, and those others whose names none of them has.
        Expression merged(Expression existing, Map<String, String> tags) {
            if (existing instanceof Expression.Absent) {
                return structured(List.of(), new LinkedHashMap<>(), tags);
            }
            if (key.isEmpty() && existing instanceof Expression.ObjectOf(var members)) {
                return structured(List.of(), members, tags);
            }
            if (!key.isEmpty() && existing instanceof Expression.ArrayOf(var items)) {
                Optional<Set<String>> names = names(items);
                if (names.isPresent()) {
                    Map<String, String> missing = new LinkedHashMap<>(tags);
                    missing.keySet().removeAll(names.get());
                    return structured(items, new LinkedHashMap<>(), missing);
                }
            }
            Optional<Value> known = Knowledge.of(existing);
            JsonNode more = json(tags);
            return known.<Expression>map(value -> value.value().isContainer()
                            ? new Value(apply(List.of(value.value(), more)), value.secret(), value.inputs())
                            : value)
                    .orElseGet(() -> new Expression.Call("tags", "", this, List.of(existing, Value.of(more))));
        }

        private Expression structured(
                List<Expression> items, SequencedMap<String, Expression> members, Map<String, String> tags) {
            if (key.isEmpty()) {
                SequencedMap<String, Expression> made = new LinkedHashMap<>(members);
                tags.forEach((name, tag) -> made.putIfAbsent(name, Value.of(StringNode.valueOf(tag))));
                return Expression.object(made);
            }
            List<Expression> made = new ArrayList<>(items);
            tags.forEach((name, tag) -> {
                SequencedMap<String, Expression> pair = new LinkedHashMap<>();
                pair.put(key, Value.of(StringNode.valueOf(name)));
                pair.put(value, Value.of(StringNode.valueOf(tag)));
                made.add(Expression.object(pair));
            });
            return new Expression.ArrayOf(made);
        }

        /// The names of tags; empty if one is not known.
        private Optional<Set<String>> names(List<Expression> items) {
            Set<String> names = new LinkedHashSet<>();
            for (Expression item : items) {
                if (item instanceof Expression.Absent) {
                    continue;
                }
                Optional<Value> name = item instanceof Expression.ObjectOf(var members) && members.containsKey(key)
                        ? Knowledge.of(members.get(key))
                        : Knowledge.of(item).map(known -> Value.of(known.value().path(key)));
                if (name.isEmpty()) {
                    return Optional.empty();
                }
                names.add(name.get().value().asString(""));
            }
            return Optional.of(names);
        }

        /// Tags alone.
        JsonNode json(Map<String, String> tags) {
            return Knowledge.of(structured(List.of(), new LinkedHashMap<>(), tags))
                    .orElseThrow()
                    .value();
        }

        @Override
        public JsonNode apply(List<JsonNode> arguments) {
            JsonNode own = arguments.getFirst();
            JsonNode more = arguments.getLast();
            if (own instanceof ObjectNode map && more instanceof ObjectNode others) {
                ObjectNode made = NODES.objectNode();
                made.setAll(others);
                made.setAll(map);
                return made;
            }
            ArrayNode made = NODES.arrayNode();
            Set<String> names = new LinkedHashSet<>();
            own.values().forEach(tag -> {
                made.add(tag);
                names.add(tag.path(key).asString(""));
            });
            more.values().stream()
                    .filter(tag -> !names.contains(tag.path(key).asString("")))
                    .forEach(made::add);
            return made;
        }
    }
}
