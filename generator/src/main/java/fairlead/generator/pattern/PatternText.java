package fairlead.generator.pattern;

import java.util.Optional;

/// Texts for one regular expression.
public final class PatternText {

    private final Node root;

    private PatternText(Node root) {
        this.root = root;
    }

    /// Reads an expression; empty if it has something that no text can be built for, such as an empty class.
    public static Optional<PatternText> of(String expression) {
        try {
            return Optional.of(new PatternText(new Parser(expression).parse()));
        } catch (IllegalArgumentException | IndexOutOfBoundsException | StackOverflowError e) {
            return Optional.empty();
        }
    }

    /// How a text is built.
    public enum Style {
        /// Of letters and digits where the expression leaves the choice.
        PLAIN,
        /// Of any characters that the expression admits.
        WILD,
        /// Plain, and what the expression looks ahead to is written out, with the rest behind it.
        AHEAD,
        /// Plain, and what the expression looks ahead to is written out in place of the rest.
        AHEAD_ONLY
    }

    /// How short a match can be, in code points, if nothing looks around.
    public int least() {
        return root.least();
    }

    /// How long a match can be, in code points; a very large number if there is no limit.
    public int most() {
        return root.most();
    }

    /// A text of about the wanted length that probably matches.
    public String write(int length, Style style, Chance chance) {
        return new Writer(style, chance).write(root, length);
    }
}
