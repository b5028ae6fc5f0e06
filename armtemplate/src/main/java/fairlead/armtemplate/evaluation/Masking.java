package fairlead.armtemplate.evaluation;

import fairlead.stack.document.EvaluationException;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Keeps secrets out of messages.
final class Masking {

    private static final Pattern QUOTED = Pattern.compile("'([^']*)'");
    private static final Set<String> KINDS =
            Set.of("String", "Integer", "Float", "Boolean", "Object", "Array", "Null", "String, Array, Object");

    private Masking() {}

    /// The same exception, without the quoted parts that may be, or be made of, a value that must not be shown.
    ///
    /// @param written the expressions that were evaluated, whose words may be shown
    static EvaluationException masked(EvaluationException e, String written) {
        Matcher quoted = QUOTED.matcher(String.valueOf(e.getMessage()));
        return new EvaluationException(quoted.replaceAll(found -> Matcher.quoteReplacement(part(found, written))));
    }

    private static String part(MatchResult found, String written) {
        String part = found.group(1);
        boolean shown = KINDS.contains(part) || (!part.isEmpty() && written.contains(part));
        return shown ? found.group() : "'****'";
    }
}
