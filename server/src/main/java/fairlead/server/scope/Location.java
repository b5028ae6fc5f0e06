package fairlead.server.scope;

import java.util.Locale;
import java.util.regex.Pattern;

/// A place where resources can be.
///
/// @param name in normal form, as it is stored and returned
/// @param displayName as it was configured, for people
public record Location(String name, String displayName) {

    private static final Pattern WELL_FORMED = Pattern.compile("[A-Za-z][A-Za-z0-9 -]{0,63}");

    /// Throws [IllegalArgumentException] if the text can't name a place.
    public static Location parse(String text) {
        if (!WELL_FORMED.matcher(text).matches()) {
            throw new IllegalArgumentException("expected letters, digits and '-', found '" + text + "'");
        }
        return new Location(normal(text), text);
    }

    /// "whitespace and case ignored on input": `West US` and `westus` are the same.
    public static String normal(String text) {
        return text.replace(" ", "").toLowerCase(Locale.ROOT);
    }
}
