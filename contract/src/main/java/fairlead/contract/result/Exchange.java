package fairlead.contract.result;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// One call and its answer, as it is written down.
///
/// @param verb the handler's method
/// @param token the idempotency token
public record Exchange(String verb, String token, ObjectNode request, ObjectNode answer) {

    /// Reads what [#toJson] has written.
    public static Exchange parse(JsonNode json) {
        return new Exchange(
                json.path("call").asString(""),
                json.path("token").asString(""),
                object(json.path("request")),
                object(json.path("answer")));
    }

    private static ObjectNode object(JsonNode node) {
        return node instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
    }

    public ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("call", verb);
        json.put("token", token);
        json.set("request", request);
        json.set("answer", answer);
        return json;
    }
}
