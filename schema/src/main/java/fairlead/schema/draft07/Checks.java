package fairlead.schema.draft07;

import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The keywords about strings, numbers, arrays and any value, one record each.
final class Checks {

    /// A number with more digits than this is refused by `multipleOf`: the division would take for ever.
    private static final int MOST_DIGITS = 1_000;

    private Checks() {}

    record Constant(JsonNode wanted) implements Check {
        @Override
        public void check(JsonNode value, Walk walk) {
            if (!Values.equal(wanted, value)) {
                walk.report("const", wanted.toString(), value);
            }
        }
    }

    record Enumeration(List<JsonNode> wanted) implements Check {
        @Override
        public void check(JsonNode value, Walk walk) {
            for (JsonNode one : wanted) {
                if (Values.equal(one, value)) {
                    return;
                }
            }
            walk.report("enum", text(), value);
        }

        private String text() {
            int shown = Math.min(wanted.size(), 12);
            StringBuilder text = new StringBuilder("one of ");
            for (int i = 0; i < shown; i++) {
                text.append(i == 0 ? "" : ", ").append(wanted.get(i));
            }
            return text.append(shown < wanted.size() ? ", …" : "").toString();
        }
    }

    record Length(int least, int most) implements Check {
        @Override
        public void check(JsonNode value, Walk walk) {
            String text = value.stringValue();
            int units = text.length();
            // Between half of it and all of it are code points: most texts need no count.
            if (units <= most && units >= 2L * least) {
                return;
            }
            int length = text.codePointCount(0, units);
            if (length < least) {
                walk.report("minLength", "at least " + least + " characters", value);
            }
            if (length > most) {
                walk.report("maxLength", "at most " + most + " characters", value);
            }
        }
    }

    record Matches(Pattern pattern) implements Check {
        @Override
        public void check(JsonNode value, Walk walk) {
            switch (walk.budget().find(pattern, value.stringValue())) {
                case FOUND -> {}
                case NOT_FOUND -> walk.report("pattern", "a match of " + pattern.pattern(), value);
                case GAVE_UP -> walk.report("pattern-too-slow", "a quick match of " + pattern.pattern(), value);
            }
        }
    }

    record Formatted(Format format) implements Check {
        @Override
        public void check(JsonNode value, Walk walk) {
            if (!format.matches(value.stringValue())) {
                walk.report("format", format.expected(), value);
            }
        }
    }

    record Bound(String keyword, String words, JsonNode limit, boolean lower, boolean exclusive) implements Check {
        @Override
        public void check(JsonNode value, Walk walk) {
            int order = Values.finite(value) ? Values.compare(value, limit) : (lower ? -1 : 1);
            boolean inside = lower ? order > 0 : order < 0;
            if (!inside && (exclusive || order != 0)) {
                walk.report(keyword, words + " " + limit, value);
            }
        }
    }

    record Multiple(BigDecimal of) implements Check {
        @Override
        public void check(JsonNode value, Walk walk) {
            if (!Values.finite(value) || !divides(value.decimalValue())) {
                walk.report("multipleOf", "a multiple of " + of.toPlainString(), value);
            }
        }

        private boolean divides(BigDecimal value) {
            boolean small = Math.abs((long) value.scale()) + value.precision() <= MOST_DIGITS;
            return small && value.remainder(of).signum() == 0;
        }
    }

    record Items(
            int fewest,
            int most,
            boolean unique,
            @Nullable Shape each,
            List<Shape> first,
            @Nullable Shape rest,
            @Nullable Shape contains)
            implements Check {

        @Override
        public void check(JsonNode array, Walk walk) {
            int size = array.size();
            if (size < fewest) {
                walk.report("minItems", "at least " + fewest + " items", array);
            }
            if (size > most) {
                walk.report("maxItems", "at most " + most + " items", array);
            }
            for (int i = 0; i < size; i++) {
                Shape shape = at(i);
                if (shape != null) {
                    walk.descend(i, shape, array.get(i));
                }
            }
            if (unique && !Values.unique(array)) {
                walk.report("uniqueItems", "items that all differ", array);
            }
            if (contains != null && !contains(contains, array, walk)) {
                walk.report("contains", "an item that fits the schema of 'contains'", array);
            }
        }

        private @Nullable Shape at(int index) {
            if (each != null) {
                return each;
            }
            return index < first.size() ? first.get(index) : rest;
        }

        private static boolean contains(Shape shape, JsonNode array, Walk walk) {
            for (JsonNode item : array) {
                if (walk.attempt(shape, item).isEmpty()) {
                    return true;
                }
            }
            return false;
        }
    }
}
