package fairlead.armtemplate.expression;

import java.util.ArrayList;
import java.util.List;

/// Takes an expression apart into tokens.
final class Lexer {

    private static final int SHOWN = 200;

    /// What a token is, with the name that messages have for it.
    enum Kind {
        NAME("Identifier"),
        STRING("String"),
        INTEGER("Integer"),
        DOT("Dot"),
        COMMA("Comma"),
        LEFT_PARENTHESIS("LeftParenthesis"),
        RIGHT_PARENTHESIS("RightParenthesis"),
        LEFT_BRACKET("LeftSquareBracket"),
        RIGHT_BRACKET("RightSquareBracket"),
        END("EndOfData");

        private final String shown;

        Kind(String shown) {
            this.shown = shown;
        }

        String shown() {
            return shown;
        }
    }

    /// @param at the index of its first character
    record Token(Kind kind, String text, int at) {}

    private final String written;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    private Lexer(String written) {
        this.written = written;
    }

    static List<Token> tokens(String written) {
        Lexer lexer = new Lexer(written);
        while (lexer.at < written.length()) {
            lexer.token();
        }
        lexer.tokens.add(new Token(Kind.END, "", written.length()));
        return lexer.tokens;
    }

    static String start(String written) {
        return written.length() > SHOWN ? written.substring(0, SHOWN) + "..." : written;
    }

    private void token() {
        char c = written.charAt(at);
        switch (c) {
            case '.' -> single(Kind.DOT);
            case ',' -> single(Kind.COMMA);
            case '(' -> single(Kind.LEFT_PARENTHESIS);
            case ')' -> single(Kind.RIGHT_PARENTHESIS);
            case '[' -> single(Kind.LEFT_BRACKET);
            case ']' -> single(Kind.RIGHT_BRACKET);
            case '\'' -> string();
            default -> {
                if (Character.isWhitespace(c)) {
                    at++;
                } else if (c == '-' || isDigit(c)) {
                    integer();
                } else {
                    name();
                }
            }
        }
    }

    private void single(Kind kind) {
        tokens.add(new Token(kind, written.substring(at, at + 1), at));
        at++;
    }

    private void string() {
        int start = at++;
        StringBuilder made = new StringBuilder();
        while (true) {
            int end = written.indexOf('\'', at);
            if (end < 0) {
                throw fault("a string has no end", start);
            }
            made.append(written, at, end);
            at = end + 1;
            if (at >= written.length() || written.charAt(at) != '\'') {
                tokens.add(new Token(Kind.STRING, made.toString(), start));
                return;
            }
            made.append('\'');
            at++;
        }
    }

    private void integer() {
        int start = at++;
        while (at < written.length() && isNamePart(written.charAt(at))) {
            at++;
        }
        String digits = written.substring(start, at);
        boolean fraction =
                at + 1 < written.length() && written.charAt(at) == '.' && Character.isDigit(written.charAt(at + 1));
        if (fraction || !digits.matches("-?[0-9]+")) {
            throw fault("expected an integer, found '" + digits + (fraction ? "." : "") + "'", start);
        }
        tokens.add(new Token(Kind.INTEGER, digits, start));
    }

    private void name() {
        int start = at;
        while (at < written.length() && isNamePart(written.charAt(at))) {
            at++;
        }
        if (start == at) {
            throw fault("unexpected character '" + written.charAt(at) + "'", start);
        }
        tokens.add(new Token(Kind.NAME, written.substring(start, at), start));
    }

    private static boolean isNamePart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_' || c == '$';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private ParseException fault(String what, int where) {
        return new ParseException("Unable to parse language expression '" + start(written) + "': " + what
                + " at position '" + (where + 2) + "'.");
    }
}
