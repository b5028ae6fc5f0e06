package fairlead.host.wire;

import fairlead.handler.Client;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// What a handler asks the control plane for in a call, as a document: the three verbs of [Client].
///
/// @param call in which it is asked
public record Question(long call, Verb verb, String id, Optional<ObjectNode> resource) {

    /// What is asked for.
    public enum Verb {
        PUT,
        GET,
        DELETE
    }

    public ObjectNode encode() {
        ObjectNode document = Json.object()
                .put("call", Long.toString(call))
                .put("verb", verb.name())
                .put("id", id);
        resource.ifPresent(given -> document.set("resource", given));
        return document;
    }

    public static Question decode(ObjectNode document) throws Garbled {
        try {
            return new Question(
                    Long.parseLong(Json.text(document, "call")),
                    Verb.valueOf(Json.text(document, "verb")),
                    Json.text(document, "id"),
                    Json.optionalObject(document, "resource"));
        } catch (IllegalArgumentException unknown) {
            throw new Garbled("no question: " + unknown.getMessage());
        }
    }

    /// The answer of the control plane, as a document: the resource, or none; or whether it is gone.
    public ObjectNode answered(Client client) throws Garbled {
        ObjectNode answer = Json.object();
        switch (verb) {
            case PUT ->
                answer.set("resource", client.put(id, resource.orElseThrow(() -> new Garbled("nothing to put"))));
            case GET -> client.get(id).ifPresent(found -> answer.set("resource", found));
            case DELETE -> answer.put("gone", client.delete(id));
        }
        return answer;
    }
}
