package fairlead.schema.language;

import fairlead.schema.language.Automaton.When;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads an expression that `java.util.regex` has compiled.
final class Reader {

    private static final int DEEPEST = 100;

    /// Of how many classes Java is asked what is in them: each time, that is a look at every code point.
    static final int MOST_ASKED = 40;

    /// Letters behind a `\` that stand for one character out of some; all other letters stand for something else.
    private static final String CLASSES = "dDwWsShHvV";

    private static final Pattern FLAGS = Pattern.compile("\\(\\?[a-zA-Z]*(?:-[a-zA-Z]*)?[:)]");

    /// The end of the text, which what follows does not make optional.
    private static final Pattern END = Pattern.compile("\\\\z(?![*+?{])");

    private final String text;
    private int at;
    private int depth;
    private int asked;
    private boolean nested;
    private boolean anyCase;
    private boolean everyDot;
    private boolean lines;

    /// There is something in it that automata can't do, or that is not known here.
    static final class Unsupported extends RuntimeException {
        Unsupported(String what) {
            super(what, null, false, false);
        }
    }

    Reader(String text) {
        this.text = text;
    }

    /// One of the outermost alternatives: a text that is accepted by the expression and by all that are required, and
    /// by none that is excluded.
    record Branch(Expression expression, List<Expression> required, List<Expression> excluded) {

        Branch {
            required = List.copyOf(required);
            excluded = List.copyOf(excluded);
        }

        boolean isPlain() {
            return required.isEmpty() && excluded.isEmpty();
        }
    }

    List<Branch> read() {
        List<Branch> branches = new ArrayList<>();
        do {
            at += branches.isEmpty() ? 0 : 1;
            branches.add(branch());
        } while (peek("|"));
        if (at < text.length()) {
            throw new Unsupported(")");
        }
        return branches;
    }

    /// An alternative with what it asks for of the whole text: looks ahead from where the text begins, and looks
    /// behind from where it ends.
    private Branch branch() {
        List<Expression> required = new ArrayList<>();
        List<Expression> excluded = new ArrayList<>();
        boolean begins = false;
        while (true) {
            if (peek("(?=") || peek("(?!")) {
                boolean wanted = peek("(?=");
                Expression inner = look(3);
                begins |= wanted && isAtBegin(inner);
                (wanted ? required : excluded).add(atBegin(inner));
            } else if ((peek("^") && !lines) || peek("\\A")) {
                at += peek("^") ? 1 : 2;
                begins = true;
            } else if (!flags()) {
                break;
            }
        }
        if (!begins && !(required.isEmpty() && excluded.isEmpty())) {
            throw new Unsupported("a look ahead from anywhere");
        }
        Expression rest = sequence();
        while (looksBehind()) {
            boolean ends = isAtEnd(rest);
            while (looksBehind()) {
                boolean wanted = peek("(?<=");
                Expression behind = new Expression.Sequence(List.of(look(4), new Expression.Edge(When.AT_END)));
                (wanted ? required : excluded).add(behind);
            }
            if (!ends && !END.matcher(text).region(at, text.length()).lookingAt()) {
                throw new Unsupported("a look behind from anywhere");
            }
            rest = new Expression.Sequence(List.of(rest, sequence()));
        }
        return new Branch(begins ? atBegin(rest) : rest, required, excluded);
    }

    private boolean looksBehind() {
        return peek("(?<=") || peek("(?<!");
    }

    private Expression look(int length) {
        at += length;
        return inGroup();
    }

    private static Expression atBegin(Expression expression) {
        return new Expression.Sequence(List.of(new Expression.Edge(When.AT_BEGIN), expression));
    }

    private static boolean isAtBegin(Expression expression) {
        return switch (expression) {
            case Expression.Edge(var when) -> when == When.AT_BEGIN;
            case Expression.Sequence(var parts) -> !parts.isEmpty() && isAtBegin(parts.getFirst());
            case Expression.Either(var alternatives) -> alternatives.stream().allMatch(Reader::isAtBegin);
            case Expression.Chars _, Expression.Repeat _ -> false;
        };
    }

    private static boolean isAtEnd(Expression expression) {
        return switch (expression) {
            case Expression.Edge(var when) -> when == When.AT_END;
            case Expression.Sequence(var parts) -> !parts.isEmpty() && isAtEnd(parts.getLast());
            case Expression.Either _, Expression.Chars _, Expression.Repeat _ -> false;
        };
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
        while (at < text.length() && !peek("|") && !peek(")") && !(depth == 0 && looksBehind())) {
            if (flags()) {
                continue;
            }
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
        inner.codePoints().forEach(point -> parts.add(new Expression.Chars(letter(point))));
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
                yield new Expression.Chars(everyDot ? CodePoints.ALL : CodePoints.matching("."));
            }
            case '^' -> {
                if (lines) {
                    throw new Unsupported("where a line begins");
                }
                at++;
                yield new Expression.Edge(When.AT_BEGIN);
            }
            case '$', '*', '+', '?' -> throw new Unsupported("'" + text.charAt(at) + "'");
            default -> new Expression.Chars(letter(point()));
        };
    }

    private Expression group() {
        Matcher flags = FLAGS.matcher(text).region(at, text.length());
        if (flags.lookingAt()) {
            return flagged(flags);
        }
        at++;
        if (peek("?<") && at + 2 < text.length() && Character.isLetter(text.charAt(at + 2))) {
            at = text.indexOf('>', at) + 1;
        } else if (peek("?")) {
            throw new Unsupported("a group that looks around");
        }
        return inGroup();
    }

    /// Flags that are set in a group end with it.
    private Expression inGroup() {
        boolean[] outside = {anyCase, everyDot, lines};
        Expression inner = alternatives();
        anyCase = outside[0];
        everyDot = outside[1];
        lines = outside[2];
        at++;
        return inner;
    }

    /// A group with flags of its own, or without any.
    private Expression flagged(Matcher found) {
        boolean[] outside = {anyCase, everyDot, lines};
        set(found);
        Expression inner = inGroup();
        anyCase = outside[0];
        everyDot = outside[1];
        lines = outside[2];
        return inner;
    }

    private void set(Matcher found) {
        boolean on = true;
        for (char flag : found.group().substring(2).toCharArray()) {
            switch (flag) {
                case '-' -> on = false;
                case 'i' -> anyCase = on;
                case 's' -> everyDot = on;
                case 'm' -> lines = on;
                case ':', ')' -> {}
                default -> throw new Unsupported("the flag " + flag);
            }
        }
        at = found.end();
    }

    /// Reads flags that hold from here to the end of the group; false if there are none.
    private boolean flags() {
        Matcher found = FLAGS.matcher(text).region(at, text.length());
        if (!found.lookingAt() || !found.group().endsWith(")")) {
            return false;
        }
        set(found);
        return true;
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
            return letter(point());
        }
        String escape = text.substring(at, at + length);
        at += length;
        if (c == 'x' || c == 'u') {
            return letter(hexadecimal(escape));
        }
        return asked(escape);
    }

    /// A character, in the other case as well if that does not matter. That is so of the letters of ASCII alone.
    private CodePoints letter(int point) {
        boolean letter = (point >= 'a' && point <= 'z') || (point >= 'A' && point <= 'Z');
        return anyCase && letter
                ? CodePoints.union(List.of(CodePoints.of(point), CodePoints.of(point ^ 0x20)))
                : CodePoints.of(point);
    }

    /// How many classes Java was asked about.
    int asked() {
        return asked;
    }

    /// What Java says is in a class or an escape.
    private CodePoints asked(String one) {
        String whole = anyCase ? "(?i)" + one : one;
        if (!CodePoints.isKnown(whole) && ++asked > MOST_ASKED) {
            throw new Unsupported("many classes");
        }
        return CodePoints.matching(whole);
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
        if (nested || anyCase) {
            String whole = text.substring(at, end);
            at = end;
            return asked(whole);
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
