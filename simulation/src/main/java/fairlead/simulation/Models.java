package fairlead.simulation;

import fairlead.generator.Generated;
import fairlead.generator.Generator;
import fairlead.generator.Size;
import fairlead.handler.Context;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.schema.Finding;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.schema.diff.Defaults;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Makes the models of resources: what the caller asked for, the defaults, and what the world would have added.
final class Models {

    private final ResourceSchema schema;
    private final Map<PropertyPath, Behaviour.Value> values;
    private final Carry carry;
    private final Set<PropertyPath> names;
    private final Generator generator;
    private final ObjectNode defaults;

    Models(ResourceSchema schema, Behaviour behaviour) {
        this.schema = schema;
        this.values = behaviour.values();
        this.generator = Generator.of(schema);
        ObjectNode nothing = JsonNodeFactory.instance.objectNode();
        this.defaults = sound(Defaults.fill(schema.root(), nothing), nothing);
        Set<PropertyPath> kept = new LinkedHashSet<>(schema.readOnly());
        kept.addAll(schema.primaryIdentifier());
        this.carry = new Carry(List.copyOf(kept));
        this.names = new LinkedHashSet<>(schema.primaryIdentifier());
        for (List<PropertyPath> identifier : schema.additionalIdentifiers()) {
            identifier.stream().filter(schema.readOnly()::contains).forEach(names::add);
        }
    }

    /// The model of a new resource.
    ObjectNode made(ObjectNode desired, Seed seed, Context context) {
        return whole(filled(desired), 0, seed, context);
    }

    /// The model of a resource after an update.
    ///
    /// @param revision how often it will have been updated
    ObjectNode changed(ObjectNode desired, ObjectNode present, int revision, Seed seed, Context context) {
        ObjectNode model = filled(desired);
        carry.over(present, model);
        return whole(model, revision, seed, context);
    }

    /// What was asked for as it is kept: without what the caller can't set and what is never shown, with defaults.
    ObjectNode filled(ObjectNode desired) {
        ObjectNode asked = schema.withoutReadOnly(desired);
        dropNulls(asked);
        return schema.withoutReadOnly(schema.withoutWriteOnly(withDefaults(asked)));
    }

    private ObjectNode withDefaults(ObjectNode asked) {
        ObjectNode whole = sound(Defaults.fill(schema.root(), asked), asked);
        if (whole.equals(asked) || !brokenBy(asked, whole)) {
            return whole;
        }
        ObjectNode result = asked;
        for (String name : whole.propertyNames()) {
            ObjectNode tried = result.deepCopy();
            tried.set(name, whole.path(name));
            if (!brokenBy(asked, tried)) {
                result = tried;
            }
        }
        return result;
    }

    private boolean brokenBy(ObjectNode asked, ObjectNode filled) {
        return Finding.anyError(schema.validateInput(schema.withoutReadOnly(filled)))
                && !Finding.anyError(schema.validateInput(asked));
    }

    /// Without those defaults that do not fit the schema themselves.
    private ObjectNode sound(ObjectNode filled, ObjectNode asked) {
        dropNulls(filled);
        for (Finding finding : schema.validateModel(filled)) {
            JsonPointer at = JsonPointer.compile(finding.pointer());
            if (!finding.pointer().isEmpty()
                    && asked.at(at).isMissingNode()
                    && filled.at(at.head()) instanceof ObjectNode holder) {
                holder.remove(at.last().getMatchingProperty());
            }
        }
        return filled;
    }

    private static void dropNulls(JsonNode node) {
        if (node instanceof ObjectNode object) {
            List<String> nulls = object.propertyNames().stream()
                    .filter(name -> object.path(name).isNull())
                    .toList();
            object.remove(nulls);
        }
        node.values().forEach(Models::dropNulls);
    }

    // -- what the caller does not set -------------------------------------------------------------------------------

    private ObjectNode whole(ObjectNode model, int revision, Seed seed, Context context) {
        ObjectNode named = model;
        for (PropertyPath path : names) {
            if (!path.hasWildcard() && path.value(named).isEmpty() && !values.containsKey(path)) {
                name(path, seed, context).ifPresent(value -> path.set(named, value));
            }
        }
        compute(named, revision, seed, context);
        schema.readOnly().stream()
                .filter(path -> path.steps().size() == 1)
                .filter(path -> path.value(named).isEmpty())
                .forEach(path -> path.value(defaults)
                        .or(() -> telling(path, seed, context))
                        .ifPresent(value -> path.set(named, value.deepCopy())));
        ObjectNode complete = switch (generator.completed(named, seed.number())) {
            case Generated.Made<ObjectNode>(ObjectNode made) -> made;
            case Generated.Impossible<ObjectNode> _ -> named;
        };
        requireSound(complete);
        return complete;
    }

    private void compute(ObjectNode model, int revision, Seed seed, Context context) {
        values.forEach((path, value) -> {
            switch (value) {
                case Behaviour.Value.Constant(JsonNode constant) -> path.set(model, constant.deepCopy());
                case Behaviour.Value.Count(long from) ->
                    path.set(model, JsonNodeFactory.instance.numberNode(from + revision));
                case Behaviour.Value.Text(String template) -> {
                    if (revision == 0
                            || !Template.isRandom(template)
                            || path.value(model).isEmpty()) {
                        String text = Template.fill(template, model, context, seed);
                        path.set(model, JsonNodeFactory.instance.stringNode(text));
                    }
                }
            }
        });
    }

    private void requireSound(ObjectNode model) {
        List<Finding> wrong = schema.validateModel(model);
        if (!wrong.isEmpty()) {
            Finding first = wrong.getFirst();
            throw new HandlerException(
                    ErrorCode.GENERAL_SERVICE_EXCEPTION,
                    "The simulation can't make a model that fits the schema: at '" + first.pointer() + "' "
                            + first.message() + ".");
        }
        if (schema.identifier(model).isEmpty()) {
            throw new HandlerException(
                    ErrorCode.GENERAL_SERVICE_EXCEPTION,
                    "The simulation can't make the primary identifier " + Simulation.text(schema.primaryIdentifier())
                            + " that the schema asks for.");
        }
    }

    /// A name as people know them, if the schema lets it be one; else what its schema describes.
    private Optional<JsonNode> name(PropertyPath path, Seed seed, Context context) {
        return fitting(path, Samples.names(schema.typeName(), path.name(), seed, context))
                .or(() -> generator
                        .value(path, seed.number(), Size.TYPICAL)
                        .toOptional()
                        .filter(value -> !value.isNull() && !value.asString("-").isEmpty()));
    }

    /// A value that a reader expects of a property that is called so; empty if it may be anything.
    private Optional<JsonNode> telling(PropertyPath path, Seed seed, Context context) {
        return fitting(path, Samples.telling(schema.typeName(), path.name(), seed, context));
    }

    private Optional<JsonNode> fitting(PropertyPath path, List<String> candidates) {
        for (String candidate : candidates) {
            ObjectNode model = JsonNodeFactory.instance.objectNode();
            JsonNode value = JsonNodeFactory.instance.stringNode(candidate);
            path.set(model, value);
            if (schema.validateModel(model).isEmpty()) {
                return Optional.of(value);
            }
        }
        return Optional.empty();
    }

    // -- what a resource keeps --------------------------------------------------------------------------------------

    /// Values that stay with a resource when it is updated.
    private static final class Carry {

        private final List<List<String>> paths;

        Carry(List<PropertyPath> paths) {
            this.paths = paths.stream().map(PropertyPath::steps).toList();
        }

        void over(ObjectNode from, ObjectNode to) {
            members(paths, from, to);
        }

        private static void members(List<List<String>> paths, JsonNode from, ObjectNode to) {
            for (String name : List.copyOf(from.propertyNames())) {
                List<List<String>> below = below(paths, name);
                if (below.isEmpty()) {
                    continue;
                }
                JsonNode held = from.path(name);
                @Nullable JsonNode present = to.get(name);
                if (below.stream().anyMatch(List::isEmpty)) {
                    if (present == null) {
                        to.set(name, held.deepCopy());
                    }
                } else if (held.isObject() && present instanceof ObjectNode object) {
                    members(below, held, object);
                } else if (held.isObject() && present == null) {
                    ObjectNode fresh = to.objectNode();
                    members(below, held, fresh);
                    if (fresh.equals(held)) {
                        to.set(name, fresh);
                    }
                } else if (held instanceof ArrayNode before && present instanceof ArrayNode after) {
                    items(below(below, "*"), before, after);
                }
            }
        }

        /// An item that is as it was, but for what is carried, keeps what it had.
        private static void items(List<List<String>> paths, ArrayNode before, ArrayNode after) {
            List<JsonNode> left = new ArrayList<>(before.values());
            for (JsonNode item : after.values()) {
                if (item instanceof ObjectNode object) {
                    for (JsonNode candidate : left) {
                        ObjectNode tried = object.deepCopy();
                        members(paths, candidate, tried);
                        if (tried.equals(candidate)) {
                            members(paths, candidate, object);
                            left.remove(candidate);
                            break;
                        }
                    }
                }
            }
        }

        private static List<List<String>> below(List<List<String>> paths, String name) {
            return paths.stream()
                    .filter(path -> !path.isEmpty()
                            && (path.getFirst().equals(name) || path.getFirst().equals("*")))
                    .map(path -> path.subList(1, path.size()))
                    .toList();
        }
    }
}
