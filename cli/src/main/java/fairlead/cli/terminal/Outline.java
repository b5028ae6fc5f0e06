package fairlead.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// A tree as an indented outline: `name: value`, one member a line, `-` before the elements of a list.
public final class Outline {

    private final List<String> lines = new ArrayList<>();
    private final Palette palette;

    private Outline(Palette palette) {
        this.palette = palette;
    }

    public static List<String> of(JsonNode tree, Palette palette) {
        Outline outline = new Outline(palette);
        outline.members(tree, "");
        return outline.lines;
    }

    private void members(JsonNode object, String indent) {
        object.properties().forEach(member -> {
            String label = indent + palette.dim(Text.line(member.getKey()) + ":");
            value(label, member.getValue(), indent + "  ");
        });
    }

    private void value(String label, JsonNode value, String indent) {
        if (inline(value)) {
            lines.add(label + " " + inlined(value));
            return;
        }
        lines.add(label);
        if (value.isObject()) {
            members(value, indent);
        } else {
            value.forEach(element -> element(element, indent));
        }
    }

    private void element(JsonNode element, String indent) {
        if (inline(element)) {
            lines.add(indent + "- " + inlined(element));
            return;
        }
        int first = lines.size();
        if (element.isObject()) {
            members(element, indent + "  ");
        } else {
            element.forEach(inner -> element(inner, indent + "  "));
        }
        lines.set(first, indent + "- " + lines.get(first).substring(indent.length() + 2));
    }

    private static boolean inline(JsonNode value) {
        return !value.isContainer()
                || value.isEmpty()
                || (value.isArray() && value.valueStream().noneMatch(JsonNode::isContainer));
    }

    private static String inlined(JsonNode value) {
        return value.isArray()
                ? value.valueStream().map(Outline::scalar).collect(Collectors.joining(", ", "[", "]"))
                : scalar(value);
    }

    /// A value in one cell: a text without its quotes, all else as JSON.
    public static String scalar(JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING -> Text.line(value.stringValue());
            case MISSING -> "";
            case NUMBER -> number(value);
            case ARRAY, BINARY, BOOLEAN, NULL, OBJECT, POJO -> Text.line(value.toString());
        };
    }

    private static String number(JsonNode number) {
        boolean readable =
                number.isBigDecimal() && Math.abs(number.decimalValue().scale()) < 20;
        return readable ? number.decimalValue().toPlainString() : number.toString();
    }
}
