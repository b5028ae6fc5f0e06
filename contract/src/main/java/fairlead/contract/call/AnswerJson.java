package fairlead.contract.call;

import fairlead.handler.Progress;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Answers as they are written down.
public final class AnswerJson {

    /// No report is helped by more.
    private static final int MOST_VALUES = 5_000;

    private static final int LONGEST = 20_000;

    /// What is shown of a text that is longer.
    private static final int BEGINNING = 100;

    private AnswerJson() {}

    public static ObjectNode of(Object answer) {
        return switch (answer) {
            case Progress progress -> of(progress);
            case ListAnswer.Paged(var page) -> {
                ObjectNode json = status("SUCCESS");
                ArrayNode models = json.putArray("identifiers");
                page.identifiers().forEach(entry -> models.add(copy(entry)));
                page.next().ifPresent(next -> json.put("nextToken", next));
                yield json;
            }
            case ListAnswer.Refused(var code, var message) ->
                status("FAILED").put("errorCode", code.wireName()).put("message", message);
            default -> status(answer.toString());
        };
    }

    private static ObjectNode of(Progress progress) {
        return switch (progress) {
            case Progress.Done(var model) -> status("SUCCESS").set("model", copy(model));
            case Progress.Gone() -> status("SUCCESS");
            case Progress.Again again -> {
                ObjectNode json = status("IN_PROGRESS");
                json.put("callbackDelaySeconds", again.after().toMillis() / 1000.0);
                json.set("model", copy(again.properties()));
                json.set("memo", copy(again.memo()));
                yield json;
            }
            case Progress.Failed(var code, var message) ->
                status("FAILED").put("errorCode", code.wireName()).put("message", message);
        };
    }

    private static ObjectNode status(String status) {
        return JsonNodeFactory.instance.objectNode().put("status", status);
    }

    /// A copy, in which something else stands for what is very large.
    public static ObjectNode copy(ObjectNode node) {
        int[] values = {0};
        return copy(node, values) instanceof ObjectNode object && values[0] <= MOST_VALUES
                ? object
                : JsonNodeFactory.instance.objectNode().put("leftOut", "more than %d values".formatted(MOST_VALUES));
    }

    private static JsonNode copy(JsonNode node, int[] values) {
        if (++values[0] > MOST_VALUES) {
            return node;
        }
        return switch (node) {
            case ObjectNode object -> {
                ObjectNode copy = JsonNodeFactory.instance.objectNode();
                object.forEachEntry((name, value) -> copy.set(name, copy(value, values)));
                yield copy;
            }
            case ArrayNode array -> {
                ArrayNode copy = JsonNodeFactory.instance.arrayNode();
                array.forEach(value -> copy.add(copy(value, values)));
                yield copy;
            }
            default ->
                node.isString() && node.stringValue().length() > LONGEST
                        ? JsonNodeFactory.instance.stringNode("%s… (%d characters)"
                                .formatted(
                                        beginning(node.stringValue(), BEGINNING),
                                        node.stringValue().length()))
                        : node;
        };
    }

    /// The first so many characters of a text, one less where a surrogate pair would be cut.
    public static String beginning(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
    }
}
