package fairlead.armtemplate.function;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What values of the template language are: JSON, whose names may be written in any case.
public final class Values {

    /// How deep a value may be.
    private static final int DEEPEST = 300;

    static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /// Names in the order of objects: whatever the case, small letters before capital ones.
    static final Comparator<String> BY_NAME = Comparator.comparing((String name) -> name.toLowerCase(Locale.ROOT))
            .thenComparing(Comparator.reverseOrder());

    private Values() {}

    /// A whole number in the form in which it would be read from JSON.
    public static JsonNode integer(long value) {
        return value == (int) value ? NODES.numberNode((int) value) : NODES.numberNode(value);
    }

    static JsonNode number(BigDecimal value) {
        return NODES.numberNode(value);
    }

    public static JsonNode text(String value) {
        return NODES.stringNode(value);
    }

    static JsonNode bool(boolean value) {
        return NODES.booleanNode(value);
    }

    static ArrayNode array() {
        return NODES.arrayNode();
    }

    static ObjectNode object() {
        return NODES.objectNode();
    }

    /// What the kind of a value is called in messages.
    public static String kind(JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING -> "String";
            case NUMBER -> value.isIntegralNumber() ? "Integer" : "Float";
            case BOOLEAN -> "Boolean";
            case OBJECT -> "Object";
            case ARRAY -> "Array";
            case NULL, MISSING -> "Null";
            case BINARY, POJO -> "Undefined";
        };
    }

    /// The name that an object really has for a name in any case.
    public static Optional<String> name(JsonNode object, String name) {
        if (object.has(name)) {
            return Optional.of(name);
        }
        return object.propertyNames().stream()
                .filter(other -> other.equalsIgnoreCase(name))
                .findFirst();
    }

    /// A member of an object, by its name in any case.
    public static Optional<JsonNode> member(JsonNode object, String name) {
        return name(object, name).map(object::get);
    }

    /// Whether two values are the same, down to their leaves; a number is the same as another that is
    /// written otherwise.
    public static boolean same(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue()) == 0;
        }
        if (one.isObject() && other.isObject()) {
            return one.size() == other.size()
                    && one.properties().stream().allMatch(member -> {
                        JsonNode counterpart = other.get(member.getKey());
                        return counterpart != null && same(member.getValue(), counterpart);
                    });
        }
        if (one.isArray() && other.isArray()) {
            boolean same = one.size() == other.size();
            for (int i = 0; same && i < one.size(); i++) {
                same = same(one.get(i), other.get(i));
            }
            return same;
        }
        return one.equals(other);
    }

    static boolean holds(JsonNode array, JsonNode item) {
        for (JsonNode other : array) {
            if (same(other, item)) {
                return true;
            }
        }
        return false;
    }

    /// A value as text: what `string` and the placeholders of `format` make of it.
    ///
    /// @param quote the quotation mark of JSON, `"` or `'`
    static String shown(JsonNode value, char quote) {
        return switch (value.getNodeType()) {
            case STRING -> value.stringValue();
            case BOOLEAN -> value.booleanValue() ? "True" : "False";
            case NUMBER -> digits(value);
            case NULL, MISSING -> "";
            case OBJECT, ARRAY, BINARY, POJO -> {
                StringBuilder made = new StringBuilder();
                json(value, quote, made);
                yield made.toString();
            }
        };
    }

    static String shown(JsonNode value) {
        return shown(value, '"');
    }

    private static String digits(JsonNode number) {
        return number.isIntegralNumber()
                ? number.bigIntegerValue().toString()
                : number.decimalValue().toString();
    }

    private static void json(JsonNode value, char quote, StringBuilder made) {
        switch (value.getNodeType()) {
            case OBJECT -> {
                made.append('{');
                String comma = "";
                for (Map.Entry<String, JsonNode> member : value.properties()) {
                    made.append(comma);
                    quoted(member.getKey(), quote, made);
                    made.append(':');
                    json(member.getValue(), quote, made);
                    comma = ",";
                }
                made.append('}');
            }
            case ARRAY -> {
                made.append('[');
                String comma = "";
                for (JsonNode item : value) {
                    made.append(comma);
                    json(item, quote, made);
                    comma = ",";
                }
                made.append(']');
            }
            case STRING -> quoted(value.stringValue(), quote, made);
            case NUMBER -> made.append(digits(value));
            case BOOLEAN -> made.append(value.booleanValue());
            case NULL, MISSING, BINARY, POJO -> made.append("null");
        }
    }

    private static void quoted(String text, char quote, StringBuilder made) {
        made.append(quote);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\\' -> made.append("\\\\");
                case '\n' -> made.append("\\n");
                case '\r' -> made.append("\\r");
                case '\t' -> made.append("\\t");
                case '\b' -> made.append("\\b");
                case '\f' -> made.append("\\f");
                default -> {
                    if (c == quote) {
                        made.append('\\').append(c);
                    } else if (c < ' ' || c == '\u0085' || c == '\u2028' || c == '\u2029') {
                        made.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                    } else {
                        made.append(c);
                    }
                }
            }
        }
        made.append(quote);
    }

    /// The JSON of a value as .NET writes it without white space.
    public static String json(JsonNode value) {
        StringBuilder made = new StringBuilder();
        json(value, '"', made);
        return made.toString();
    }

    /// How large a value is in characters and items, counted no further than a limit. What is nested too
    /// deep is larger than any limit.
    public static long size(JsonNode value, long limit) {
        return size(value, limit, 0);
    }

    private static long size(JsonNode value, long limit, int depth) {
        if (depth > DEEPEST) {
            return limit + 1;
        }
        long size = 1;
        if (value.isString()) {
            size += value.stringValue().length();
        } else if (value.isContainer()) {
            for (JsonNode part : value) {
                if (size > limit) {
                    return size;
                }
                size += 1 + size(part, limit - size, depth + 1);
            }
        }
        return size;
    }

    /// The names of an object by their forms in lower case.
    static Map<String, String> names(JsonNode object) {
        Map<String, String> names = new HashMap<>();
        object.propertyNames().forEach(name -> names.putIfAbsent(name.toLowerCase(Locale.ROOT), name));
        return names;
    }

    static Optional<Long> exactLong(JsonNode number) {
        BigDecimal value = number.decimalValue();
        if (value.precision() - value.scale() > 20) {
            return Optional.empty();
        }
        try {
            BigInteger whole = value.toBigIntegerExact();
            return whole.bitLength() < 64 ? Optional.of(whole.longValueExact()) : Optional.empty();
        } catch (ArithmeticException notWhole) {
            return Optional.empty();
        }
    }
}
