package fairlead.stack.document;

import fairlead.stack.document.Evaluated.Known;
import fairlead.stack.document.Evaluated.Unknown;
import fairlead.stack.document.Expression.Reference;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Evaluates expressions as far as the nodes that they refer to are known. Pure: the same expression and the same nodes
/// come to the same.
public final class Evaluation {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Function<Reference, Evaluated> nodes;

    /// @param nodes what is known of nodes
    public Evaluation(Function<Reference, Evaluated> nodes) {
        this.nodes = nodes;
    }

    /// What an expression comes to.
    ///
    /// @throws EvaluationException if a function does not take the values that are there
    public Evaluated of(Expression expression) {
        return switch (expression) {
            case Expression.Value(var value, var secret, var _) -> new Known(value, secret);
            case Expression.Absent() -> new Evaluated.Absent();
            case Expression.ObjectOf object -> object(object);
            case Expression.ArrayOf(var items) -> array(items);
            case Expression.Call call -> call(call);
            case Reference reference -> nodes.apply(reference);
        };
    }

    private Evaluated object(Expression.ObjectOf object) {
        Gathered gathered = new Gathered();
        ObjectNode made = NODES.objectNode();
        object.members().forEach((name, member) -> gathered.take(of(member), value -> made.set(name, value)));
        return gathered.end(made);
    }

    private Evaluated array(List<Expression> items) {
        Gathered gathered = new Gathered();
        ArrayNode made = NODES.arrayNode();
        items.forEach(item -> gathered.take(of(item), made::add));
        return gathered.end(made);
    }

    private Evaluated call(Expression.Call call) {
        Gathered gathered = new Gathered();
        List<JsonNode> arguments = new ArrayList<>();
        call.arguments().forEach(argument -> gathered.take(of(argument), arguments::add));
        if (!gathered.because.isEmpty()) {
            return new Unknown(gathered.because, gathered.secret);
        }
        return new Known(call.function().apply(arguments), gathered.secret);
    }

    /// The parts of a value, as they are evaluated.
    private static final class Gathered {

        private final Set<Reference> because = new LinkedHashSet<>();
        private boolean secret;

        void take(Evaluated part, Consumer<JsonNode> known) {
            switch (part) {
                case Known(var value, var hidden) -> {
                    secret |= hidden;
                    known.accept(value);
                }
                case Evaluated.Absent() -> {}
                case Unknown(var reasons, var hidden) -> {
                    secret |= hidden;
                    because.addAll(reasons);
                }
            }
        }

        Evaluated end(JsonNode made) {
            return because.isEmpty() ? new Known(made, secret) : new Unknown(because, secret);
        }
    }
}
