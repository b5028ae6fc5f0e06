package fairlead.armtemplate.limit;

import fairlead.armtemplate.function.Values;
import fairlead.stack.document.Expression;

/// How large expressions are, in characters and items.
public final class Sizes {

    private Sizes() {}

    /// Counted no further than a limit.
    public static long of(Expression expression, long limit) {
        return switch (expression) {
            case Expression.Value(var value, var _, var _) -> Values.size(value, limit);
            case Expression.Absent(), Expression.Call _, Expression.Reference _ -> 1;
            case Expression.ObjectOf(var members) -> sum(members.values(), limit);
            case Expression.ArrayOf(var items) -> sum(items, limit);
        };
    }

    private static long sum(Iterable<Expression> parts, long limit) {
        long size = 1;
        for (Expression part : parts) {
            if (size > limit) {
                break;
            }
            size += 1 + of(part, limit - size);
        }
        return size;
    }
}
