package fairlead.armtemplate;

import fairlead.stack.document.Expression;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/// What expressions are made of.
final class Secrets {

    private Secrets() {}

    /// Whether a part of what is known must not be shown.
    static boolean in(Expression expression) {
        boolean[] found = {false};
        values(expression, value -> found[0] |= value.secret());
        return found[0];
    }

    /// The parameters that it is made of.
    static Set<String> inputs(Expression expression) {
        Set<String> inputs = new TreeSet<>();
        values(expression, value -> inputs.addAll(value.inputs()));
        return inputs;
    }

    private static void values(Expression expression, Consumer<Expression.Value> visitor) {
        switch (expression) {
            case Expression.Value value -> visitor.accept(value);
            case Expression.Absent(), Expression.Reference _ -> {}
            case Expression.Call call -> call.arguments().forEach(argument -> values(argument, visitor));
            case Expression.ObjectOf(var members) -> members.values().forEach(member -> values(member, visitor));
            case Expression.ArrayOf(var items) -> items.forEach(item -> values(item, visitor));
        }
    }
}
