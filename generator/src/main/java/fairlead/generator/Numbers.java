package fairlead.generator;

import fairlead.generator.pattern.Chance;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// The conditions of several schemas on a number.
///
/// @param least the greatest of the lower bounds
/// @param most the least of the upper bounds
/// @param step what it has to be a multiple of; the first, if there are several
record Numbers(Optional<Bound> least, Optional<Bound> most, Optional<BigDecimal> step) {

    private static final BigDecimal SPAN = BigDecimal.valueOf(1000);

    /// @param exclusive whether the limit itself is outside
    record Bound(BigDecimal limit, boolean exclusive) {}

    static Numbers of(List<Source> parts) {
        List<Bound> least = new ArrayList<>();
        List<Bound> most = new ArrayList<>();
        Optional<BigDecimal> step = Optional.empty();
        for (Source part : parts) {
            number(part, "minimum").ifPresent(n -> least.add(new Bound(n, false)));
            number(part, "exclusiveMinimum").ifPresent(n -> least.add(new Bound(n, true)));
            number(part, "maximum").ifPresent(n -> most.add(new Bound(n, false)));
            number(part, "exclusiveMaximum").ifPresent(n -> most.add(new Bound(n, true)));
            step = step.or(() -> number(part, "multipleOf").filter(n -> n.signum() > 0));
        }
        return new Numbers(
                least.stream().reduce((a, b) -> tighter(a, b, 1)),
                most.stream().reduce((a, b) -> tighter(a, b, -1)),
                step);
    }

    private static Bound tighter(Bound a, Bound b, int sign) {
        int order = a.limit.compareTo(b.limit) * sign;
        return order > 0 || (order == 0 && a.exclusive) ? a : b;
    }

    private static Optional<BigDecimal> number(Source part, String keyword) {
        return part.keyword(keyword).filter(JsonNode::isNumber).map(JsonNode::decimalValue);
    }

    boolean any() {
        return least.isPresent() || most.isPresent() || step.isPresent();
    }

    /// A number within the bounds; empty if there is none.
    Optional<JsonNode> draw(boolean whole, Size size, Chance chance) {
        BigDecimal unit = step.orElse(BigDecimal.ONE);
        boolean broken = size != Size.MINIMAL && chance.percent(60);
        if (!whole && step.isEmpty() && (broken || onlyFractions())) {
            return fraction(chance);
        }
        BigInteger low = steps(lowest(), unit, RoundingMode.CEILING, least);
        BigInteger high = steps(highest(), unit, RoundingMode.FLOOR, most);
        if (low.compareTo(high) > 0) {
            return Optional.empty();
        }
        BigInteger times = size == Size.MINIMAL ? nearest(low, high) : random(low, high, chance);
        return Optional.of(node(unit.multiply(new BigDecimal(times))));
    }

    /// Whether no whole number lies within the bounds.
    private boolean onlyFractions() {
        BigInteger low = steps(lowest(), BigDecimal.ONE, RoundingMode.CEILING, least);
        return low.compareTo(steps(highest(), BigDecimal.ONE, RoundingMode.FLOOR, most)) > 0;
    }

    private BigDecimal lowest() {
        return least.map(Bound::limit)
                .orElseGet(() -> most.map(bound -> bound.limit.subtract(SPAN).min(BigDecimal.ZERO))
                        .orElse(BigDecimal.ZERO));
    }

    private BigDecimal highest() {
        return most.map(Bound::limit)
                .orElseGet(() -> lowest().add(SPAN.max(step.orElse(SPAN).multiply(BigDecimal.TEN))));
    }

    /// The multiple of the unit that lies just within a bound.
    private static BigInteger steps(BigDecimal limit, BigDecimal unit, RoundingMode inward, Optional<Bound> bound) {
        BigInteger times = limit.divide(unit, 0, inward).toBigInteger();
        boolean outside = bound.map(Bound::exclusive).orElse(false)
                && unit.multiply(new BigDecimal(times)).compareTo(limit) == 0;
        BigInteger further = inward == RoundingMode.CEILING ? BigInteger.ONE : BigInteger.ONE.negate();
        return outside ? times.add(further) : times;
    }

    private static BigInteger nearest(BigInteger low, BigInteger high) {
        return low.signum() > 0 ? low : high.signum() < 0 ? high : BigInteger.ZERO;
    }

    private static BigInteger random(BigInteger low, BigInteger high, Chance chance) {
        int kind = chance.below(100);
        if (kind < 12) {
            return low;
        }
        if (kind < 24) {
            return high;
        }
        BigInteger few = low.add(BigInteger.valueOf(20)).min(high);
        return chance.between(low, kind < 50 ? few : high);
    }

    private Optional<JsonNode> fraction(Chance chance) {
        BigDecimal low = lowest();
        BigDecimal width = highest().subtract(low);
        if (width.signum() < 0) {
            return Optional.empty();
        }
        BigDecimal share = BigDecimal.valueOf(chance.between(1, 999), 3);
        BigDecimal exact = low.add(width.multiply(share));
        BigDecimal rounded = exact.setScale(2, RoundingMode.HALF_EVEN);
        boolean inside = rounded.compareTo(low) > 0 && rounded.compareTo(highest()) < 0;
        return Optional.of(node(inside ? rounded : exact.round(MathContext.DECIMAL64)));
    }

    /// As a parser would make it: the smallest kind of node that holds the number.
    static JsonNode node(BigDecimal number) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        BigDecimal stripped = number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
        if (stripped.scale() > 0 || stripped.precision() - (long) stripped.scale() > 40) {
            return nodes.numberNode(stripped);
        }
        BigInteger whole = stripped.toBigIntegerExact();
        return whole.bitLength() < Integer.SIZE
                ? nodes.numberNode(whole.intValue())
                : whole.bitLength() < Long.SIZE ? nodes.numberNode(whole.longValue()) : nodes.numberNode(whole);
    }
}
