package fairlead.schema.draft07;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Translates a schema's pattern from ECMA-262 to `java.util.regex`.
///
/// JSON Schema has ECMA-262 regular expressions, but authors write and check resource types with those of Java. A
/// construct that only one of the two knows keeps its meaning there (`\p{IsGreek}`, possessive repetitions, `\A`
/// and `\Z`, inline flags; `[^]`, code points in braces, `\cj`). A construct that both know and read differently
/// means what ECMA-262 says: `$` is the very end, `\s` all white space, `[` within a class itself. Characters are
/// code points, never halves of them.
final class Dialect {

    private static final String SPACE = "\\t\\n\\x0B\\f\\r\\x{FEFF}\\x{2028}\\x{2029}\\p{Zs}";
    private static final Pattern MULTILINE = Pattern.compile("\\(\\?[a-zA-Z]*m");

    /// Names of properties that only ECMA-262 has.
    private static final Map<String, String> PROPERTIES = Map.ofEntries(
            Map.entry("Letter", "L"),
            Map.entry("Cased_Letter", "LC"),
            Map.entry("Uppercase_Letter", "Lu"),
            Map.entry("Lowercase_Letter", "Ll"),
            Map.entry("Titlecase_Letter", "Lt"),
            Map.entry("Modifier_Letter", "Lm"),
            Map.entry("Other_Letter", "Lo"),
            Map.entry("Mark", "M"),
            Map.entry("Nonspacing_Mark", "Mn"),
            Map.entry("Spacing_Mark", "Mc"),
            Map.entry("Enclosing_Mark", "Me"),
            Map.entry("Number", "N"),
            Map.entry("Decimal_Number", "Nd"),
            Map.entry("digit", "Nd"),
            Map.entry("Letter_Number", "Nl"),
            Map.entry("Other_Number", "No"),
            Map.entry("Punctuation", "P"),
            Map.entry("punct", "P"),
            Map.entry("Connector_Punctuation", "Pc"),
            Map.entry("Dash_Punctuation", "Pd"),
            Map.entry("Open_Punctuation", "Ps"),
            Map.entry("Close_Punctuation", "Pe"),
            Map.entry("Initial_Punctuation", "Pi"),
            Map.entry("Final_Punctuation", "Pf"),
            Map.entry("Other_Punctuation", "Po"),
            Map.entry("Symbol", "S"),
            Map.entry("Math_Symbol", "Sm"),
            Map.entry("Currency_Symbol", "Sc"),
            Map.entry("Modifier_Symbol", "Sk"),
            Map.entry("Other_Symbol", "So"),
            Map.entry("Separator", "Z"),
            Map.entry("Space_Separator", "Zs"),
            Map.entry("Line_Separator", "Zl"),
            Map.entry("Paragraph_Separator", "Zp"),
            Map.entry("Other", "C"),
            Map.entry("Control", "Cc"),
            Map.entry("Format", "Cf"),
            Map.entry("Unassigned", "Cn"));

    private final String from;
    private final boolean multiline;
    private final StringBuilder to = new StringBuilder();
    private int at;
    private boolean refersBack;

    private Dialect(String from) {
        this.from = from;
        this.multiline = MULTILINE.matcher(from).find();
    }

    record Translation(String pattern, StepLimit effort) {}

    static Translation translate(String pattern) {
        Dialect dialect = new Dialect(pattern);
        StepLimit effort = dialect.alternatives();
        while (dialect.at < pattern.length()) {
            // A parenthesis that closes nothing: java.util.regex will say so.
            dialect.take(1);
            effort = effort.and(dialect.alternatives());
        }
        boolean bounded = effort.bounded() && !dialect.refersBack;
        return new Translation(dialect.to.toString(), new StepLimit(effort.open(), effort.fixed(), bounded));
    }

    /// Everything up to the end of the group.
    private StepLimit alternatives() {
        StepLimit effort = StepLimit.NONE;
        int bars = 0;
        while (at < from.length() && from.charAt(at) != ')') {
            if (from.charAt(at) == '|') {
                bars++;
                take(1);
            } else {
                effort = effort.and(repeated(atom()));
            }
        }
        return bars == 0 ? effort : effort.and(new StepLimit(0, bars + 1, true));
    }

    private StepLimit atom() {
        char c = from.charAt(at);
        switch (c) {
            case '(' -> {
                return group();
            }
            case '[' -> characterClass();
            case '\\' -> escape(false);
            case '$' -> put(multiline ? "$" : "\\z", 1);
            case '{' -> put("\\{", 1);
            default -> take(Character.charCount(from.codePointAt(at)));
        }
        return StepLimit.NONE;
    }

    private StepLimit group() {
        take(1);
        if (from.startsWith("?<", at) && !from.startsWith("?<=", at) && !from.startsWith("?<!", at)) {
            int end = from.indexOf('>', at);
            if (end > 0) {
                to.append("?<").append(groupName(from.substring(at + 2, end))).append('>');
                at = end + 1;
            }
        } else if (at < from.length() && from.charAt(at) == '?') {
            take(Math.min(2, from.length() - at));
        }
        StepLimit effort = alternatives();
        if (at < from.length()) {
            take(1);
        }
        return effort;
    }

    private static String groupName(String name) {
        StringBuilder plain = new StringBuilder("g");
        name.codePoints().forEach(c -> {
            boolean same = c < 128 && Character.isLetterOrDigit(c) && c != 'Z';
            plain.append(same ? Character.toString(c) : "Z" + Integer.toHexString(c) + "Z");
        });
        return plain.toString();
    }

    /// What follows an atom and says how often it may occur.
    private StepLimit repeated(StepLimit atom) {
        if (at >= from.length()) {
            return atom;
        }
        StepLimit effort = switch (from.charAt(at)) {
            case '*', '+' -> repetition(atom, 0, Integer.MAX_VALUE, 1);
            case '?' -> repetition(atom, 0, 1, 1);
            case '{' -> counted(atom);
            default -> atom;
        };
        return effort;
    }

    private StepLimit repetition(StepLimit atom, int least, int most, int length) {
        take(length);
        if (at < from.length() && (from.charAt(at) == '?' || from.charAt(at) == '+')) {
            take(1);
        }
        return atom.times(least, most);
    }

    /// `{2}`, `{2,}` or `{2,5}`; any other brace stands for itself.
    private StepLimit counted(StepLimit atom) {
        int least = digits(at + 1);
        int comma = least > 0 && from.startsWith(",", at + 1 + least) ? 1 : 0;
        int most = comma == 1 ? digits(at + 2 + least) : 0;
        int end = at + 1 + least + comma + most;
        if (least == 0 || !from.startsWith("}", end)) {
            return atom;
        }
        int from1 = number(at + 1, least);
        int to1 = comma == 0 ? from1 : most == 0 ? Integer.MAX_VALUE : number(at + 2 + least, most);
        return repetition(atom, from1, to1, end + 1 - at);
    }

    private int digits(int start) {
        int end = start;
        while (end < from.length() && from.charAt(end) >= '0' && from.charAt(end) <= '9') {
            end++;
        }
        return end - start;
    }

    private int number(int start, int length) {
        return length > 9 ? Integer.MAX_VALUE : Integer.parseInt(from, start, start + length, 10);
    }

    private void characterClass() {
        if (from.startsWith("[^]", at)) {
            put("[\\s\\S]", 3);
            return;
        }
        if (from.startsWith("[]", at)) {
            put("(?!)", 2);
            return;
        }
        take(from.startsWith("[^", at) ? 2 : 1);
        while (at < from.length() && from.charAt(at) != ']') {
            char c = from.charAt(at);
            if (c == '\\') {
                escape(true);
            } else if (c == '[') {
                put("\\[", 1);
            } else if (from.startsWith("&&", at)) {
                put("&\\&", 2);
            } else {
                take(1);
            }
        }
        if (at < from.length()) {
            take(1);
        }
    }

    private void escape(boolean inClass) {
        if (at + 1 == from.length()) {
            take(1);
            return;
        }
        char c = from.charAt(at + 1);
        switch (c) {
            case 's' -> put(inClass ? SPACE : "[" + SPACE + "]", 2);
            case 'S' -> put("[^" + SPACE + "]", 2);
            case 'v' -> put("\\x0B", 2);
            case 'b' -> put(inClass ? "\\x08" : "\\b", 2);
            case '0' -> put(digits(at + 2) == 0 ? "\\x00" : "\\0", 2);
            case 'c' -> control();
            case 'u' -> codePoint();
            case 'p', 'P' -> property();
            case 'k' -> reference();
            case 'Q' -> quote();
            case '1', '2', '3', '4', '5', '6', '7', '8', '9' -> {
                refersBack = true;
                take(2);
            }
            default -> take(1 + Character.charCount(from.codePointAt(at + 1)));
        }
    }

    private void control() {
        char letter = at + 2 < from.length() ? from.charAt(at + 2) : '?';
        if ((letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z')) {
            put("\\x{" + Integer.toHexString(letter % 32) + "}", 3);
        } else {
            take(2);
        }
    }

    private void codePoint() {
        if (from.startsWith("{", at + 2)) {
            put("\\x", 2);
            take(1);
        } else {
            take(2);
        }
    }

    /// `\p{Name}` by the first of its possible names that Java knows.
    private void property() {
        int end = from.startsWith("{", at + 2) ? from.indexOf('}', at) : -1;
        if (end < 0) {
            take(2);
            return;
        }
        String name = from.substring(at + 3, end);
        int equals = name.indexOf('=');
        String value = name.substring(equals + 1);
        List<String> candidates = equals < 0
                ? List.of(name, "Is" + name, PROPERTIES.getOrDefault(name, name))
                : List.of(name, PROPERTIES.getOrDefault(value, value), "Is" + value);
        String known = candidates.stream().filter(Dialect::isKnown).findFirst().orElse(name);
        put(from.substring(at, at + 3) + known + "}", end + 1 - at);
    }

    private static boolean isKnown(String property) {
        try {
            Pattern.compile("[\\p{" + property + "}]");
            return true;
        } catch (PatternSyntaxException e) {
            return false;
        }
    }

    private void reference() {
        int end = from.startsWith("<", at + 2) ? from.indexOf('>', at) : -1;
        if (end < 0) {
            take(2);
            return;
        }
        refersBack = true;
        String name = groupName(from.substring(at + 3, end));
        put("\\k<" + name + ">", end + 1 - at);
    }

    private void quote() {
        int end = from.indexOf("\\E", at);
        take((end < 0 ? from.length() : end + 2) - at);
    }

    private void take(int length) {
        to.append(from, at, at + length);
        at += length;
    }

    private void put(String text, int length) {
        to.append(text);
        at += length;
    }
}
