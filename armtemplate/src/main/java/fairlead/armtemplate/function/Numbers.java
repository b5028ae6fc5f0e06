package fairlead.armtemplate.function;

import static fairlead.armtemplate.function.Library.ANY;
import static fairlead.armtemplate.function.Library.add;
import static fairlead.armtemplate.function.Values.integer;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongBinaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/// Functions of whole numbers, which have 64 bits.
final class Numbers {

    private static final int LONGEST_RANGE = 10_000;

    private Numbers() {}

    static void register() {
        add("add", 2, a -> calculated(a, Math::addExact));
        add("sub", 2, a -> calculated(a, Math::subtractExact));
        add("mul", 2, a -> calculated(a, Math::multiplyExact));
        add("div", 2, a -> divided(a, Math::divideExact));
        add("mod", 2, a -> divided(a, (x, y) -> y == -1 ? 0 : x % y));
        add("int", 1, Numbers::whole);
        add("float", 1, Numbers::decimal);
        add("min", 1, ANY, a -> extreme(a, Math::min));
        add("max", 1, ANY, a -> extreme(a, Math::max));
        add("range", 2, Numbers::range);
    }

    private static JsonNode calculated(Arguments a, LongBinaryOperator operator) {
        try {
            return integer(operator.applyAsLong(a.whole(0), a.whole(1)));
        } catch (ArithmeticException e) {
            throw a.fault("the result for '" + a.whole(0) + "' and '" + a.whole(1) + "' has more than 64 bits");
        }
    }

    private static JsonNode divided(Arguments a, LongBinaryOperator operator) {
        if (a.whole(1) == 0) {
            throw a.fault("the divisor must not be '0'");
        }
        return calculated(a, operator);
    }

    private static JsonNode whole(Arguments a) {
        JsonNode value = a.get(0);
        if (value.isNumber()) {
            return integer(a.whole(0));
        }
        if (!value.isString()) {
            throw a.wrong(0, "String, Integer, Float");
        }
        String digits = value.stringValue().strip();
        try {
            return integer(Long.parseLong(digits));
        } catch (NumberFormatException e) {
            throw a.fault("the value '" + value.stringValue() + "' can't be converted to an integer");
        }
    }

    private static JsonNode decimal(Arguments a) {
        JsonNode value = a.get(0);
        if (value.isNumber()) {
            return Values.number(value.decimalValue());
        }
        String digits = a.text(0).strip();
        if (!digits.matches("[-+]?[0-9]{0,100}\\.?[0-9]{0,100}(?:[eE][-+]?[0-9]{1,3})?")) {
            throw a.fault("the value '" + a.text(0) + "' can't be converted to a number");
        }
        try {
            return Values.number(new BigDecimal(digits));
        } catch (NumberFormatException e) {
            throw a.fault("the value '" + a.text(0) + "' can't be converted to a number");
        }
    }

    private static JsonNode extreme(Arguments a, LongBinaryOperator operator) {
        Arguments numbers = a;
        if (a.count() == 1 && a.get(0).isArray()) {
            List<JsonNode> items = new ArrayList<>();
            a.get(0).forEach(items::add);
            numbers = new Arguments(a.function(), items);
            if (items.isEmpty()) {
                throw a.fault("the array must not be empty");
            }
        }
        long found = numbers.whole(0);
        for (int i = 1; i < numbers.count(); i++) {
            found = operator.applyAsLong(found, numbers.whole(i));
        }
        return integer(found);
    }

    private static JsonNode range(Arguments a) {
        long start = a.whole(0);
        long count = a.whole(1);
        if (count < 0 || count > LONGEST_RANGE) {
            throw a.fault("the count has to be between '0' and '" + LONGEST_RANGE + "', it is '" + count + "'");
        }
        if (start < Integer.MIN_VALUE || start + count > Integer.MAX_VALUE) {
            throw a.fault("the sum of start '" + start + "' and count '" + count + "' must not exceed '"
                    + Integer.MAX_VALUE + "'");
        }
        ArrayNode made = Values.array();
        for (long i = start; i < start + count; i++) {
            made.add(integer(i));
        }
        return made;
    }
}
