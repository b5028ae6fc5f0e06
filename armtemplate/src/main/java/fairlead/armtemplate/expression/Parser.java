package fairlead.armtemplate.expression;

import fairlead.armtemplate.expression.Lexer.Kind;
import fairlead.armtemplate.expression.Lexer.Token;
import java.util.ArrayList;
import java.util.List;

/// Reads expressions.
public final class Parser {

    /// How many characters an expression may have.
    public static final int LONGEST = 24_576;

    /// How deep calls may be nested in each other.
    public static final int DEEPEST = 64;

    private final String written;
    private final List<Token> tokens;
    private int at;

    private Parser(String written, List<Token> tokens) {
        this.written = written;
        this.tokens = tokens;
    }

    /// Whether a string of a template is an expression: it begins with one bracket and ends with one.
    public static boolean isExpression(String string) {
        return string.length() > 1 && string.startsWith("[") && string.endsWith("]") && !string.startsWith("[[");
    }

    /// What a string says that is no expression: two brackets at its start stand for one.
    public static String literal(String string) {
        return string.startsWith("[[") && string.endsWith("]") ? string.substring(1) : string;
    }

    /// How a value is written as a string of a template so that it stands for itself.
    public static String escaped(String value) {
        return value.startsWith("[") && value.endsWith("]") ? "[" + value : value;
    }

    /// Reads an expression with the brackets around it.
    ///
    /// @throws ParseException if it is none
    public static Term parse(String string) {
        if (string.length() > LONGEST) {
            throw new ParseException("The template language expression has " + string.length()
                    + " characters. The limit is '" + LONGEST + "'.");
        }
        String inner = string.substring(1, string.length() - 1);
        Parser parser = new Parser(inner, Lexer.tokens(inner));
        Term term = parser.term(0);
        if (parser.peek().kind() != Kind.END) {
            throw parser.unexpected(Kind.END);
        }
        return term;
    }

    /// Whether a name can stand behind a dot.
    static boolean isName(String name) {
        return name.matches("[A-Za-z_][A-Za-z0-9_]*");
    }

    private Term term(int depth) {
        if (depth > DEEPEST) {
            throw new ParseException("Unable to parse language expression '" + start() + "': it is nested deeper than '"
                    + DEEPEST + "' levels.");
        }
        Token token = peek();
        if (token.kind() != Kind.STRING && token.kind() != Kind.INTEGER && token.kind() != Kind.NAME) {
            throw unexpected(Kind.NAME);
        }
        next();
        Term term = switch (token.kind()) {
            case STRING -> new Term.Text(token.text());
            case INTEGER -> whole(token.text());
            default -> call(token.text(), depth);
        };
        int members = 0;
        while (peek().kind() == Kind.DOT || peek().kind() == Kind.LEFT_BRACKET) {
            if (++members > DEEPEST) {
                throw new ParseException("Unable to parse language expression '" + start() + "': it selects more than '"
                        + DEEPEST + "' properties of each other.");
            }
            term = new Term.Member(term, key(depth));
        }
        return term;
    }

    private Term key(int depth) {
        if (next().kind() == Kind.DOT) {
            return new Term.Text(expect(Kind.NAME).text());
        }
        Term key = term(depth + 1);
        expect(Kind.RIGHT_BRACKET);
        return key;
    }

    private Term whole(String digits) {
        try {
            return new Term.Whole(Long.parseLong(digits));
        } catch (NumberFormatException tooLarge) {
            throw new ParseException("Unable to parse language expression '" + start() + "': the integer '" + digits
                    + "' has more than 64 bits.");
        }
    }

    private Term call(String first, int depth) {
        String namespace = "";
        String name = first;
        if (peek().kind() == Kind.DOT) {
            next();
            namespace = first;
            name = expect(Kind.NAME).text();
        }
        expect(Kind.LEFT_PARENTHESIS);
        List<Term> arguments = new ArrayList<>();
        if (peek().kind() != Kind.RIGHT_PARENTHESIS) {
            arguments.add(term(depth + 1));
            while (peek().kind() == Kind.COMMA) {
                next();
                arguments.add(term(depth + 1));
            }
        }
        expect(Kind.RIGHT_PARENTHESIS);
        return new Term.Call(namespace, name, arguments);
    }

    private Token peek() {
        return tokens.get(at);
    }

    private Token next() {
        return tokens.get(at == tokens.size() - 1 ? at : at++);
    }

    private Token expect(Kind kind) {
        if (peek().kind() != kind) {
            throw unexpected(kind);
        }
        return next();
    }

    private ParseException unexpected(Kind expected) {
        return new ParseException("Unable to parse language expression '" + start() + "': expected token '"
                + expected.shown() + "' and actual '" + peek().kind().shown() + "' at position '"
                + (peek().at() + 2) + "'.");
    }

    private String start() {
        return Lexer.start(written);
    }
}
