package fairlead.schema.arn;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The values of a template's labels in a text.
///
/// No end of a value is tried twice, so the steps grow with the length of the text: the caller who asks for an ARN
/// chooses the text, and a regular expression would take a power of its length that grows with the labels.
///
/// @param literals what stands before, between and behind the labels
/// @param places for each label, whether it stands for a part of the place, which has no colon
record LabelValues(List<String> literals, List<Boolean> places) {

    /// With values that have neither a slash nor a colon, as long as possible.
    Optional<List<String>> strict(String text) {
        return new Search(this, text, true).values();
    }

    /// With any values, as short as possible.
    Optional<List<String>> loose(String text) {
        return new Search(this, text, false).values();
    }

    private static final class Search {

        private final LabelValues template;
        private final String text;
        private final boolean strict;
        private final List<String> values = new ArrayList<>();

        /// For each label, by the furthest end that its value could have: behind which place no end is the right one.
        private final List<Map<Integer, Integer>> wrong = new ArrayList<>();

        Search(LabelValues template, String text, boolean strict) {
            this.template = template;
            this.text = text;
            this.strict = strict;
            template.literals.forEach(_ -> wrong.add(new HashMap<>()));
        }

        Optional<List<String>> values() {
            return fits(0, 0) ? Optional.of(List.copyOf(values)) : Optional.empty();
        }

        /// Whether the text from there on is that literal and all that follows it.
        private boolean fits(int literal, int at) {
            if (!text.startsWith(template.literals.get(literal), at)) {
                return false;
            }
            int begin = at + template.literals.get(literal).length();
            return literal == template.places.size() ? begin == text.length() : isValueFound(literal, begin);
        }

        private boolean isValueFound(int label, int begin) {
            boolean place = template.places.get(label);
            boolean longest = strict || place;
            int furthest = end(begin, place);
            int most = wrong.get(label).getOrDefault(furthest, furthest);
            for (int length = 1; length <= most - begin; length++) {
                int end = longest ? most + 1 - length : begin + length;
                if (fits(label + 1, end)) {
                    values.addFirst(text.substring(begin, end));
                    return true;
                }
            }
            wrong.get(label).merge(furthest, begin, Math::min);
            return false;
        }

        private int end(int begin, boolean place) {
            int colon = strict || place ? text.indexOf(':', begin) : -1;
            int slash = strict && !place ? text.indexOf('/', begin) : -1;
            int end = colon < 0 ? text.length() : colon;
            return slash < 0 ? end : Math.min(end, slash);
        }
    }
}
