package fairlead.schema.draft07;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Patterns of schemas as `java.util.regex` has them, for those who look into them.
public final class JavaPattern {

    private JavaPattern() {}

    /// The pattern that models are held against; empty if there is none in either dialect.
    public static Optional<Pattern> of(String text) {
        try {
            return Optional.of(Regex.compile(text).java());
        } catch (PatternSyntaxException | StackOverflowError none) {
            return Optional.empty();
        }
    }
}
