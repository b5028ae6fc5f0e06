package fairlead.server.access.condition;

import fairlead.server.access.RequestAttributes;
import fairlead.server.access.condition.Condition.Expression;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reads a condition. The grammar, in the words of "Azure role assignment condition format and syntax":
///
///     any        = all { ("OR" | "||") all }
///     all        = one { ("AND" | "&&") one }
///     one        = ("!" | "NOT") one | "(" any ")" | "ActionMatches" "{" text "}"
///                | ["NOT"] "Exists" attribute | attribute [quantifier ":"] comparison values
///     attribute  = ("@Request" | "@Resource") "[" name "]"
///     values     = text | word | "{" (text | word) { "," (text | word) } "}"
final class ConditionParser {

    private static final int LONGEST = 8_192;
    private static final int DEEPEST = 32;
    private static final Set<String> SOURCES = Set.of("Request", "Resource");
    private static final String ASSIGNMENTS = "Microsoft.Authorization/roleAssignments:";
    private static final Set<String> KNOWN = Stream.of("RoleDefinitionId", "PrincipalId", "PrincipalType")
            .flatMap(name -> SOURCES.stream().map(source -> RequestAttributes.key(source, ASSIGNMENTS + name)))
            .collect(Collectors.toUnmodifiableSet());

    private final String text;
    private int at;
    private int depth;

    ConditionParser(String text) {
        this.text = text;
    }

    Expression parse() {
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException("a condition has at most " + LONGEST + " characters");
        }
        Expression whole = any();
        if (!atEnd()) {
            throw wrong("expected AND, OR or the end");
        }
        return whole;
    }

    private Expression any() {
        List<Expression> parts = new ArrayList<>(List.of(all()));
        while (takes("||") || takesWord("OR")) {
            parts.add(all());
        }
        return parts.size() == 1 ? parts.getFirst() : new Expression.Any(List.copyOf(parts));
    }

    private Expression all() {
        List<Expression> parts = new ArrayList<>(List.of(one()));
        while (takes("&&") || takesWord("AND")) {
            parts.add(one());
        }
        return parts.size() == 1 ? parts.getFirst() : new Expression.All(List.copyOf(parts));
    }

    private Expression one() {
        depth++;
        if (depth > DEEPEST) {
            throw wrong("nested deeper than " + DEEPEST);
        }
        Expression found = oneAtDepth();
        depth--;
        return found;
    }

    private Expression oneAtDepth() {
        if (takes("!") || takesWord("NOT")) {
            return new Expression.Not(one());
        }
        if (takes("(")) {
            Expression inner = any();
            require(")");
            return inner;
        }
        if (takesWord("ActionMatches")) {
            require("{");
            String pattern = quoted();
            require("}");
            return new Expression.ActionMatches(pattern.toLowerCase(Locale.ROOT));
        }
        if (takesWord("Exists")) {
            return new Expression.Exists(attribute());
        }
        return comparison(attribute());
    }

    private Expression comparison(String attribute) {
        int begin = begin();
        String word = word("a comparison, StringEquals for example");
        Quantifier quantifier = Quantifier.FOR_ANY_OF_ANY_VALUES;
        if (takes(":")) {
            String name = word;
            quantifier = Quantifier.of(name).orElseThrow(() -> unknown(name, begin));
            word = word("a comparison, StringEquals for example");
        }
        String name = word;
        Comparison comparison = Comparison.of(name).orElseThrow(() -> unknown(name, begin));
        return new Expression.Compares(attribute, quantifier, comparison, values());
    }

    private List<String> values() {
        if (!takes("{")) {
            return List.of(value());
        }
        List<String> values = new ArrayList<>(List.of(value()));
        while (takes(",")) {
            values.add(value());
        }
        require("}");
        return List.copyOf(values);
    }

    private String value() {
        begin();
        return at < text.length() && text.charAt(at) == '\'' ? quoted() : word("a value");
    }

    private String attribute() {
        int begin = begin();
        require("@");
        String source = word("Request or Resource");
        require("[");
        int end = text.indexOf(']', at);
        if (end < 0) {
            throw wrong("expected ]");
        }
        String name = text.substring(at, end).strip();
        at = end + 1;
        String key = RequestAttributes.key(source, name);
        if (!SOURCES.contains(source) || !KNOWN.contains(key)) {
            at = begin;
            throw wrong("the attribute @" + source + "[" + name + "] is not known");
        }
        return key;
    }

    private String quoted() {
        begin();
        require("'");
        StringBuilder value = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '\'' && at < text.length() && text.charAt(at) == '\'') {
                value.append('\'');
                at++;
            } else if (c == '\'') {
                return value.toString();
            } else {
                value.append(c);
            }
        }
        throw wrong("expected '");
    }

    private String word(String expected) {
        int from = begin();
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '-')) {
            at++;
        }
        if (at == from) {
            throw wrong("expected " + expected);
        }
        return text.substring(from, at);
    }

    private boolean takes(String sign) {
        begin();
        if (text.startsWith(sign, at)) {
            at += sign.length();
            return true;
        }
        return false;
    }

    private boolean takesWord(String word) {
        int from = begin();
        int end = from + word.length();
        boolean here = text.regionMatches(true, from, word, 0, word.length())
                && (end == text.length() || !Character.isLetterOrDigit(text.charAt(end)));
        if (here) {
            at = end;
        }
        return here;
    }

    private void require(String sign) {
        if (!takes(sign)) {
            throw wrong("expected " + sign);
        }
    }

    private int begin() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private boolean atEnd() {
        return begin() == text.length();
    }

    private IllegalArgumentException unknown(String name, int place) {
        at = place;
        return wrong("'" + name + "' is not known");
    }

    private IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(what + ", at character " + (at + 1));
    }
}
