package fairlead.schema.language;

import fairlead.schema.language.Automaton.When;
import java.util.ArrayList;
import java.util.List;

/// Reads an expression that `java.util.regex` has compiled.
final class Reader {

    private static final int DEEPEST = 100;

    /// Letters behind a `\` that stand for one character out of some; all other letters stand for something else.
    private static final String CLASSES = "dDwWsShHvV";

    private final String text;
    private int at;
    private int depth;
    private boolean nested;

    /// There is something in it that automata can't do, or that is not known here.
    static final class Unsupported extends RuntimeException {
        Unsupported(String what) {
            super(what, null, false, false);
        }
    }

    Reader(String text) {
        this.text = text;
    }

    Expression read() {
        Expression all = alternatives();
        if (at < text.length()) {
            throw new Unsupported(")");
        }
        return all;
    }

    private Expression alternatives() {
        if (++depth > DEEPEST) {
            throw new Unsupported("depth");
        }
        List<Expression> alternatives = new ArrayList<>(List.of(sequence()));
        while (peek("|")) {
            at++;
            alternatives.add(sequence());
        }
        depth--;
        return alternatives.size() == 1 ? alternatives.getFirst() : new Expression.Either(alternatives);
    }

    private Expression sequence() {
        List<Expression> parts = new ArrayList<>();
        while (at < text.length() && !peek("|") && !peek(")")) {
            if (peek("\\Q")) {
                quoted(parts);
            } else {
                parts.add(repeated(one()));
            }
        }
        return new Expression.Sequence(parts);
    }

    private void quoted(List<Expression> parts) {
        int end = text.indexOf("\\E", at);
        String inner = text.substring(at + 2, end < 0 ? text.length() : end);
        inner.codePoints().forEach(point -> parts.add(new Expression.Chars(CodePoints.of(point))));
        at = end < 0 ? text.length() : end + 2;
        if (at < text.length() && "*+?{".indexOf(text.charAt(at)) >= 0) {
            throw new Unsupported("a repetition of a quotation");
        }
    }

    private Expression one() {
        return switch (text.charAt(at)) {
            case '(' -> group();
            case '[' -> new Expression.Chars(characters());
            case '\\' -> escape();
            case '.' -> {
                at++;
                yield new Expression.Chars(CodePoints.matching("."));
            }
            case '^' -> {
                at++;
                yield new Expression.Edge(When.AT_BEGIN);
            }
            case '$', '*', '+', '?' -> throw new Unsupported("'" + text.charAt(at) + "'");
            default -> new Expression.Chars(CodePoints.of(point()));
        };
    }

    private Expression group() {
        at++;
        if (peek("?:")) {
            at += 2;
        } else if (peek("?<") && at + 2 < text.length() && Character.isLetter(text.charAt(at + 2))) {
            at = text.indexOf('>', at) + 1;
        } else if (peek("?")) {
            throw new Unsupported("a group that looks around or sets flags");
        }
        Expression inner = alternatives();
        at++;
        return inner;
    }

    private Expression repeated(Expression part) {
        int least = 1;
        int most = 1;
        if (peek("*")) {
            least = 0;
            most = Integer.MAX_VALUE;
            at++;
        } else if (peek("+")) {
            most = Integer.MAX_VALUE;
            at++;
        } else if (peek("?")) {
            least = 0;
            at++;
        } else if (peek("{")) {
            int end = text.indexOf('}', at);
            String[] bounds = text.substring(at + 1, end).split(",", -1);
            least = number(bounds[0]);
            most = bounds.length == 1 ? least : bounds[1].isEmpty() ? Integer.MAX_VALUE : number(bounds[1]);
            at = end + 1;
        } else {
            return part;
        }
        if (peek("+")) {
            throw new Unsupported("a repetition that gives nothing back");
        }
        at += peek("?") ? 1 : 0;
        if (at < text.length() && "*+?{".indexOf(text.charAt(at)) >= 0) {
            throw new Unsupported("a repetition of a repetition");
        }
        return new Expression.Repeat(part, least, most);
    }

    private static int number(String digits) {
        if (digits.length() > 4) {
            throw new Automaton.TooLarge();
        }
        return Integer.parseInt(digits);
    }

    private Expression escape() {
        char c = text.charAt(at + 1);
        if (c == 'A' || c == 'z') {
            at += 2;
            return new Expression.Edge(c == 'A' ? When.AT_BEGIN : When.AT_END);
        }
        return new Expression.Chars(escaped());
    }

    /// What an escape stands for, within a class or outside.
    private CodePoints escaped() {
        char c = text.charAt(at + 1);
        int length = 2;
        if (c == 'p' || c == 'P') {
            length = text.startsWith("{", at + 2) ? text.indexOf('}', at) + 1 - at : 3;
        } else if (c == 'x') {
            length = text.startsWith("{", at + 2) ? text.indexOf('}', at) + 1 - at : 4;
        } else if (c == 'u') {
            length = 6;
        } else if (Character.isLetterOrDigit(c) && "tnrfae".indexOf(c) < 0 && CLASSES.indexOf(c) < 0) {
            throw new Unsupported("\\" + c);
        } else if (!Character.isLetterOrDigit(c)) {
            at++;
            return CodePoints.of(point());
        }
        String escape = text.substring(at, at + length);
        at += length;
        if (c == 'x' || c == 'u') {
            return CodePoints.of(hexadecimal(escape));
        }
        return CodePoints.matching(escape);
    }

    private static int hexadecimal(String escape) {
        int point = Integer.parseInt(escape.replaceAll("[^0-9a-fA-F]", ""), 16);
        if (point <= Character.MAX_VALUE && Character.isSurrogate((char) point)) {
            throw new Unsupported("half a character");
        }
        return point;
    }

    private CodePoints characters() {
        int end = endOfClass();
        if (nested) {
            String whole = text.substring(at, end);
            at = end;
            return CodePoints.matching(whole);
        }
        at++;
        boolean others = peek("^");
        at += others ? 1 : 0;
        List<CodePoints> sets = new ArrayList<>();
        boolean first = true;
        while (first || !peek("]")) {
            first = false;
            CodePoints set = peek("\\") ? escaped() : CodePoints.of(point());
            boolean range = peek("-") && !text.startsWith("]", at + 1) && single(set);
            if (range) {
                at++;
                CodePoints last = peek("\\") ? escaped() : CodePoints.of(point());
                if (!single(last)) {
                    throw new Unsupported("a range to a class");
                }
                set = CodePoints.between(set.bounds().getFirst(), last.bounds().getFirst());
            }
            sets.add(set);
        }
        at++;
        CodePoints all = CodePoints.union(sets);
        return others ? all.others() : all;
    }

    /// The end of the class that begins here; notes whether there are others in it, which Java itself is asked about.
    private int endOfClass() {
        nested = false;
        int open = 0;
        for (int i = at; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case '\\' -> {
                    if (text.startsWith("\\Q", i)) {
                        throw new Unsupported("a quotation in a class");
                    }
                    i++;
                }
                case '[' -> {
                    open++;
                    nested |= open > 1;
                }
                case ']' -> {
                    boolean first = i == at + 1 || (i == at + 2 && text.charAt(at + 1) == '^');
                    open -= first ? 0 : 1;
                    if (open == 0) {
                        return i + 1;
                    }
                }
                case '&' -> nested |= text.startsWith("&&", i);
                default -> {}
            }
        }
        throw new Unsupported("a class without an end");
    }

    private static boolean single(CodePoints set) {
        return set.bounds().size() == 2
                && set.bounds().getLast() == set.bounds().getFirst() + 1;
    }

    private int point() {
        int point = text.codePointAt(at);
        at += Character.charCount(point);
        return point;
    }

    private boolean peek(String next) {
        return text.startsWith(next, at);
    }
}
