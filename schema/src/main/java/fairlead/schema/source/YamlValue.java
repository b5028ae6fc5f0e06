package fairlead.schema.source;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.nodes.Tag;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// A scalar of YAML 1.2's core schema as a value of JSON. There are no timestamps in it, and `yes` and `no` are
/// texts.
final class YamlValue {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Pattern NULL = Pattern.compile("|~|null|Null|NULL");
    private static final Pattern BOOLEAN = Pattern.compile("true|True|TRUE|false|False|FALSE");
    private static final Pattern INTEGER = Pattern.compile("[-+]?[0-9]+");
    private static final Pattern OTHER_BASE = Pattern.compile("0o[0-7]+|0x[0-9a-fA-F]+");
    private static final Pattern FRACTION =
            Pattern.compile("[-+]?(?:\\.[0-9]+|[0-9]+(?:\\.[0-9]*)?)(?:[eE][-+]?[0-9]{1,9})?");
    private static final Pattern NO_NUMBER = Pattern.compile("[-+]?\\.(?:inf|Inf|INF)|\\.(?:nan|NaN|NAN)");
    private static final int MOST_DIGITS = 1000;

    private YamlValue() {}

    static boolean isText(ScalarEvent scalar) {
        String text = scalar.getValue();
        boolean told = scalar.getTag().filter(tag -> !tag.equals("!")).isPresent();
        return told
                ? scalar.getTag().get().equals(Tag.STR.getValue())
                : !(NULL.matcher(text).matches()
                        || BOOLEAN.matcher(text).matches()
                        || INTEGER.matcher(text).matches()
                        || OTHER_BASE.matcher(text).matches()
                        || FRACTION.matcher(text).matches()
                        || NO_NUMBER.matcher(text).matches());
    }

    static JsonNode of(ScalarEvent scalar) {
        String text = scalar.getValue();
        String tag = scalar.getTag().filter(name -> !name.equals("!")).orElse("");
        if (tag.equals(Tag.STR.getValue()) || (tag.isEmpty() && !scalar.isPlain())) {
            return NODES.stringNode(text);
        }
        JsonNode value = plain(text);
        boolean fits = tag.isEmpty()
                || (tag.equals(Tag.INT.getValue()) && value.isIntegralNumber())
                || (tag.equals(Tag.FLOAT.getValue()) && value.isNumber())
                || (tag.equals(Tag.BOOL.getValue()) && value.isBoolean())
                || (tag.equals(Tag.NULL.getValue()) && value.isNull());
        if (!fits) {
            throw new IllegalArgumentException("expected a value that JSON has, found one with the tag " + tag);
        }
        return value;
    }

    private static JsonNode plain(String text) {
        if (NULL.matcher(text).matches()) {
            return NODES.nullNode();
        }
        if (BOOLEAN.matcher(text).matches()) {
            return NODES.booleanNode(Character.toLowerCase(text.charAt(0)) == 't');
        }
        if (NO_NUMBER.matcher(text).matches()) {
            throw new IllegalArgumentException("expected a number that JSON has, found " + text);
        }
        boolean tooLong = text.length() > MOST_DIGITS;
        if (!tooLong && INTEGER.matcher(text).matches()) {
            return integer(new BigInteger(text));
        }
        if (!tooLong && OTHER_BASE.matcher(text).matches()) {
            return integer(new BigInteger(text.substring(2), text.charAt(1) == 'o' ? 8 : 16));
        }
        return !tooLong && FRACTION.matcher(text).matches()
                ? NODES.numberNode(new BigDecimal(text))
                : NODES.stringNode(text);
    }

    private static JsonNode integer(BigInteger number) {
        if (number.bitLength() < Integer.SIZE) {
            return NODES.numberNode(number.intValue());
        }
        return number.bitLength() < Long.SIZE ? NODES.numberNode(number.longValue()) : NODES.numberNode(number);
    }
}
