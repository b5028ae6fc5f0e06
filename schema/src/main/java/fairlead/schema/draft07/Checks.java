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
        public boolean fits(JsonNode value, Validation validation) {
            return Values.equal(wanted, value);
        }

        @Override
        public void explain(JsonNode value, Shape shape, Validation validation) {
            if (!fits(value, validation)) {
                validation.report(shape, "const", wanted.toString(), value);
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
        public boolean fits(JsonNode value, Validation validation) {
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
        public void explain(JsonNode value, Shape shape, Validation validation) {
            if (!fits(value, validation)) {
                validation.report(shape, "enum", text(), value);
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
        public boolean fits(JsonNode value, Validation validation) {
            String text = value.stringValue();
            return fitsLength(text)
                    && (pattern == null || pattern.find(text, validation.budget()) == Budget.Answer.FOUND)
                    && (format == null || validation.trying() || format.matches(text));
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
        public void explain(JsonNode value, Shape shape, Validation validation) {
            String text = value.stringValue();
            int length = text.codePointCount(0, text.length());
            if (length < least) {
                validation.report(shape, "minLength", "at least " + least + " characters", value);
            }
            if (length > most) {
                validation.report(shape, "maxLength", "at most " + most + " characters", value);
            }
            if (pattern != null) {
                switch (pattern.find(text, validation.budget())) {
                    case FOUND -> {}
                    case NOT_FOUND -> validation.report(shape, "pattern", "a match of " + pattern.text(), value);
                    case GAVE_UP ->
                        validation.report(shape, Validation.TOO_SLOW, "a quick match of " + pattern.text(), value);
                }
            }
            if (format != null && !format.matches(text)) {
                validation.reportName(shape, "format", format.keyword(), format.expected(), value);
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
        public boolean fits(JsonNode value, Validation validation) {
            ArrayNode array = (ArrayNode) value;
            int size = array.size();
            if (size < fewest || size > most || !validation.enter()) {
                return false;
            }
            boolean fits = fitItems(array, size, validation);
            validation.leave();
            return fits
                    && (!unique || Values.unique(array))
                    && (contains == null || containsOne(contains, array, validation));
        }

        private boolean fitItems(ArrayNode array, int size, Validation validation) {
            if (each == null && rest == null && first.isEmpty()) {
                return true;
            }
            for (int i = 0; i < size; i++) {
                Shape shape = at(i);
                if (shape != null && !shape.fits(array.get(i), validation)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void explain(JsonNode array, Shape shape, Validation validation) {
            int size = array.size();
            if (size < fewest) {
                validation.report(shape, "minItems", "at least " + fewest + " items", array);
            }
            if (size > most) {
                validation.report(shape, "maxItems", "at most " + most + " items", array);
            }
            for (int i = 0; i < size; i++) {
                Shape item = at(i);
                if (item != null) {
                    validation.descend(i, item, array.get(i));
                }
            }
            if (unique && !Values.unique(array)) {
                validation.report(shape, "uniqueItems", "items that all differ", array);
            }
            if (contains != null && !containsOne(contains, array, validation)) {
                validation.report(shape, "contains", "an item that fits the schema of 'contains'", array);
            }
        }

        @Nullable
        Shape at(int index) {
            if (each != null) {
                return each;
            }
            return index < first.size() ? first.get(index) : rest;
        }

        private static boolean containsOne(Shape shape, JsonNode array, Validation validation) {
            for (int i = 0; i < array.size(); i++) {
                if (validation.tryFit(shape, array.get(i))) {
                    return true;
                }
            }
            return false;
        }
    }
}
