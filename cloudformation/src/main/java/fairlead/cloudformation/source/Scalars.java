package fairlead.cloudformation.source;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Plain scalars of YAML 1.1 as CloudFormation reads them: `yes` and `on` are booleans, `0644` is octal, and what looks
/// like a date or a time stays a text. A fraction keeps the digits that it is written with.
final class Scalars {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int MOST_DIGITS = 1000;
    private static final Pattern NULL = Pattern.compile("|~|null|Null|NULL");
    private static final Pattern TRUE = Pattern.compile("true|True|TRUE|yes|Yes|YES|on|On|ON");
    private static final Pattern FALSE = Pattern.compile("false|False|FALSE|no|No|NO|off|Off|OFF");
    private static final Pattern DECIMAL = Pattern.compile("[-+]?(?:0|[1-9][0-9_]*)");
    private static final Pattern OCTAL = Pattern.compile("[-+]?0[0-7_]+");
    private static final Pattern HEXADECIMAL = Pattern.compile("[-+]?0x[0-9a-fA-F_]+");
    private static final Pattern BINARY = Pattern.compile("[-+]?0b[01_]+");
    private static final Pattern FRACTION =
            Pattern.compile("[-+]?(?:[0-9][0-9_]*\\.[0-9_]*|\\.[0-9][0-9_]*)(?:[eE][-+][0-9]{1,9})?");
    private static final Pattern NO_NUMBER = Pattern.compile("[-+]?\\.(?:inf|Inf|INF)|\\.(?:nan|NaN|NAN)");

    private Scalars() {}

    /// @throws IllegalArgumentException if JSON has no such value
    static JsonNode plain(String text) {
        if (NULL.matcher(text).matches()) {
            return NODES.nullNode();
        }
        if (text.length() > MOST_DIGITS) {
            return NODES.stringNode(text);
        }
        if (TRUE.matcher(text).matches()) {
            return NODES.booleanNode(true);
        }
        if (FALSE.matcher(text).matches()) {
            return NODES.booleanNode(false);
        }
        char first = text.charAt(0);
        return first == '-' || first == '+' || first == '.' || (first >= '0' && first <= '9')
                ? number(text)
                : NODES.stringNode(text);
    }

    private static JsonNode number(String text) {
        if (NO_NUMBER.matcher(text).matches()) {
            throw new IllegalArgumentException("expected a number that JSON has, found " + text);
        }
        if (DECIMAL.matcher(text).matches()) {
            return integer(text, "", 10);
        }
        if (OCTAL.matcher(text).matches() && text.matches(".*[0-7].*")) {
            return integer(text, "", 8);
        }
        if (HEXADECIMAL.matcher(text).matches()) {
            return integer(text, "0x", 16);
        }
        if (BINARY.matcher(text).matches()) {
            return integer(text, "0b", 2);
        }
        return FRACTION.matcher(text).matches()
                ? NODES.numberNode(new BigDecimal(text.replace("_", "")))
                : NODES.stringNode(text);
    }

    private static JsonNode integer(String text, String prefix, int base) {
        String digits = text.replace("_", "").replace(prefix, "");
        if (digits.isEmpty() || digits.equals("-") || digits.equals("+")) {
            return NODES.stringNode(text);
        }
        BigInteger number = new BigInteger(digits, base);
        if (number.bitLength() < Integer.SIZE) {
            return NODES.numberNode(number.intValue());
        }
        return number.bitLength() < Long.SIZE ? NODES.numberNode(number.longValue()) : NODES.numberNode(number);
    }
}
