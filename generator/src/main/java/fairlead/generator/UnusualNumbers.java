package fairlead.generator;

import fairlead.schema.draft07.JsonType;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Numbers that programs easily lose: zero, and numbers with more digits than a small type holds.
final class UnusualNumbers {

    /// What every language's usual integer holds, unless the schema speaks of a larger one.
    private static final BigDecimal LARGE = BigDecimal.valueOf(Integer.MAX_VALUE);

    /// The largest integer that every reader of JSON keeps.
    private static final BigDecimal LARGEST = BigDecimal.valueOf((1L << 53) - 1);

    /// What a binary fraction of 64 bits keeps: no language has to keep more.
    private static final MathContext DIGITS = new MathContext(15, RoundingMode.DOWN);

    private static final BigDecimal LONG_FRACTION = new BigDecimal("1234567.890123");
    private static final BigDecimal SHARE = new BigDecimal("0.123456789");

    private UnusualNumbers() {}

    /// @param form empty where the schema says nothing
    static List<JsonNode> of(Edge edge, Optional<Form> form) {
        Optional<BigDecimal> least = form.flatMap(f -> f.numbers().least()).map(Numbers.Bound::limit);
        Optional<BigDecimal> most = form.flatMap(f -> f.numbers().most()).map(Numbers.Bound::limit);
        boolean whole = form.map(f -> !JsonType.NUMBER.in(f.types())).orElse(true);
        List<BigDecimal> numbers = new ArrayList<>();
        switch (edge) {
            case NOTHING -> {
                numbers.add(BigDecimal.ZERO);
                least.filter(limit -> limit.signum() > 0).ifPresent(numbers::add);
            }
            case MUCH -> {
                if (!whole) {
                    fractions(least, most, numbers);
                }
                BigDecimal large = isLong(form) ? LARGEST : LARGE;
                if (least.isEmpty()) {
                    numbers.add(large.negate());
                }
                numbers.add(most.orElse(large));
                least.ifPresent(numbers::add);
            }
            case WORDS -> {}
        }
        return numbers.stream().map(Numbers::node).toList();
    }

    private static boolean isLong(Optional<Form> form) {
        return form.stream()
                .flatMap(f -> f.parts().stream())
                .anyMatch(part -> part.keyword("format")
                        .filter(format -> format.asString("").equals("int64"))
                        .isPresent());
    }

    private static void fractions(Optional<BigDecimal> least, Optional<BigDecimal> most, List<BigDecimal> numbers) {
        if (least.isEmpty()) {
            numbers.add(LONG_FRACTION.negate());
        }
        if (most.isEmpty()) {
            numbers.add(LONG_FRACTION);
        }
        BigDecimal low = least.orElse(BigDecimal.ZERO);
        BigDecimal width = most.orElse(low.add(BigDecimal.TEN)).subtract(low);
        BigDecimal inside = low.add(width.multiply(SHARE)).setScale(9, RoundingMode.DOWN);
        numbers.add(inside.round(DIGITS));
    }
}
