package fairlead.schema.text;

import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;

/// What is wrong with a text that is no JSON, for its author: without the names of the parser's classes and settings,
/// and without the text itself.
public final class JsonMistake {

    private static final Pattern SETTING =
            Pattern.compile("[,;:]? ?(from|enable|as per|bound as)? ?`[^`]*`( to allow)?");
    private static final Pattern HINT = Pattern.compile(" ?\\([^()]*[Ff]eature[^()]*\\)");
    private static final Pattern CLASS = Pattern.compile("jackson|Json[A-Z]|JsonToken|Feature|[a-z]\\.[A-Z]|`");

    private JsonMistake() {}

    /// One line.
    public static String of(JacksonException wrong) {
        String said = String.valueOf(wrong.getOriginalMessage())
                .lines()
                .findFirst()
                .orElse("")
                .replaceFirst(" \\((start marker at|for [A-Za-z]+ starting at) .*\\)", "");
        if (said.startsWith("Trailing token")) {
            return "expected nothing after the first value, found more";
        }
        String plain = SETTING.matcher(HINT.matcher(said).replaceAll("")).replaceAll("");
        return CLASS.matcher(plain).find() ? "expected JSON, found another text" : plain;
    }
}
