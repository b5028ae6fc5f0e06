package fairlead.smithy.protocol;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.knowledge.HttpBinding;
import software.amazon.smithy.model.knowledge.HttpBindingIndex;
import software.amazon.smithy.model.shapes.ListShape;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.Shape;
import software.amazon.smithy.model.traits.MediaTypeTrait;
import software.amazon.smithy.model.traits.TimestampFormatTrait;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Values as text: in headers, in queries, in paths.
final class HeaderText {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Model model;
    private final HttpBindingIndex bindings;

    HeaderText(Model model) {
        this.model = model;
        this.bindings = HttpBindingIndex.of(model);
    }

    /// The text of one value, which is no list.
    String text(MemberShape member, JsonNode value, HttpBinding.Location location) {
        Shape target = model.expectShape(member.getTarget());
        if (target.isTimestampShape()) {
            return Timestamps.text(Timestamps.ofDocument(value), format(member, location));
        }
        boolean encoded = location == HttpBinding.Location.HEADER
                && target.isStringShape()
                && member.getMemberTrait(model, MediaTypeTrait.class).isPresent();
        return encoded ? Blobs.base64(value.asString().getBytes(StandardCharsets.UTF_8)) : value.asString();
    }

    private TimestampFormatTrait.Format format(MemberShape member, HttpBinding.Location location) {
        return bindings.determineTimestampFormat(member, location, TimestampFormatTrait.Format.DATE_TIME);
    }

    /// The value of a header; a list is one, with commas between its elements.
    String header(MemberShape member, JsonNode value) {
        if (!(model.expectShape(member.getTarget()) instanceof ListShape list)) {
            return text(member, value, HttpBinding.Location.HEADER);
        }
        List<String> elements = new ArrayList<>();
        for (JsonNode element : value) {
            if (!element.isNull()) {
                String text = text(list.getMember(), element, HttpBinding.Location.HEADER);
                boolean plain = model.expectShape(list.getMember().getTarget()).isTimestampShape();
                elements.add(plain ? text : quoted(text));
            }
        }
        return String.join(", ", elements);
    }

    private static String quoted(String text) {
        boolean needed = text.indexOf(',') >= 0 || text.indexOf('"') >= 0 || !text.equals(text.strip());
        return needed ? '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"' : text;
    }

    /// The value that came in a header.
    JsonNode parse(MemberShape member, List<String> values) {
        Shape target = model.expectShape(member.getTarget());
        if (!(target instanceof ListShape list)) {
            return single(member, String.join(", ", values));
        }
        ArrayNode elements = NODES.arrayNode();
        boolean dates = model.expectShape(list.getMember().getTarget()).isTimestampShape()
                && format(list.getMember(), HttpBinding.Location.HEADER) == TimestampFormatTrait.Format.HTTP_DATE;
        for (String value : values) {
            for (String element : dates ? dates(value) : elements(value)) {
                elements.add(single(list.getMember(), element));
            }
        }
        return elements;
    }

    private JsonNode single(MemberShape member, String text) {
        Shape target = model.expectShape(member.getTarget());
        try {
            return switch (target.getType()) {
                case TIMESTAMP ->
                    Timestamps.asDocument(Timestamps.parse(text, format(member, HttpBinding.Location.HEADER)));
                case BOOLEAN -> NODES.booleanNode(truth(text));
                case BYTE, SHORT, INTEGER, INT_ENUM, LONG -> NODES.numberNode(Long.parseLong(text));
                case BIG_INTEGER -> NODES.numberNode(new java.math.BigInteger(text));
                case BIG_DECIMAL -> NODES.numberNode(new java.math.BigDecimal(text));
                case FLOAT, DOUBLE -> decimal(text);
                case STRING -> NODES.stringNode(string(member, text));
                default -> NODES.stringNode(text);
            };
        } catch (IllegalArgumentException wrong) {
            throw new MalformedAnswer(member.getId() + ": found '" + text + "' in a header", wrong);
        }
    }

    private static boolean truth(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("expected true or false");
        };
    }

    private static JsonNode decimal(String text) {
        return switch (text) {
            case "NaN", "Infinity", "-Infinity" -> NODES.stringNode(text);
            default -> NODES.numberNode(new java.math.BigDecimal(text));
        };
    }

    private String string(MemberShape member, String text) {
        return member.getMemberTrait(model, MediaTypeTrait.class).isPresent()
                ? new String(Blobs.bytes(NODES.stringNode(text)), StandardCharsets.UTF_8)
                : text;
    }

    /// A date of HTTP has a comma of its own.
    private static List<String> dates(String value) {
        List<String> dates = new ArrayList<>();
        String[] parts = value.split(",", -1);
        for (int i = 0; i + 1 < parts.length; i += 2) {
            dates.add((parts[i] + "," + parts[i + 1]).strip());
        }
        return dates;
    }

    /// The elements between commas, which may be quoted.
    private static List<String> elements(String value) {
        List<String> elements = new ArrayList<>();
        int at = 0;
        while (at <= value.length() && !value.isEmpty()) {
            while (at < value.length() && value.charAt(at) == ' ') {
                at++;
            }
            StringBuilder element = new StringBuilder();
            boolean quoted = at < value.length() && value.charAt(at) == '"';
            at = quoted ? quoted(value, at + 1, element) : plain(value, at, element);
            elements.add(quoted ? element.toString() : element.toString().strip());
            at = value.indexOf(',', at);
            if (at < 0) {
                break;
            }
            at++;
        }
        return elements;
    }

    private static int quoted(String value, int from, StringBuilder element) {
        int at = from;
        for (; at < value.length() && value.charAt(at) != '"'; at++) {
            if (value.charAt(at) == '\\' && at + 1 < value.length()) {
                at++;
            }
            element.append(value.charAt(at));
        }
        return at;
    }

    private static int plain(String value, int from, StringBuilder element) {
        int comma = value.indexOf(',', from);
        int end = comma < 0 ? value.length() : comma;
        element.append(value, from, end);
        return end;
    }
}
