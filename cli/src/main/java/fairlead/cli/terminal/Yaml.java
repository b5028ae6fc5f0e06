package fairlead.cli.terminal;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

/// Writes JSON as YAML that every reader of YAML 1.1 or 1.2 reads as the same: objects and lists as blocks, and a text
/// in
/// quotes unless it can be nothing else.
public final class Yaml {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_/][A-Za-z0-9_./@+-]*");
    private static final Set<String> WORDS = Set.of("null", "true", "false", "yes", "no", "on", "off", "y", "n");

    private final StringBuilder text = new StringBuilder();

    private Yaml() {}

    /// A document that others may follow.
    public static String document(JsonNode value) {
        Yaml yaml = new Yaml();
        yaml.text.append("---");
        yaml.value(value, 0);
        return yaml.text.toString();
    }

    /// What follows a name or a dash, to the end of its lines.
    private void value(JsonNode value, int indent) {
        if (value.isContainer() && !value.isEmpty()) {
            text.append('\n');
            block(value, indent);
        } else {
            text.append(' ').append(scalar(value)).append('\n');
        }
    }

    private void block(JsonNode value, int indent) {
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            text.repeat(' ', indent).append(quoted(member.getKey())).append(':');
            value(member.getValue(), indent + 2);
        }
        if (value.isArray()) {
            for (JsonNode item : value) {
                text.repeat(' ', indent).append('-');
                value(item, indent + 2);
            }
        }
    }

    private static String scalar(JsonNode value) {
        return value.isString() ? quoted(value.stringValue()) : value.isContainer() ? empty(value) : value.toString();
    }

    private static String empty(JsonNode value) {
        return value.isArray() ? "[]" : "{}";
    }

    private static String quoted(String value) {
        boolean plain = PLAIN.matcher(value).matches() && !WORDS.contains(value.toLowerCase(Locale.ROOT));
        return plain ? value : JsonMapper.shared().writeValueAsString(StringNode.valueOf(value));
    }
}
