package fairlead.schema.lint;

import fairlead.schema.Finding;
import fairlead.schema.language.Language;
import fairlead.schema.language.Languages;
import fairlead.schema.text.PointerSteps;
import fairlead.schema.text.Spelling;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import tools.jackson.databind.JsonNode;

/// Advice on regular expressions, which Java, Python and ECMAScript read in dialects of their own.
final class PatternLints {

    private static final String NOT_ESCAPED = "(?<!\\\\)(?:\\\\\\\\)*";

    /// What not every dialect has, and who lacks it.
    private static final Map<String, Pattern> SPECIAL = Map.ofEntries(
            Map.entry("\\p{…}, which Python lacks", escaped("[pP]\\{")),
            Map.entry("\\A, \\Z or \\z, which ECMAScript lacks", escaped("[AZz]")),
            Map.entry("\\Q…\\E, which only Java has", escaped("[QE]")),
            Map.entry("\\h, \\H, \\R or \\X, which only Java has", escaped("[hHRX]")),
            Map.entry("a possessive quantifier, which ECMAScript and older Pythons lack", plain("[*+?}]\\+")),
            Map.entry("an atomic group, which ECMAScript and older Pythons lack", plain("\\(\\?>")),
            Map.entry("a flag in the pattern, which ECMAScript lacks", plain("\\(\\?[a-zA-Z]+(?:-[a-zA-Z]+)?[:)]")),
            Map.entry("(?P<…>), which only Python has", plain("\\(\\?P[<=>]")),
            Map.entry("(?<name>…), which Python spells otherwise", plain("\\(\\?<[A-Za-z]")),
            Map.entry("[[:class:]], which is a POSIX class in none of them", plain("\\[\\[:[a-z]+:]")),
            Map.entry("&& in a class, which only Java takes for an intersection", plain("\\[[^\\[\\]]*&&")));

    private static final Pattern HARD_CODED = Pattern.compile("arn:aws:");

    private final List<Finding> findings;
    private final Languages languages;

    PatternLints(List<Finding> findings, Languages languages) {
        this.findings = findings;
        this.languages = languages;
    }

    private static Pattern escaped(String letter) {
        return Pattern.compile(NOT_ESCAPED + "\\\\" + letter);
    }

    private static Pattern plain(String construct) {
        return Pattern.compile(NOT_ESCAPED + construct);
    }

    void look(String at, JsonNode schema) {
        JsonNode pattern = schema.path("pattern");
        if (pattern.isString()) {
            check(at + "/pattern", pattern.stringValue());
            lengths(at + "/pattern", schema);
        }
        for (String name : schema.path("patternProperties").propertyNames()) {
            check(at + "/patternProperties/" + PointerSteps.escape(name), name);
        }
    }

    private void check(String at, String pattern) {
        if (HARD_CODED.matcher(pattern).find()) {
            warn(
                    "schema.arn-partition",
                    at,
                    "expected arn:aws[a-zA-Z-]*: or so, found 'arn:aws:', which leaves out the other partitions");
        }
        SPECIAL.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .filter(special -> special.getValue().matcher(pattern).find())
                .forEach(special -> warn(
                        "schema.pattern-dialect",
                        at,
                        "expected a pattern that means the same everywhere, found " + special.getKey()));
        if (matchesNothing(pattern)) {
            warn(
                    "schema.pattern-empty",
                    at,
                    "expected a pattern that some text matches, found one that none does; ^ is where the text begins"
                            + " and $ where it ends" + Spelling.hint(exchanged(pattern)));
        } else if (compiles(pattern)) {
            anchors(pattern)
                    .ifPresent(found ->
                            warn("schema.pattern-anchor", at, "expected ^ and $ around the pattern, found " + found));
        }
    }

    private boolean matchesNothing(String pattern) {
        return languages.of(pattern).filter(Language::isEmpty).isPresent();
    }

    /// The pattern with `^` in front and `$` at the end, if they are exchanged.
    private Optional<String> exchanged(String pattern) {
        boolean exchanged = pattern.length() > 2 && pattern.startsWith("$") && pattern.endsWith("^");
        return exchanged
                ? Optional.of("^" + pattern.substring(1, pattern.length() - 1) + "$")
                        .filter(other -> !matchesNothing(other))
                : Optional.empty();
    }

    /// What matches has to be as long as the schema says.
    private void lengths(String at, JsonNode schema) {
        int least = schema.path("minLength").asInt(0);
        int most = schema.path("maxLength").asInt(Integer.MAX_VALUE);
        Optional<Language> language = languages.of(schema.path("pattern").stringValue());
        boolean possible = least > most
                || language.filter(some -> !some.isEmpty() && !some.acceptsLength(least, most))
                        .isEmpty();
        if (!possible) {
            warn(
                    "schema.pattern-length",
                    at,
                    "expected a pattern that some text of " + least + " to "
                            + (most == Integer.MAX_VALUE ? "any number of" : "" + most)
                            + " characters matches, found one that none does");
        }
    }

    private static boolean compiles(String pattern) {
        try {
            return Pattern.compile(pattern) != null;
        } catch (PatternSyntaxException | StackOverflowError e) {
            return false;
        }
    }

    /// What is odd about the anchors. One anchor alone is taken for what was meant.
    private static Optional<String> anchors(String pattern) {
        boolean start = pattern.startsWith("^") || pattern.startsWith("\\A") || pattern.startsWith("(^");
        boolean end = pattern.endsWith("$") || pattern.endsWith("$)") || pattern.matches("(?s).*\\\\[zZ]");
        if (!start && !end) {
            boolean lookahead = pattern.startsWith("(?") && pattern.contains("^");
            boolean all = pattern.equals(".*") || pattern.isEmpty();
            return lookahead || all
                    ? Optional.empty()
                    : Optional.of("neither; a value that merely contains a match is accepted");
        }
        return start && end && pattern.startsWith("^") && splits(pattern)
                ? Optional.of("them at the outermost alternatives only; put the alternatives in (?:…)")
                : Optional.empty();
    }

    /// Whether there is a `|` outside all groups between an alternative without `$` and one without `^`.
    private static boolean splits(String pattern) {
        int depth = 0;
        boolean inClass = false;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\\') {
                i++;
            } else if (inClass) {
                inClass = c != ']';
            } else if (c == '[') {
                inClass = true;
            } else if (c == '(') {
                depth++;
            } else if (c == ')') {
                depth--;
            } else if (c == '|' && depth == 0 && !(before(pattern, i) == '$' && after(pattern, i) == '^')) {
                return i + 1 < pattern.length() && before(pattern, i) != '^';
            }
        }
        return false;
    }

    private static char before(String pattern, int i) {
        return i > 0 ? pattern.charAt(i - 1) : '^';
    }

    private static char after(String pattern, int i) {
        return i + 1 < pattern.length() ? pattern.charAt(i + 1) : '$';
    }

    private void warn(String id, String pointer, String message) {
        findings.add(Finding.warning(id, pointer, message));
    }
}
