package fairlead.generator.pattern;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Reads an expression that `java.util.regex` accepts into its parts.
final class Parser {

    private final String text;
    private final Map<String, Integer> names = new HashMap<>();
    private int at;
    private int flags;
    private int groups;

    Parser(String text) {
        this.text = text;
    }

    /// @throws IllegalArgumentException if there is something in it that is not known here
    Node parse() {
        Node all = alternatives();
        if (at < text.length()) {
            throw new IllegalArgumentException("unexpected " + text.substring(at));
        }
        return all;
    }

    private Node alternatives() {
        int outer = flags;
        List<Node> alternatives = new ArrayList<>();
        alternatives.add(sequence());
        while (peek('|')) {
            at++;
            alternatives.add(sequence());
        }
        flags = outer;
        return alternatives.size() == 1 ? alternatives.getFirst() : Node.Either.of(alternatives);
    }

    private Node sequence() {
        List<Node> parts = new ArrayList<>();
        while (at < text.length() && text.charAt(at) != '|' && text.charAt(at) != ')') {
            if (text.startsWith("\\Q", at)) {
                quoted(parts);
            } else {
                parts.add(quantified(one()));
            }
        }
        return parts.size() == 1 ? parts.getFirst() : Node.Sequence.of(parts);
    }

    private void quoted(List<Node> parts) {
        int end = text.indexOf("\\E", at);
        String inner = text.substring(at + 2, end < 0 ? text.length() : end);
        inner.codePoints().forEach(c -> parts.add(literal(c)));
        at = end < 0 ? text.length() : end + 2;
    }

    private Node one() {
        char c = text.charAt(at);
        return switch (c) {
            case '(' -> group();
            case '[' -> chars(endOfClass());
            case '\\' -> escape();
            case '.' -> chars(at + 1);
            case '^', '$' -> edge(at + 1);
            default -> {
                int codePoint = text.codePointAt(at);
                at += Character.charCount(codePoint);
                yield literal(codePoint);
            }
        };
    }

    private Node literal(int codePoint) {
        if ((flags & Pattern.COMMENTS) != 0) {
            throw new IllegalArgumentException("comments");
        }
        return (flags & Pattern.CASE_INSENSITIVE) != 0 && Character.isLetter(codePoint)
                ? Alphabet.of(Character.toString(codePoint), flags)
                : new Node.Chars(new int[] {codePoint}, new int[] {codePoint});
    }

    private Node edge(int end) {
        at = end;
        return new Node.Edge();
    }

    private Node chars(int end) {
        String part = text.substring(at, end);
        at = end;
        Node.Chars chars = Alphabet.of(part, flags);
        if (chars.all().length == 0) {
            throw new IllegalArgumentException("nothing matches " + part);
        }
        return chars;
    }

    private int endOfClass() {
        int depth = 0;
        for (int i = at; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case '\\' -> {
                    int quote = text.startsWith("\\Q", i) ? text.indexOf("\\E", i) : -1;
                    i = quote < 0 ? i + 1 : quote + 1;
                }
                case '[' -> depth++;
                case ']' -> {
                    // A bracket that comes first stands for itself.
                    boolean first = text.charAt(i - 1) == '[' || text.startsWith("[^", i - 2);
                    if (!first || escapedBefore(i)) {
                        depth--;
                    }
                    if (depth == 0) {
                        return i + 1;
                    }
                }
                default -> {}
            }
        }
        throw new IllegalArgumentException("a class without an end");
    }

    private boolean escapedBefore(int bracket) {
        int open = text.charAt(bracket - 1) == '[' ? bracket - 1 : bracket - 2;
        return open > at && text.charAt(open - 1) == '\\';
    }

    // -- groups ---------------------------------------------------------------------------------------------------

    private Node group() {
        at++;
        if (!peek('?')) {
            return captured(++groups);
        }
        if (text.startsWith("?<", at) && at + 2 < text.length() && Character.isLetter(text.charAt(at + 2))) {
            int end = text.indexOf('>', at);
            int number = ++groups;
            names.put(text.substring(at + 2, end), number);
            at = end + 1;
            return captured(number);
        }
        for (String start : List.of("?=", "?!", "?<=", "?<!", "?>", "?:")) {
            if (text.startsWith(start, at)) {
                at += start.length();
                Node inner = closed(alternatives());
                return switch (start) {
                    case "?=" -> new Node.Look(inner);
                    case "?!", "?<=", "?<!" -> new Node.Edge();
                    default -> inner;
                };
            }
        }
        return flagged();
    }

    private Node captured(int number) {
        return new Node.Group(number, closed(alternatives()));
    }

    private Node closed(Node inner) {
        if (!peek(')')) {
            throw new IllegalArgumentException("a group without an end");
        }
        at++;
        return inner;
    }

    /// `(?i)` sets flags for what follows in the same group, `(?i:...)` for its own inside.
    private Node flagged() {
        int outer = flags;
        boolean on = true;
        for (at++; at < text.length(); at++) {
            char c = text.charAt(at);
            switch (c) {
                case '-' -> on = false;
                case ')' -> {
                    at++;
                    return new Node.Edge();
                }
                case ':' -> {
                    at++;
                    Node inner = alternatives();
                    flags = outer;
                    return closed(inner);
                }
                default -> flags = on ? flags | flag(c) : flags & ~flag(c);
            }
        }
        throw new IllegalArgumentException("flags without an end");
    }

    private static int flag(char c) {
        return switch (c) {
            case 'i' -> Pattern.CASE_INSENSITIVE;
            case 'm' -> Pattern.MULTILINE;
            case 's' -> Pattern.DOTALL;
            case 'u' -> Pattern.UNICODE_CASE;
            case 'x' -> Pattern.COMMENTS;
            case 'd' -> Pattern.UNIX_LINES;
            case 'U' -> Pattern.UNICODE_CHARACTER_CLASS;
            default -> throw new IllegalArgumentException("flag " + c);
        };
    }

    // -- escapes --------------------------------------------------------------------------------------------------

    private Node escape() {
        if (at + 1 == text.length()) {
            throw new IllegalArgumentException("an escape of nothing");
        }
        char c = text.charAt(at + 1);
        return switch (c) {
            case 'b', 'B', 'A', 'z', 'Z', 'G' -> edge(at + 2);
            case '1', '2', '3', '4', '5', '6', '7', '8', '9' -> {
                at += 2;
                yield new Node.Back(c - '0');
            }
            case 'k' -> {
                int end = text.indexOf('>', at);
                Integer number = names.get(text.substring(at + 3, end));
                at = end + 1;
                yield number == null ? new Node.Edge() : new Node.Back(number);
            }
            case 'p', 'P', 'N' -> chars(braced(at + 2));
            case 'x' -> chars(text.startsWith("{", at + 2) ? braced(at + 2) : at + 4);
            case 'u' -> chars(at + 6);
            case 'c' -> chars(at + 3);
            case '0' -> chars(octal(at + 2));
            default -> chars(at + 1 + Character.charCount(text.codePointAt(at + 1)));
        };
    }

    private int braced(int start) {
        return text.startsWith("{", start) ? text.indexOf('}', start) + 1 : start + 1;
    }

    private int octal(int start) {
        int end = start;
        while (end < text.length() && end < start + 3 && text.charAt(end) >= '0' && text.charAt(end) <= '7') {
            end++;
        }
        return end;
    }

    // -- quantifiers ----------------------------------------------------------------------------------------------

    private Node quantified(Node part) {
        Node whole = part;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '*' || c == '+' || c == '?') {
                at++;
                whole = Node.Repeat.of(whole, c == '+' ? 1 : 0, c == '?' ? 1 : Node.ENDLESS);
            } else if (c == '{') {
                whole = counted(whole);
            } else {
                return whole;
            }
            if (peek('?') || peek('+')) {
                at++;
            }
        }
        return whole;
    }

    private Node counted(Node part) {
        int end = text.indexOf('}', at);
        String[] bounds = text.substring(at + 1, end).split(",", -1);
        at = end + 1;
        int fewest = count(bounds[0]);
        if (bounds.length == 1) {
            return Node.Repeat.of(part, fewest, fewest);
        }
        return Node.Repeat.of(part, fewest, bounds[1].isEmpty() ? Node.ENDLESS : count(bounds[1]));
    }

    private static int count(String digits) {
        return (int) Math.min(Node.ENDLESS, Long.parseLong(digits.strip()));
    }

    private boolean peek(char c) {
        return at < text.length() && text.charAt(at) == c;
    }
}
