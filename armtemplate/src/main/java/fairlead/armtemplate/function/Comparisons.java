package fairlead.armtemplate.function;

import static fairlead.armtemplate.function.Library.add;
import static fairlead.armtemplate.function.Values.bool;

import java.util.Locale;
import java.util.function.IntPredicate;
import tools.jackson.databind.JsonNode;

/// Functions that compare, and those of booleans that look at all of their arguments.
final class Comparisons {

    private Comparisons() {}

    static void register() {
        add("equals", 2, a -> bool(Values.same(a.get(0), a.get(1))));
        add("less", 2, a -> compared(a, order -> order < 0));
        add("lessOrEquals", 2, a -> compared(a, order -> order <= 0));
        add("greater", 2, a -> compared(a, order -> order > 0));
        add("greaterOrEquals", 2, a -> compared(a, order -> order >= 0));
        add("not", 1, a -> bool(!a.bool(0)));
        add("bool", 1, Comparisons::converted);
        add("true", 0, a -> bool(true));
        add("false", 0, a -> bool(false));
        add("null", 0, a -> Values.NODES.nullNode());
    }

    private static JsonNode compared(Arguments a, IntPredicate order) {
        JsonNode one = a.get(0);
        JsonNode other = a.get(1);
        if (one.isNumber() && other.isNumber()) {
            return bool(order.test(one.decimalValue().compareTo(other.decimalValue())));
        }
        if (one.isString() && other.isString()) {
            return bool(order.test(one.stringValue().compareTo(other.stringValue())));
        }
        throw a.fault("both arguments have to be of type 'Integer', or both of type 'String'. They are of types '"
                + Values.kind(one) + "' and '" + Values.kind(other) + "'");
    }

    private static JsonNode converted(Arguments a) {
        JsonNode value = a.get(0);
        if (value.isBoolean()) {
            return value;
        }
        if (value.isNumber()) {
            return bool(a.whole(0) != 0);
        }
        return switch (a.text(0).strip().toLowerCase(Locale.ROOT)) {
            case "true", "1" -> bool(true);
            case "false", "0" -> bool(false);
            default -> throw a.fault("the value '" + a.text(0) + "' can't be converted to a boolean");
        };
    }
}
