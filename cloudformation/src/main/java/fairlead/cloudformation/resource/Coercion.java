package fairlead.cloudformation.resource;

import fairlead.cloudformation.evaluation.Knowledge;
import fairlead.cloudformation.evaluation.ResultTypes;
import fairlead.schema.ResourceSchema;
import fairlead.schema.TypeCoercion;
import fairlead.schema.draft07.JsonType;
import fairlead.schema.draft07.Place;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Expression.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Gives values the types that the schema asks for: `"3"` becomes 3, `true` becomes `"true"`.
///
/// A property that is known is converted whole, alternatives of the schema looked at. In one that depends on resources
/// each part is converted by itself, once it is known. What can't be converted stays, for the validation to refuse.
final class Coercion {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Pattern NUMBER =
            Pattern.compile("-?(?:0|[1-9][0-9]{0,400})(?:\\.[0-9]{1,400})?(?:[eE][+-]?[0-9]{1,4})?");
    private final ResourceSchema schema;
    private final ResultTypes results;

    Coercion(ResourceSchema schema, ResultTypes results) {
        this.schema = schema;
        this.results = results;
    }

    Expression.ObjectOf properties(Expression.ObjectOf properties, String pointer) {
        SequencedMap<String, Expression> made = new LinkedHashMap<>();
        properties.members().forEach((name, value) -> made.put(name, property(name, value, pointer + "/" + name)));
        return Expression.object(made);
    }

    private Expression property(String name, Expression expression, String pointer) {
        Optional<Value> known = Knowledge.of(expression);
        if (known.isEmpty()) {
            return parts(expression, schema.root().property(name), pointer);
        }
        ObjectNode model = NODES.objectNode();
        model.set(name, known.get().value());
        JsonNode converted = TypeCoercion.toSchema(schema, model).get(name);
        return converted.equals(known.get().value()) ? expression : retyped(expression, converted);
    }

    /// The same structure with the leaves of a value that has it, too.
    private static Expression retyped(Expression expression, JsonNode value) {
        return switch (expression) {
            case Value(var _, var secret, var inputs) -> new Value(value, secret, inputs);
            case Expression.ObjectOf(var members) -> {
                SequencedMap<String, Expression> made = new LinkedHashMap<>();
                members.forEach(
                        (name, member) -> made.put(name, value.has(name) ? retyped(member, value.get(name)) : member));
                yield Expression.object(made);
            }
            case Expression.ArrayOf(var items) -> {
                List<Expression> made = new ArrayList<>();
                int index = 0;
                for (Expression item : items) {
                    made.add(item instanceof Expression.Absent ? item : retyped(item, value.get(index++)));
                }
                yield new Expression.ArrayOf(made);
            }
            case Expression.Absent absent -> absent;
            case Expression.Call call -> call;
            case Expression.Reference reference -> reference;
        };
    }

    private Expression parts(Expression expression, Optional<Place> place, String pointer) {
        if (place.isEmpty()) {
            return expression;
        }
        return switch (expression) {
            case Value(var value, var secret, var inputs) -> new Value(convert(place.get(), value), secret, inputs);
            case Expression.ObjectOf(var members) -> {
                SequencedMap<String, Expression> made = new LinkedHashMap<>();
                members.forEach((name, member) -> made.put(
                        name, parts(member, place.get().property(name).or(place.get()::any), pointer + "/" + name)));
                yield Expression.object(made);
            }
            case Expression.ArrayOf(var items) -> {
                List<Expression> made = new ArrayList<>();
                for (Expression item : items) {
                    made.add(parts(item, place.get().item(), pointer + "/" + made.size()));
                }
                yield new Expression.ArrayOf(made);
            }
            case Expression.Absent absent -> absent;
            case Expression.Call call -> later(call, place.get(), pointer);
            case Expression.Reference reference -> later(reference, place.get(), pointer);
        };
    }

    private Expression later(Expression expression, Place place, String pointer) {
        boolean text = expression instanceof Expression.Call call && call.name().equals(DynamicReferences.NAME);
        return results.fits(expression, place) || (text && JsonType.STRING.in(place.types()))
                ? expression
                : new Expression.Call(ToType.NAME, pointer, new ToType(place), List.of(expression));
    }

    /// Converts a value once it is known.
    private record ToType(Place place) implements Expression.Function {

        static final String NAME = "type";

        @Override
        public JsonNode apply(List<JsonNode> arguments) {
            if (arguments.size() != 1) {
                throw new fairlead.stack.document.EvaluationException("a value that it refers to is not there");
            }
            return convert(place, arguments.getFirst());
        }
    }

    private static JsonNode convert(Place place, JsonNode value) {
        return switch (value) {
            case ObjectNode object -> {
                ObjectNode made = NODES.objectNode();
                object.forEachEntry((name, member) -> made.set(
                        name,
                        place.property(name)
                                .or(place::any)
                                .map(below -> convert(below, member))
                                .orElse(member)));
                yield made;
            }
            case ArrayNode array -> {
                ArrayNode made = NODES.arrayNode(array.size());
                array.forEach(item ->
                        made.add(place.item().map(below -> convert(below, item)).orElse(item)));
                yield made;
            }
            default -> leaf(place.types(), value);
        };
    }

    private static JsonNode leaf(int types, JsonNode value) {
        if (types == JsonType.ANY || value.isNull()) {
            return value;
        }
        if (value.isString()) {
            return JsonType.STRING.in(types) ? value : fromText(types, value);
        }
        boolean taken = value.isBoolean()
                ? JsonType.BOOLEAN.in(types)
                : JsonType.NUMBER.in(types) || JsonType.INTEGER.in(types);
        return !taken && JsonType.STRING.in(types) ? NODES.stringNode(value.asString()) : value;
    }

    private static JsonNode fromText(int types, JsonNode value) {
        String text = value.stringValue();
        if (JsonType.BOOLEAN.in(types) && (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false"))) {
            return NODES.booleanNode(text.equalsIgnoreCase("true"));
        }
        boolean number = JsonType.NUMBER.in(types) || JsonType.INTEGER.in(types);
        return number && NUMBER.matcher(text).matches() ? number(text) : value;
    }

    private static JsonNode number(String text) {
        BigDecimal number = new BigDecimal(text);
        if (text.chars().anyMatch(c -> c == '.' || c == 'e' || c == 'E')) {
            return NODES.numberNode(number);
        }
        if (text.length() < 10) {
            return NODES.numberNode(number.intValue());
        }
        return text.length() < 19 ? NODES.numberNode(number.longValue()) : NODES.numberNode(number.toBigInteger());
    }
}
