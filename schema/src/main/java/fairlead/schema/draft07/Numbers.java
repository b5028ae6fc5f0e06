package fairlead.schema.draft07;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.LongNode;

/// What a schema says about a number.
record Numbers(List<Bound> bounds, @Nullable BigDecimal multipleOf) implements Check {

    /// A number with more digits than this is refused by `multipleOf`, and nothing is a multiple of one: the division
    /// would take for ever.
    private static final int MOST_DIGITS = 1_000;

    /// A lower or an upper bound.
    ///
    /// @param sign 1 for a lower bound, -1 for an upper
    /// @param whole the limit as a long; only where `small` says that it is one
    record Bound(String keyword, String words, JsonNode limit, int sign, boolean exclusive, boolean small, long whole) {

        static Bound of(String keyword, String words, JsonNode limit, int sign) {
            boolean small = limit.isIntegralNumber() && limit.canConvertToLong();
            boolean exclusive = keyword.startsWith("exclusive");
            return new Bound(keyword, words, limit, sign, exclusive, small, small ? limit.longValue() : 0);
        }

        /// The limits of a format, which are told to people and choose no alternative.
        static List<Bound> ofFormat(String format) {
            return switch (format) {
                case "int32" -> List.of(format(Integer.MIN_VALUE, 1), format(Integer.MAX_VALUE, -1));
                case "int64" -> List.of(format(Long.MIN_VALUE, 1), format(Long.MAX_VALUE, -1));
                default -> List.of();
            };
        }

        private static Bound format(long limit, int sign) {
            return of("format", sign > 0 ? "at least" : "at most", LongNode.valueOf(limit), sign);
        }

        boolean isFormat() {
            return keyword.equals("format");
        }

        boolean admits(JsonNode value) {
            int order = order(value) * sign;
            return exclusive ? order > 0 : order >= 0;
        }

        private int order(JsonNode value) {
            if (small && (value.isInt() || value.isLong())) {
                return Long.compare(value.longValue(), whole);
            }
            return Values.finite(value) ? Values.compare(value, limit) : -sign;
        }
    }

    @Override
    public boolean fits(JsonNode value, Validation validation) {
        for (int i = 0; i < bounds.size(); i++) {
            if (!bounds.get(i).admits(value)
                    && !(validation.trying() && bounds.get(i).isFormat())) {
                return false;
            }
        }
        return multipleOf == null || divides(multipleOf, value);
    }

    @Override
    public void explain(JsonNode value, Shape shape, Validation validation) {
        for (Bound bound : bounds) {
            if (!bound.admits(value)) {
                validation.report(shape, bound.keyword, bound.words + " " + bound.limit, value);
            }
        }
        if (multipleOf != null && !divides(multipleOf, value)) {
            validation.report(
                    shape,
                    "multipleOf",
                    "a multiple of " + (isSmall(multipleOf) ? multipleOf.toPlainString() : multipleOf),
                    value);
        }
    }

    private static boolean divides(BigDecimal of, JsonNode number) {
        if (!Values.finite(number)) {
            return false;
        }
        BigDecimal value = number.decimalValue();
        return isSmall(value) && isSmall(of) && value.remainder(of).signum() == 0;
    }

    private static boolean isSmall(BigDecimal number) {
        return Math.abs((long) number.scale()) + number.precision() <= MOST_DIGITS;
    }
}
