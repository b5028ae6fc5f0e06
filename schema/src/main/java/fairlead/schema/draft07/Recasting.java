package fairlead.schema.draft07;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Converts texts to the numbers and booleans that a schema asks for, and numbers and booleans to texts.
///
/// A value that fits is never changed, at any depth: `"5"` stays a text where the schema takes texts. Where
/// alternatives disagree about the result, the value stays as given. A value that can't be converted stays, too,
/// so that a validation reports what is wrong with it.
final class Recasting {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int DEEPEST = 200;
    private static final int LONGEST_NUMBER = 400;
    private static final Pattern NUMBER =
            Pattern.compile("-?(?:0|[1-9][0-9]{0,400})(?:\\.[0-9]{1,400})?(?:[eE][+-]?[0-9]{1,9})?");
    private static final Pattern INTEGER = Pattern.compile("-?(?:0|[1-9][0-9]*)");

    /// The first asks for whole objects; the second takes incomplete ones, as handlers may give them back.
    private final Validation whole = new Validation(true, true);
    private final Validation partial = new Validation(false, true);
    private int depth;

    JsonNode recast(Shape reference, JsonNode value) {
        Shape shape = reference.target().orElse(reference);
        if (depth >= DEEPEST || whole.tryFit(shape, value)) {
            return value;
        }
        depth++;
        JsonNode result = value.isContainer() ? parts(shape, value) : leaf(shape, value);
        for (Check check : shape.choices) {
            result = choice(check, result);
        }
        depth--;
        return result;
    }

    private JsonNode parts(Shape shape, JsonNode value) {
        return switch (value) {
            case ObjectNode object when shape.members != null -> members(shape.members, object);
            case ArrayNode array when shape.list != null -> items(shape.list, array);
            default -> value;
        };
    }

    private ObjectNode members(Members members, ObjectNode object) {
        ObjectNode result = object;
        boolean changed = false;
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            String name = member.getKey();
            JsonNode value = member.getValue();
            for (Shape shape : members.about(name)) {
                value = recast(shape, value);
            }
            if (!value.equals(member.getValue())) {
                result = changed ? result : copy(object);
                changed = true;
                result.set(name, value);
            }
        }
        for (Members.Dependency dependency : members.dependencies()) {
            if (dependency.shape() != null && object.has(dependency.name())) {
                result = (ObjectNode) recast(dependency.shape(), result);
            }
        }
        return result;
    }

    /// The members themselves are shared: none of them is ever changed.
    private static ObjectNode copy(ObjectNode object) {
        ObjectNode copy = NODES.objectNode();
        copy.setAll(object);
        return copy;
    }

    private ArrayNode items(Checks.Items items, ArrayNode array) {
        List<JsonNode> result = new ArrayList<>(array.size());
        boolean changed = false;
        for (int i = 0; i < array.size(); i++) {
            Shape shape = items.at(i);
            JsonNode item = shape == null ? array.get(i) : recast(shape, array.get(i));
            changed |= !item.equals(array.get(i));
            result.add(item);
        }
        return changed ? NODES.arrayNode().addAll(result) : array;
    }

    private JsonNode choice(Check check, JsonNode value) {
        return switch (check) {
            case Choices.All(List<Shape> shapes) -> {
                JsonNode result = value;
                for (Shape shape : shapes) {
                    result = recast(shape, result);
                }
                yield result;
            }
            case Choices.Any(List<Shape> shapes) -> among(shapes, value);
            case Choices.One(List<Shape> shapes) -> among(shapes, value);
            case Choices.Condition condition ->
                (whole.tryFit(condition.test(), value) ? condition.then() : condition.otherwise())
                        .map(shape -> recast(shape, value))
                        .orElse(value);
            default -> value;
        };
    }

    /// What the alternatives make of a value, if those it then fits agree.
    private JsonNode among(List<Shape> shapes, JsonNode value) {
        Set<JsonNode> complete = new LinkedHashSet<>();
        Set<JsonNode> incomplete = new LinkedHashSet<>();
        for (Shape shape : shapes) {
            JsonNode candidate = recast(shape, value);
            if (whole.tryFit(shape, candidate)) {
                complete.add(candidate);
            } else if (partial.tryFit(shape, candidate)) {
                incomplete.add(candidate);
            }
        }
        Set<JsonNode> fitting = complete.isEmpty() ? incomplete : complete;
        return fitting.size() == 1 ? fitting.iterator().next() : value;
    }

    private JsonNode leaf(Shape shape, JsonNode value) {
        Optional<JsonNode> other = other(value);
        if (other.isEmpty()) {
            return value;
        }
        JsonNode candidate = other.get();
        boolean asked = shape.types() != JsonType.ANY
                && !JsonType.admits(shape.types(), value)
                && JsonType.admits(shape.types(), candidate);
        return asked || whole.tryFit(shape, candidate) ? candidate : value;
    }

    /// The one other value that is written the same way.
    private static Optional<JsonNode> other(JsonNode value) {
        if (value.isString()) {
            return parse(value.stringValue());
        }
        return value.isNumber() || value.isBoolean()
                ? Optional.of(NODES.stringNode(value.asString()))
                : Optional.empty();
    }

    private static Optional<JsonNode> parse(String text) {
        if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
            return Optional.of(NODES.booleanNode(text.toLowerCase(Locale.ROOT).equals("true")));
        }
        if (text.length() > LONGEST_NUMBER || !NUMBER.matcher(text).matches()) {
            return Optional.empty();
        }
        return Optional.of(number(text));
    }

    private static JsonNode number(String text) {
        if (!INTEGER.matcher(text).matches()) {
            return NODES.numberNode(new BigDecimal(text));
        }
        if (text.length() < 10) {
            return NODES.numberNode(Integer.parseInt(text));
        }
        return text.length() < 19
                ? NODES.numberNode(Long.parseLong(text))
                : NODES.numberNode(new java.math.BigInteger(text));
    }
}
