package fairlead.schema.draft07;

import fairlead.schema.text.KeyedHash;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// JSON values compared by value: `1` equals `1.0`, members have no order, `1` is not `true`.
public final class Values {

    private static final int FEW = 8;

    private Values() {}

    public static boolean equal(JsonNode a, JsonNode b) {
        if (a.getNodeType() != b.getNodeType()) {
            return false;
        }
        return switch (a.getNodeType()) {
            case NUMBER -> equalNumbers(a, b);
            case OBJECT -> equalObjects(a, b);
            case ARRAY -> equalArrays(a, b);
            case STRING -> a.stringValue().equals(b.stringValue());
            case BOOLEAN, NULL, BINARY, MISSING, POJO -> a.equals(b);
        };
    }

    /// Equal values have equal hashes, which mean nothing outside of this process: values are of callers.
    public static int hash(JsonNode value) {
        return switch (value.getNodeType()) {
            case NUMBER -> hashOfNumber(value);
            case OBJECT -> {
                int sum = 1;
                for (Map.Entry<String, JsonNode> member : value.properties()) {
                    sum += KeyedHash.of(KeyedHash.of(member.getKey()), hash(member.getValue()));
                }
                yield sum;
            }
            case ARRAY -> {
                int hash = 7;
                for (JsonNode item : value) {
                    hash = KeyedHash.of(hash, hash(item));
                }
                yield hash;
            }
            case STRING -> KeyedHash.of(value.stringValue());
            case BOOLEAN, NULL, BINARY, MISSING, POJO -> value.hashCode();
        };
    }

    /// Whether no two items are equal.
    public static boolean unique(JsonNode array) {
        int size = array.size();
        if (size > FEW) {
            HashSet<ByValue> seen = new HashSet<>(size * 2);
            for (JsonNode item : array) {
                if (!seen.add(new ByValue(item))) {
                    return false;
                }
            }
            return true;
        }
        for (int i = 1; i < size; i++) {
            for (int j = 0; j < i; j++) {
                if (equal(array.get(i), array.get(j))) {
                    return false;
                }
            }
        }
        return true;
    }

    /// Whether a number has no fractional part: `1.0` is an integer.
    public static boolean integral(JsonNode number) {
        if (number.isIntegralNumber()) {
            return true;
        }
        if (!finite(number)) {
            return false;
        }
        BigDecimal value = number.decimalValue();
        return value.signum() == 0 || value.stripTrailingZeros().scale() <= 0;
    }

    static int compare(JsonNode a, JsonNode b) {
        if (a.canConvertToLong() && b.canConvertToLong() && a.isIntegralNumber() && b.isIntegralNumber()) {
            return Long.compare(a.longValue(), b.longValue());
        }
        return a.decimalValue().compareTo(b.decimalValue());
    }

    static boolean finite(JsonNode number) {
        return !(number.isDouble() || number.isFloat()) || Double.isFinite(number.doubleValue());
    }

    private static boolean equalNumbers(JsonNode a, JsonNode b) {
        if (!finite(a) || !finite(b)) {
            return a.equals(b);
        }
        return compare(a, b) == 0;
    }

    private static int hashOfNumber(JsonNode number) {
        if (number.isIntegralNumber() && number.canConvertToLong()) {
            return KeyedHash.of(number.longValue());
        }
        if (!finite(number)) {
            return number.hashCode();
        }
        BigDecimal value = number.decimalValue().stripTrailingZeros();
        boolean mayBeLong = value.scale() <= 0 && value.precision() - (long) value.scale() <= 19;
        return mayBeLong && value.toBigInteger().bitLength() < Long.SIZE
                ? KeyedHash.of(value.longValue())
                : KeyedHash.of(KeyedHash.of(value.unscaledValue().toByteArray()), value.scale());
    }

    private static boolean equalObjects(JsonNode a, JsonNode b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (Map.Entry<String, JsonNode> member : a.properties()) {
            JsonNode other = b.get(member.getKey());
            if (other == null || !equal(member.getValue(), other)) {
                return false;
            }
        }
        return true;
    }

    private static boolean equalArrays(JsonNode a, JsonNode b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (int i = 0; i < a.size(); i++) {
            if (!equal(a.get(i), b.get(i))) {
                return false;
            }
        }
        return true;
    }

    private record ByValue(JsonNode value) {

        @Override
        public boolean equals(Object other) {
            return other instanceof ByValue(JsonNode that) && equal(value, that);
        }

        @Override
        public int hashCode() {
            return hash(value);
        }
    }
}
