package fairlead.cloudformation.evaluation;

import fairlead.stack.document.Expression;
import fairlead.stack.document.Expression.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What is known of expressions.
public final class Knowledge {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private Knowledge() {}

    /// The value of an expression that depends on no resource; empty if it depends on one, or is absent itself.
    public static Optional<Value> of(Expression expression) {
        if (expression instanceof Value value) {
            return Optional.of(value);
        }
        Gathered gathered = new Gathered();
        Optional<JsonNode> value = gathered.json(expression);
        return value.filter(_ -> gathered.known).map(json -> new Value(json, gathered.secret, gathered.inputs));
    }

    /// Whether it is made of something that is known to be secret.
    public static boolean isSecret(Expression expression) {
        return switch (expression) {
            case Value value -> value.secret();
            case Expression.ObjectOf(var members) -> members.values().stream().anyMatch(Knowledge::isSecret);
            case Expression.ArrayOf(var items) -> items.stream().anyMatch(Knowledge::isSecret);
            case Expression.Call call -> call.arguments().stream().anyMatch(Knowledge::isSecret);
            case Expression.Absent _, Expression.Reference _ -> false;
        };
    }

    /// The same, made of more parameters, at every depth.
    static Expression with(Expression expression, Set<String> inputs) {
        if (inputs.isEmpty()) {
            return expression;
        }
        return switch (expression) {
            case Value(var value, var secret, var own) -> {
                Set<String> all = new HashSet<>(own);
                all.addAll(inputs);
                yield new Value(value, secret, all);
            }
            case Expression.ObjectOf(var members) -> {
                SequencedMap<String, Expression> made = new LinkedHashMap<>();
                members.forEach((name, member) -> made.put(name, with(member, inputs)));
                yield Expression.object(made);
            }
            case Expression.ArrayOf(var items) -> {
                List<Expression> made = new ArrayList<>();
                items.forEach(item -> made.add(with(item, inputs)));
                yield new Expression.ArrayOf(made);
            }
            case Expression.Absent absent -> absent;
            case Expression.Call call -> call;
            case Expression.Reference reference -> reference;
        };
    }

    private static final class Gathered {

        private final Set<String> inputs = new HashSet<>();
        private boolean secret;
        private boolean known = true;

        /// Empty for what is absent.
        Optional<JsonNode> json(Expression expression) {
            return switch (expression) {
                case Value(var value, var hidden, var made) -> {
                    secret |= hidden;
                    inputs.addAll(made);
                    yield Optional.of(value);
                }
                case Expression.ObjectOf(var members) -> {
                    ObjectNode object = NODES.objectNode();
                    members.forEach((name, member) -> json(member).ifPresent(value -> object.set(name, value)));
                    yield Optional.of(object);
                }
                case Expression.ArrayOf(var items) -> {
                    ArrayNode array = NODES.arrayNode();
                    items.forEach(item -> json(item).ifPresent(array::add));
                    yield Optional.of(array);
                }
                case Expression.Absent _ -> Optional.empty();
                case Expression.Call _, Expression.Reference _ -> {
                    known = false;
                    yield Optional.empty();
                }
            };
        }
    }
}
