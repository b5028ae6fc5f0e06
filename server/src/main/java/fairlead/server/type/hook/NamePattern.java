package fairlead.server.type.hook;

import fairlead.schema.TypeName;
import java.util.Optional;
import java.util.regex.Pattern;

/// The name of a type, in which `*` stands for any characters and `?` for one.
///
/// @param text as it was written
record NamePattern(String text, Pattern pattern) {

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9*?:_]{1,204}");

    /// Empty if no type can have such a name.
    static Optional<NamePattern> parse(String text) {
        if (!FORM.matcher(text).matches()) {
            return Optional.empty();
        }
        String expression = text.replaceAll("\\*+", "*").replace("*", ".*").replace("?", ".");
        return Optional.of(new NamePattern(text, Pattern.compile(expression)));
    }

    boolean matches(TypeName name) {
        return pattern.matcher(name.toString()).matches();
    }
}
