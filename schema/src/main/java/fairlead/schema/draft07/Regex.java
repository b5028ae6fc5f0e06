package fairlead.schema.draft07;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// A pattern of a schema, compiled.
final class Regex {

    /// So many steps are less work than counting them.
    private static final double FEW_STEPS = 100_000;

    private final String text;
    private final Pattern pattern;
    private final int uncounted;

    private Regex(String text, Pattern pattern, int uncounted) {
        this.text = text;
        this.pattern = pattern;
        this.uncounted = uncounted;
    }

    /// @throws PatternSyntaxException if it is no regular expression in either dialect; see [Dialect]
    static Regex compile(String text) {
        Dialect.Translation translation = Dialect.translate(text);
        try {
            return new Regex(text, Pattern.compile(translation.pattern()), uncounted(translation.effort()));
        } catch (PatternSyntaxException e) {
            return new Regex(text, Pattern.compile(text), 0);
        }
    }

    /// As the author wrote it.
    String text() {
        return text;
    }

    /// As it is looked for.
    Pattern java() {
        return pattern;
    }

    /// Whether the pattern occurs in the text; the pattern itself has to be anchored to match all of it.
    Budget.Answer find(String text, Budget budget) {
        return text.length() <= uncounted ? Budget.findUncounted(pattern, text) : budget.find(pattern, text);
    }

    /// The length up to which any text is decided in few steps.
    private static int uncounted(StepLimit effort) {
        int length = 0;
        while (length < 1024 && effort.steps(length + 1) <= FEW_STEPS) {
            length = length == 0 ? 1 : length * 2;
        }
        return length;
    }
}
