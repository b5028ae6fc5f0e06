package fairlead.armtemplate.source;

import fairlead.armtemplate.source.SourceText.Spot;
import fairlead.schema.source.Position;
import fairlead.schema.text.PointerSteps;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Reads JSON as it is sent with deployments: with comments, names without quotation marks, single
/// quotation marks, commas behind the last item and line ends within strings. A name that is there twice is
/// refused.
public final class LenientReader {

    /// How deep a document may be.
    public static final int DEEPEST = 200;

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int LONGEST_NUMBER = 400;

    private final String text;
    private final Deque<String> path = new ArrayDeque<>();
    private int at;
    private int line = 1;
    private int lineStart;

    private LenientReader(String text) {
        this.text = text;
        this.at = text.startsWith("\uFEFF") ? 1 : 0;
        this.lineStart = at;
    }

    /// @throws UnreadableException if it is no such text
    public static SourceText read(String text) {
        LenientReader reader = new LenientReader(text);
        reader.space();
        if (reader.atEnd()) {
            throw reader.fault("expected a JSON document, found nothing");
        }
        Spot spot = new Spot(reader.position());
        JsonNode root = reader.value(spot);
        reader.space();
        if (!reader.atEnd()) {
            throw reader.fault("Additional text encountered after finished reading JSON content: " + reader.shown());
        }
        return new SourceText(root, "", spot);
    }

    private JsonNode value(Spot spot) {
        if (path.size() > DEEPEST) {
            throw fault("expected at most " + DEEPEST + " levels, found more");
        }
        if (atEnd()) {
            throw fault("Unexpected end when reading a value");
        }
        char c = text.charAt(at);
        return switch (c) {
            case '{' -> object(spot);
            case '[' -> array(spot);
            case '"', '\'' -> NODES.stringNode(string(c));
            default -> c == '-' || isDigit(c) ? number() : literal();
        };
    }

    private ObjectNode object(Spot spot) {
        ObjectNode made = NODES.objectNode();
        step();
        while (true) {
            space();
            if (take('}')) {
                return made;
            }
            Spot member = new Spot(position());
            String name = name();
            path.addLast(name);
            if (made.has(name)) {
                throw fault("Can not add property " + name
                        + " to an object. Property with the same name already exists on object");
            }
            space();
            if (!take(':')) {
                throw fault("Invalid character after parsing property name. Expected ':' but got: " + shown());
            }
            space();
            made.set(name, value(member));
            spot.put(name, member);
            path.removeLast();
            space();
            if (!take(',') && !peek('}')) {
                throw fault("After parsing a value an unexpected character was encountered: " + shown());
            }
        }
    }

    private ArrayNode array(Spot spot) {
        ArrayNode made = NODES.arrayNode();
        step();
        while (true) {
            space();
            if (take(']')) {
                return made;
            }
            Spot item = new Spot(position());
            String index = Integer.toString(made.size());
            path.addLast(index);
            made.add(value(item));
            spot.put(index, item);
            path.removeLast();
            space();
            if (!take(',') && !peek(']')) {
                throw fault("After parsing a value an unexpected character was encountered: " + shown());
            }
        }
    }

    private String name() {
        if (atEnd()) {
            throw fault("Unexpected end when reading an object");
        }
        char c = text.charAt(at);
        if (c == '"' || c == '\'') {
            return string(c);
        }
        int start = at;
        while (!atEnd() && isNamePart(text.charAt(at))) {
            step();
        }
        if (start == at) {
            throw fault("Invalid property identifier character: " + shown());
        }
        return text.substring(start, at);
    }

    private static boolean isNamePart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$';
    }

    private String string(char quote) {
        step();
        StringBuilder made = new StringBuilder();
        while (true) {
            if (atEnd()) {
                throw fault("Unterminated string. Expected delimiter: " + quote);
            }
            char c = text.charAt(at);
            step();
            if (c == quote) {
                return made.toString();
            }
            if (c == '\\') {
                escape(made);
            } else {
                made.append(c);
            }
        }
    }

    private void escape(StringBuilder made) {
        if (atEnd()) {
            throw fault("Unterminated string");
        }
        char c = text.charAt(at);
        switch (c) {
            case '"', '\'', '\\', '/' -> made.append(c);
            case 'b' -> made.append('\b');
            case 'f' -> made.append('\f');
            case 'n' -> made.append('\n');
            case 'r' -> made.append('\r');
            case 't' -> made.append('\t');
            case 'u' -> {
                made.append(unicode());
                at += 4;
            }
            default -> throw fault("Bad JSON escape sequence: \\" + c);
        }
        step();
    }

    private char unicode() {
        if (at + 5 > text.length()) {
            throw fault("Unexpected end while parsing a Unicode escape sequence");
        }
        int code = 0;
        for (int i = at + 1; i < at + 5; i++) {
            int digit = Character.digit(text.charAt(i), 16);
            if (digit < 0) {
                throw fault("Invalid Unicode escape sequence: \\" + text.substring(at, at + 5));
            }
            code = code * 16 + digit;
        }
        return (char) code;
    }

    private JsonNode number() {
        int start = at;
        while (!atEnd() && isNumberPart(text.charAt(at))) {
            step();
        }
        String written = text.substring(start, at);
        if (written.length() > LONGEST_NUMBER || !written.matches("-?[0-9]+(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]{1,4})?")) {
            throw fault("Input string '" + written + "' is not a valid number");
        }
        if (written.matches("-?[0-9]+")) {
            return whole(new BigInteger(written));
        }
        return NODES.numberNode(new BigDecimal(written));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isNumberPart(char c) {
        return isDigit(c) || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
    }

    private static JsonNode whole(BigInteger value) {
        if (value.bitLength() < 32) {
            return NODES.numberNode(value.intValueExact());
        }
        return value.bitLength() < 64 ? NODES.numberNode(value.longValueExact()) : NODES.numberNode(value);
    }

    private JsonNode literal() {
        for (String word : new String[] {"true", "false", "null"}) {
            int end = at + word.length();
            if (text.startsWith(word, at) && (end == text.length() || !isNamePart(text.charAt(end)))) {
                at = end;
                return word.equals("null") ? NODES.nullNode() : NODES.booleanNode(word.equals("true"));
            }
        }
        throw fault("Unexpected character encountered while parsing value: " + shown());
    }

    /// White space and comments.
    private void space() {
        while (!atEnd()) {
            char c = text.charAt(at);
            if (text.startsWith("//", at)) {
                while (!atEnd() && text.charAt(at) != '\n') {
                    step();
                }
            } else if (text.startsWith("/*", at)) {
                comment();
            } else if (Character.isWhitespace(c) || c == '\u00A0' || c == '\uFEFF') {
                step();
            } else {
                return;
            }
        }
    }

    private void comment() {
        int end = text.indexOf("*/", at + 2);
        if (end < 0) {
            throw fault("Unexpected end while parsing comment");
        }
        while (at < end + 2) {
            step();
        }
    }

    private void step() {
        if (!atEnd() && text.charAt(at) == '\n') {
            line++;
            lineStart = at + 1;
        }
        at++;
    }

    private boolean atEnd() {
        return at >= text.length();
    }

    private boolean peek(char c) {
        return !atEnd() && text.charAt(at) == c;
    }

    private boolean take(char c) {
        boolean there = peek(c);
        if (there) {
            step();
        }
        return there;
    }

    private String shown() {
        return atEnd() ? "the end" : text.substring(at, at + Character.charCount(text.codePointAt(at)));
    }

    private Position position() {
        return new Position(line, Math.max(1, at - lineStart + 1));
    }

    private UnreadableException fault(String message) {
        StringBuilder pointer = new StringBuilder();
        for (Iterator<String> steps = path.iterator(); steps.hasNext(); ) {
            pointer.append('/').append(PointerSteps.escape(steps.next()));
        }
        return new UnreadableException(message, pointer.toString(), position());
    }
}
