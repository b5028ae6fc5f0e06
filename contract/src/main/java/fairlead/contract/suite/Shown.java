package fairlead.contract.suite;

import fairlead.contract.suite.Calls.Listed;
import fairlead.handler.Progress;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Answers as they are written down.
final class Shown {

    private Shown() {}

    static ObjectNode of(Object answer) {
        return switch (answer) {
            case Progress progress -> of(progress);
            case Listed.Paged(var page) -> {
                ObjectNode json = status("SUCCESS");
                ArrayNode models = json.putArray("identifiers");
                page.identifiers().forEach(entry -> models.add(entry.deepCopy()));
                page.next().ifPresent(next -> json.put("nextToken", next));
                yield json;
            }
            case Listed.Refused(var code, var message) ->
                status("FAILED").put("errorCode", code.wireName()).put("message", message);
            default -> status(answer.toString());
        };
    }

    private static ObjectNode of(Progress progress) {
        return switch (progress) {
            case Progress.Done(var model) -> status("SUCCESS").set("model", model.deepCopy());
            case Progress.Gone() -> status("SUCCESS");
            case Progress.Again again -> {
                ObjectNode json = status("IN_PROGRESS");
                json.put("callbackDelaySeconds", again.after().toMillis() / 1000.0);
                json.set("model", again.properties().deepCopy());
                json.set("memo", again.memo().deepCopy());
                yield json;
            }
            case Progress.Failed(var code, var message) ->
                status("FAILED").put("errorCode", code.wireName()).put("message", message);
        };
    }

    private static ObjectNode status(String status) {
        return JsonNodeFactory.instance.objectNode().put("status", status);
    }
}
