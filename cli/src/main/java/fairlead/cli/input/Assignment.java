package fairlead.cli.input;

import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// One `-p path=value`.
///
/// A path names members separated by dots and elements in brackets: `Nodes[0].Disk.Size`. A dot within a name is
/// written `\.`. The value is JSON, or a text where it is none or where the schema allows nothing else.
///
/// @param path names, and numbers of elements in decimal
public record Assignment(List<String> path, String value) {

    private static final Pattern STEP = Pattern.compile("((?:[^.\\[\\]\\\\]|\\\\.)+)((?:\\[\\d+])*)(\\.|$)");
    private static final Pattern INDEX = Pattern.compile("\\[(\\d+)]");

    public Assignment {
        path = List.copyOf(path);
    }

    public static Assignment parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 1) {
            throw new Refused(Exit.USAGE, "-p takes name=value, found '" + text + "'");
        }
        String path = text.substring(0, equals);
        return new Assignment(steps(path), text.substring(equals + 1));
    }

    private static List<String> steps(String path) {
        List<String> steps = new ArrayList<>();
        Matcher step = STEP.matcher(path);
        int end = 0;
        while (step.lookingAt()) {
            steps.add(step.group(1).replaceAll("\\\\(.)", "$1"));
            INDEX.matcher(step.group(2)).results().forEach(index -> steps.add(index.group(1)));
            end = step.end();
            step.region(end, path.length());
        }
        if (end < path.length() || path.endsWith(".")) {
            throw new Refused(Exit.USAGE, "'" + path + "' is no path; one is Nodes[0].Disk.Size");
        }
        return steps;
    }

    public void apply(ObjectNode root, Schema schema) {
        JsonNode holder = root;
        for (int i = 0; i < path.size() - 1; i++) {
            boolean list = path.get(i + 1).matches("\\d+")
                    && !child(holder, path.get(i)).isObject();
            holder = holder(holder, path.get(i), list);
        }
        put(holder, path.getLast(), parsed(schema));
    }

    private JsonNode parsed(Schema schema) {
        boolean text = schema.isText(path) && !value.startsWith("\"") && !value.equals("null");
        try {
            return text || value.isBlank() ? StringNode.valueOf(value) : Documents.MAPPER.readTree(value);
        } catch (JacksonException noJson) {
            return StringNode.valueOf(value);
        }
    }

    private JsonNode holder(JsonNode parent, String step, boolean list) {
        JsonNode known = child(parent, step);
        if (known.isContainer()) {
            return known;
        }
        JsonNode fresh = list ? Documents.MAPPER.createArrayNode() : Documents.MAPPER.createObjectNode();
        put(parent, step, fresh);
        return fresh;
    }

    private static JsonNode child(JsonNode parent, String step) {
        return parent.isArray() ? parent.path(index(step)) : parent.path(step);
    }

    private void put(JsonNode parent, String step, JsonNode value) {
        switch (parent) {
            case ObjectNode object -> object.set(step, value);
            case ArrayNode array when index(step) < array.size() && index(step) >= 0 -> array.set(index(step), value);
            case ArrayNode array when index(step) == array.size() -> array.add(value);
            default ->
                throw new Refused(
                        Exit.USAGE, "-p " + String.join(".", path) + ": there is no place " + step + " to set");
        }
    }

    private static int index(String step) {
        return step.matches("\\d{1,6}") ? Integer.parseInt(step) : -1;
    }
}
