package fairlead.generator;

import fairlead.generator.pattern.Chance;
import fairlead.generator.pattern.PatternText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The conditions of several schemas on a string.
///
/// @param least how many code points at least
/// @param most how many code points at most
/// @param patterns the expressions that can be written; all of them have to match
/// @param restricted whether there are any expressions at all
/// @param formats the names of formats
record Texts(int least, int most, List<PatternText> patterns, boolean restricted, List<String> formats) {

    private static final int TRIES = 80;

    /// No text is made longer than this unless it has to be.
    private static final int LONG = 1024;

    private static final int USUAL = 12;

    static Texts of(List<Source> parts) {
        int least = 0;
        int most = Integer.MAX_VALUE;
        List<String> expressions = new ArrayList<>();
        List<String> formats = new ArrayList<>();
        for (Source part : parts) {
            least = Math.max(least, part.count("minLength", 0));
            most = Math.min(most, part.count("maxLength", Integer.MAX_VALUE));
            part.keyword("pattern").map(node -> node.asString("")).ifPresent(expressions::add);
            part.keyword("format").map(node -> node.asString("")).ifPresent(formats::add);
        }
        List<PatternText> patterns =
                expressions.stream().flatMap(e -> PatternText.of(e).stream()).toList();
        return new Texts(least, most, patterns, !expressions.isEmpty(), List.copyOf(formats));
    }

    boolean any() {
        return restricted || least > 0 || most < Integer.MAX_VALUE || !formats.isEmpty();
    }

    /// A text that passes the test, which is the schema's; empty if none was found.
    Optional<String> draw(Size size, Chance chance, Predicate<String> test) {
        if (least > most) {
            return Optional.empty();
        }
        boolean edges = size != Size.MINIMAL && chance.percent(15);
        for (int i = 0; i < TRIES; i++) {
            String text = candidate(i, i < 2 && edges, size, chance);
            if (test.test(text)) {
                return Optional.of(text);
            }
        }
        return Optional.empty();
    }

    private String candidate(int attempt, boolean edge, Size size, Chance chance) {
        Optional<String> formatted =
                formats.isEmpty() || attempt % 2 == 1 ? Optional.empty() : Samples.of(formats.getFirst(), chance);
        if (formatted.isPresent()) {
            return formatted.get();
        }
        if (!patterns.isEmpty() && attempt % 10 != 9) {
            return patterned(patterns.get(attempt % patterns.size()), attempt, edge, size, chance);
        }
        int length = length(least, most, attempt / 8, edge, size, chance);
        return restricted && attempt % 4 > 0
                ? Samples.odd(attempt, length, chance)
                : Samples.text(length, edge, size, chance);
    }

    private String patterned(PatternText pattern, int attempt, boolean edge, Size size, Chance chance) {
        int low = Math.max(least, pattern.least());
        int high = Math.max(low, Math.min(most, pattern.most()));
        int length = length(low, high, attempt / 4, edge, size, chance);
        String text = pattern.write(length, style(attempt, edge), chance);
        int missing = least - text.codePointCount(0, text.length());
        if (missing <= 0) {
            return text;
        }
        String more = Samples.letters(missing, chance);
        return attempt % 2 == 0 ? text + more : more + text;
    }

    private static PatternText.Style style(int attempt, boolean edge) {
        if (edge) {
            return PatternText.Style.WILD;
        }
        return switch (attempt % 6) {
            case 2 -> PatternText.Style.AHEAD_ONLY;
            case 4 -> PatternText.Style.AHEAD;
            case 5 -> PatternText.Style.WILD;
            default -> PatternText.Style.PLAIN;
        };
    }

    /// @param effort how often it has not worked; a little more is tried then
    private static int length(int low, int high, int effort, boolean edge, Size size, Chance chance) {
        int top = Math.max(low, Math.min(high, LONG));
        if (edge) {
            return chance.percent(50) ? low : top == high ? top : Math.min(top, low + USUAL);
        }
        int wish = size == Size.MINIMAL ? low : low + chance.below(USUAL);
        return Math.min(top, wish + effort * (1 + chance.below(4)));
    }
}
