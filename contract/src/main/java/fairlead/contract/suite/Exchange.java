package fairlead.contract.suite;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// One call and its answer, as it is written down.
///
/// @param verb the handler's method
/// @param token the idempotency token
public record Exchange(String verb, String token, ObjectNode request, ObjectNode answer) {

    public ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("call", verb);
        json.put("token", token);
        json.set("request", request);
        json.set("answer", answer);
        return json;
    }
}
