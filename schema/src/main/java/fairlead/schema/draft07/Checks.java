package fairlead.schema.draft07;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/// The keywords about strings, arrays and any value.
final class Checks {

    private Checks() {}

    record Constant(JsonNode wanted) implements Check {
        @Override
        public boolean fits(JsonNode value, Walk walk) {
            return Values.equal(wanted, value);
        }

        @Override
        public void explain(JsonNode value, Shape shape, Walk walk) {
            if (!fits(value, walk)) {
                walk.report(shape, "const", wanted.toString(), value);
            }
        }
    }

    /// @param texts the strings among the wanted values: most enumerations are of nothing else
    record Enumeration(List<JsonNode> wanted, Set<String> texts) implements Check {

        static Enumeration of(List<JsonNode> wanted) {
            Set<String> texts = new HashSet<>();
            wanted.stream().filter(JsonNode::isString).forEach(node -> texts.add(node.stringValue()));
            return new Enumeration(List.copyOf(wanted), Set.copyOf(texts));
        }

        @Override
        public boolean fits(JsonNode value, Walk walk) {
            if (value.isString()) {
                return texts.contains(value.stringValue());
            }
            if (texts.size() == wanted.size()) {
                return false;
            }
            for (JsonNode one : wanted) {
                if (Values.equal(one, value)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public void explain(JsonNode value, Shape shape, Walk walk) {
            if (!fits(value, walk)) {
                walk.report(shape, "enum", text(), value);
            }
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

    /// What a schema says about a string.
    record Text(
            int least,
            int most,
            @Nullable Regex pattern,
            @Nullable Format format) implements Check {

        @Override
        public boolean fits(JsonNode value, Walk walk) {
            String text = value.stringValue();
            return fitsLength(text)
                    && (pattern == null || pattern.find(text, walk.budget()) == Budget.Answer.FOUND)
                    && (format == null || walk.trying() || format.matches(text));
        }

        private boolean fitsLength(String text) {
            int units = text.length();
            // Between half of it and all of it are code points: most texts need no count.
            if (units <= most && units >= 2L * least) {
                return true;
            }
            int length = text.codePointCount(0, units);
            return length >= least && length <= most;
        }

        @Override
        public void explain(JsonNode value, Shape shape, Walk walk) {
            String text = value.stringValue();
            int length = text.codePointCount(0, text.length());
            if (length < least) {
                walk.report(shape, "minLength", "at least " + least + " characters", value);
            }
            if (length > most) {
                walk.report(shape, "maxLength", "at most " + most + " characters", value);
            }
            if (pattern != null) {
                switch (pattern.find(text, walk.budget())) {
                    case FOUND -> {}
                    case NOT_FOUND -> walk.report(shape, "pattern", "a match of " + pattern.text(), value);
                    case GAVE_UP -> walk.report(shape, Walk.TOO_SLOW, "a quick match of " + pattern.text(), value);
                }
            }
            if (format != null && !format.matches(text)) {
                walk.reportName(shape, "format", format.keyword(), format.expected(), value);
            }
        }
    }

    /// What a schema says about a list.
    ///
    /// @param each the schema of every item; null where `items` is absent or lists schemas by position
    /// @param rest the schema of the items behind the `first`
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
        public boolean fits(JsonNode value, Walk walk) {
            ArrayNode array = (ArrayNode) value;
            int size = array.size();
            if (size < fewest || size > most || !walk.enter()) {
                return false;
            }
            boolean fits = fitItems(array, size, walk);
            walk.leave();
            return fits
                    && (!unique || Values.unique(array))
                    && (contains == null || containsOne(contains, array, walk));
        }

        private boolean fitItems(ArrayNode array, int size, Walk walk) {
            if (each == null && rest == null && first.isEmpty()) {
                return true;
            }
            for (int i = 0; i < size; i++) {
                Shape shape = at(i);
                if (shape != null && !shape.fits(array.get(i), walk)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void explain(JsonNode array, Shape shape, Walk walk) {
            int size = array.size();
            if (size < fewest) {
                walk.report(shape, "minItems", "at least " + fewest + " items", array);
            }
            if (size > most) {
                walk.report(shape, "maxItems", "at most " + most + " items", array);
            }
            for (int i = 0; i < size; i++) {
                Shape item = at(i);
                if (item != null) {
                    walk.descend(i, item, array.get(i));
                }
            }
            if (unique && !Values.unique(array)) {
                walk.report(shape, "uniqueItems", "items that all differ", array);
            }
            if (contains != null && !containsOne(contains, array, walk)) {
                walk.report(shape, "contains", "an item that fits the schema of 'contains'", array);
            }
        }

        @Nullable
        Shape at(int index) {
            if (each != null) {
                return each;
            }
            return index < first.size() ? first.get(index) : rest;
        }

        private static boolean containsOne(Shape shape, JsonNode array, Walk walk) {
            for (int i = 0; i < array.size(); i++) {
                if (walk.tryFit(shape, array.get(i))) {
                    return true;
                }
            }
            return false;
        }
    }
}
