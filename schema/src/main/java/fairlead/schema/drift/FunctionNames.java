package fairlead.schema.drift;

import fairlead.schema.text.Spelling;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The functions that an expression calls and neither JSONata nor the expression itself has. Such a call is found only
/// when it is made, and then means that the transform does not apply.
final class FunctionNames {

    /// What JSONata has.
    private static final List<String> KNOWN =
            List.of(("abs append assert average base64decode base64encode boolean ceil contains count decodeUrl"
                + " decodeUrlComponent distinct each encodeUrl encodeUrlComponent error eval exists filter floor"
                + " formatBase formatInteger formatNumber fromMillis join keys length lookup lowercase map match max"
                + " merge millis min not now number pad parseInteger power random reduce replace reverse round shuffle"
                + " sift single sort split spread sqrt string substring substringAfter substringBefore sum toMillis"
                + " trim type uppercase zip")
                    .split(" "));

    /// What other languages call them, in small letters.
    private static final Map<String, String> ELSEWHERE = Map.ofEntries(
            Map.entry("upcase", "uppercase"),
            Map.entry("upper", "uppercase"),
            Map.entry("toupper", "uppercase"),
            Map.entry("touppercase", "uppercase"),
            Map.entry("downcase", "lowercase"),
            Map.entry("lower", "lowercase"),
            Map.entry("tolower", "lowercase"),
            Map.entry("tolowercase", "lowercase"),
            Map.entry("concat", "join"),
            Map.entry("len", "length"),
            Map.entry("size", "count"),
            Map.entry("substr", "substring"),
            Map.entry("strip", "trim"),
            Map.entry("tostring", "string"),
            Map.entry("parseint", "number"),
            Map.entry("tonumber", "number"),
            Map.entry("includes", "contains"),
            Map.entry("replaceall", "replace"));

    private final String text;
    private final Set<String> called = new LinkedHashSet<>();
    private final Set<String> own = new HashSet<>();
    private int at;
    /// Whether what came last can be divided, so that a slash is no pattern's.
    private boolean operand;
    /// Whether a `~>` came last, which applies the function behind it.
    private boolean applied;

    private FunctionNames(String text) {
        this.text = text;
    }

    /// What is wrong with each; nothing if the expression is no JSONata.
    static List<String> unknown(String expression) {
        if (Transform.fault(expression).isPresent()) {
            return List.of();
        }
        FunctionNames names = new FunctionNames(expression);
        names.scan();
        List<String> unknown = new ArrayList<>();
        for (String name : names.called) {
            if (!names.own.contains(name) && !KNOWN.contains(name)) {
                unknown.add("expected a function of JSONata, found '$" + name + "', which is none; the transform has no"
                        + " effect" + Spelling.hint(meant(name).map(near -> "$" + near)));
            }
        }
        return unknown;
    }

    private static Optional<String> meant(String name) {
        String plain = name.toLowerCase(Locale.ROOT);
        return Spelling.nearest(name, KNOWN).or(() -> Optional.ofNullable(ELSEWHERE.get(plain)));
    }

    private void scan() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\'' || c == '"' || c == '`') {
                quoted(c);
            } else if (text.startsWith("/*", at)) {
                at = behind("*/", at + 2);
            } else if (c == '/' && !operand) {
                pattern();
            } else if (c == '$') {
                variable();
            } else if (Character.isJavaIdentifierStart(c) || Character.isDigit(c)) {
                word();
            } else {
                applied = text.startsWith("~>", at) || (applied && Character.isWhitespace(c));
                operand = c == ')' || c == ']' || c == '}' || (operand && Character.isWhitespace(c));
                at += text.startsWith("~>", at) ? 2 : 1;
            }
        }
    }

    private void quoted(char quote) {
        for (at++; at < text.length() && text.charAt(at) != quote; at++) {
            at += text.charAt(at) == '\\' && quote != '`' ? 1 : 0;
        }
        at++;
        taken();
    }

    private void pattern() {
        for (at++; at < text.length() && text.charAt(at) != '/'; at++) {
            at += text.charAt(at) == '\\' ? 1 : 0;
        }
        at++;
        taken();
    }

    private void variable() {
        int start = at + 1;
        at = start;
        while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at)) && text.charAt(at) != '$') {
            at++;
        }
        String name = text.substring(start, at);
        int next = behindBlanks(at);
        if (!name.isEmpty() && (applied || text.startsWith("(", next))) {
            called.add(name);
        }
        if (text.startsWith(":=", next)) {
            own.add(name);
        }
        taken();
    }

    private void word() {
        int start = at;
        while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at)) && text.charAt(at) != '$') {
            at++;
        }
        String word = text.substring(start, at);
        int open = behindBlanks(at);
        if ((word.equals("function") || word.equals("λ")) && text.startsWith("(", open)) {
            String parameters = text.substring(open + 1, Math.max(open + 1, behind(")", open) - 1));
            for (String parameter : parameters.split(",")) {
                own.add(parameter.strip().replaceFirst("^\\$", ""));
            }
        }
        taken();
        operand = !Set.of("and", "or", "in").contains(word);
    }

    private void taken() {
        operand = true;
        applied = false;
    }

    private int behind(String end, int from) {
        int found = text.indexOf(end, from);
        return found < 0 ? text.length() : found + end.length();
    }

    private int behindBlanks(int from) {
        int next = from;
        while (next < text.length() && Character.isWhitespace(text.charAt(next))) {
            next++;
        }
        return next;
    }
}
