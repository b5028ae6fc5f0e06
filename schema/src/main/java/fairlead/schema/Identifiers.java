package fairlead.schema;

import fairlead.schema.draft07.JsonType;
import fairlead.schema.draft07.Place;
import fairlead.schema.draft07.Values;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The primary identifier as text: its values in the schema's order, joined by `|`.
///
/// An identifier of one property is that property's value as it is. In a composite one a `|` within a value is
/// written `\|` and a `\` is written `\\`, so that each resource has exactly one identifier and each identifier
/// exactly one reading.
final class Identifiers {

    private static final char SEPARATOR = '|';
    private static final char ESCAPE = '\\';
    private static final Pattern INTEGER = Pattern.compile("-?(0|[1-9][0-9]{0,99})");
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]{0,99})(\\.[0-9]{0,99}[1-9])?");

    private final List<PropertyPath> paths;
    private final Place root;

    Identifiers(List<PropertyPath> paths, Place root) {
        this.paths = paths;
        this.root = root;
    }

    Optional<String> join(JsonNode model) {
        if (paths.isEmpty()) {
            return Optional.empty();
        }
        List<String> parts = new ArrayList<>();
        for (PropertyPath path : paths) {
            Optional<String> part = path.value(model).flatMap(Identifiers::text);
            if (part.isEmpty()) {
                return Optional.empty();
            }
            parts.add(part.get());
        }
        return Optional.of(
                parts.size() == 1
                        ? parts.getFirst()
                        : parts.stream().map(Identifiers::escape).collect(Collectors.joining("" + SEPARATOR)));
    }

    /// A value as text; empty for what can't identify anything: nothing, null, an object, a list.
    private static Optional<String> text(JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING -> Optional.of(value.stringValue()).filter(text -> !text.isEmpty());
            case BOOLEAN -> Optional.of(value.toString());
            case NUMBER -> number(value);
            case NULL, OBJECT, ARRAY, BINARY, MISSING, POJO -> Optional.empty();
        };
    }

    private static Optional<String> number(JsonNode value) {
        if (value.isIntegralNumber()) {
            return Optional.of(value.bigIntegerValue().toString());
        }
        if ((value.isDouble() || value.isFloat()) && !Double.isFinite(value.doubleValue())) {
            return Optional.empty();
        }
        var decimal = value.decimalValue().stripTrailingZeros();
        return Math.abs((long) decimal.scale()) > 99
                ? Optional.empty()
                : Optional.of(decimal.signum() == 0 ? "0" : decimal.toPlainString());
    }

    private static String escape(String part) {
        return part.indexOf(SEPARATOR) < 0 && part.indexOf(ESCAPE) < 0
                ? part
                : part.replace("\\", "\\\\").replace("|", "\\|");
    }

    ObjectNode select(JsonNode model) {
        ObjectNode selected = JsonNodeFactory.instance.objectNode();
        for (PropertyPath path : paths) {
            path.value(model).ifPresent(value -> path.set(selected, value.deepCopy()));
        }
        return selected;
    }

    ObjectNode parse(String joined) {
        List<String> parts = paths.size() == 1 ? List.of(joined) : split(joined);
        if (parts.size() != paths.size()) {
            throw refusal(joined, "found " + parts.size() + (parts.size() == 1 ? " part" : " parts"));
        }
        ObjectNode model = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < parts.size(); i++) {
            PropertyPath path = paths.get(i);
            if (parts.get(i).isEmpty()) {
                throw refusal(joined, "found nothing for " + path.modelPointer());
            }
            path.set(model, typed(path, parts.get(i), joined));
        }
        return model;
    }

    private List<String> split(String joined) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        for (int i = 0; i < joined.length(); i++) {
            char c = joined.charAt(i);
            if (c == SEPARATOR) {
                parts.add(part.toString());
                part.setLength(0);
            } else if (c == ESCAPE) {
                i++;
                if (i == joined.length() || (joined.charAt(i) != SEPARATOR && joined.charAt(i) != ESCAPE)) {
                    throw refusal(joined, "found a \\ that is followed by neither | nor \\");
                }
                part.append(joined.charAt(i));
            } else {
                part.append(c);
            }
        }
        parts.add(part.toString());
        return parts;
    }

    /// A part as the schema types it. Where it admits strings and others the part stays a string.
    private JsonNode typed(PropertyPath path, String part, String joined) {
        int types = SchemaPaths.place(root, path).map(Place::types).orElse(JsonType.ANY);
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        if (JsonType.STRING.in(types)) {
            return nodes.stringNode(part);
        }
        boolean number = JsonType.NUMBER.in(types);
        if ((number || JsonType.INTEGER.in(types)) && INTEGER.matcher(part).matches()) {
            JsonNode value = integer(part);
            return canonical(path, part, value, joined);
        }
        if (number && NUMBER.matcher(part).matches()) {
            return canonical(path, part, nodes.numberNode(new BigDecimal(part)), joined);
        }
        if (JsonType.BOOLEAN.in(types) && (part.equals("true") || part.equals("false"))) {
            return nodes.booleanNode(part.equals("true"));
        }
        throw refusal(
                joined, "found '" + part + "' for " + path.modelPointer() + ", which is a " + JsonType.text(types));
    }

    /// As a parser would make it: the smallest kind of node that holds the number.
    private static JsonNode integer(String digits) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        if (digits.length() > 18) {
            return nodes.numberNode(new BigInteger(digits));
        }
        long value = Long.parseLong(digits);
        return value == (int) value ? nodes.numberNode((int) value) : nodes.numberNode(value);
    }

    private JsonNode canonical(PropertyPath path, String part, JsonNode value, String joined) {
        if (part.startsWith("-") && Values.equal(value, JsonNodeFactory.instance.numberNode(0))) {
            throw refusal(joined, "found '" + part + "' for " + path.modelPointer() + ", which is written 0");
        }
        return value;
    }

    private IllegalArgumentException refusal(String joined, String found) {
        String form = paths.stream().map(path -> "{" + path.name() + "}").collect(Collectors.joining("|"));
        return new IllegalArgumentException(
                "expected an identifier of the form " + form + ", " + found + " in '" + joined + "'");
    }
}
