package fairlead.server.access.policy.rule;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.StringNode;

/// The functions that a value of a rule may call, all that there are.
///
/// Implements the part of "Policy functions" that the reference of guardrails lists.
public enum TemplateFunction {
    PARAMETERS("parameters", 1, 1, "The value of a parameter."),
    FIELD("field", 1, 1, "The value of a field; of a field of each element, a list."),
    CONCAT("concat", 1, 32, "The texts, or the lists, one after the other."),
    TO_LOWER("toLower", 1, 1, "The text in lower case."),
    RESOURCE_GROUP("resourceGroup", 0, 0, "The group: `.id`, `.name`, `.location`, `.tags`, `.tags['owner']`."),
    SUBSCRIPTION("subscription", 0, 0, "The subscription: `.subscriptionId`."),
    CURRENT("current", 0, 1, "In a `count`: the element, by its name or its field; without one, of the innermost."),
    IF("if", 3, 3, "The second if the first is true, else the third."),
    EMPTY("empty", 1, 1, "Whether the text, list or object is empty, or there is none."),
    LENGTH("length", 1, 1, "How many characters, elements or members it has.");

    private final String text;
    private final int fewest;
    private final int most;
    private final String says;

    TemplateFunction(String text, int fewest, int most, String says) {
        this.text = text;
        this.fewest = fewest;
        this.most = most;
        this.says = says;
    }

    static Optional<TemplateFunction> find(String name) {
        return Stream.of(values())
                .filter(one -> one.text.equalsIgnoreCase(name))
                .findFirst();
    }

    /// As rules call it.
    public String text() {
        return text;
    }

    /// What it gives, for the reference.
    public String says() {
        return says;
    }

    boolean takes(int arguments) {
        return arguments >= fewest && arguments <= most;
    }

    String arguments() {
        return fewest == most ? Integer.toString(fewest) : fewest + " to " + most;
    }

    static JsonNode concat(List<JsonNode> parts) {
        if (parts.stream().allMatch(JsonNode::isArray)) {
            ArrayNode all = JsonNodeFactory.instance.arrayNode();
            parts.forEach(part -> part.forEach(all::add));
            return all;
        }
        StringBuilder text = new StringBuilder();
        parts.forEach(part -> text.append(Json.text(part)));
        return StringNode.valueOf(text.toString());
    }

    static JsonNode toLower(List<JsonNode> parts) {
        return StringNode.valueOf(Json.text(parts.getFirst()).toLowerCase(Locale.ROOT));
    }

    static JsonNode choose(List<JsonNode> parts) {
        return Json.text(parts.getFirst()).equalsIgnoreCase("true") ? parts.get(1) : parts.get(2);
    }

    static JsonNode empty(List<JsonNode> parts) {
        return BooleanNode.valueOf(size(parts.getFirst()) == 0);
    }

    static JsonNode length(List<JsonNode> parts) {
        return IntNode.valueOf(size(parts.getFirst()));
    }

    private static int size(JsonNode value) {
        return value.isContainer() ? value.size() : Json.text(value).length();
    }
}
