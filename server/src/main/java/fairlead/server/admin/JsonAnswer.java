package fairlead.server.admin;

import fairlead.server.http.Response;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// An answer of the native API: a JSON document.
final class JsonAnswer {

    private JsonAnswer() {}

    static Response of(int status, ObjectNode body) {
        return Response.json(status, JsonMapper.shared().writeValueAsBytes(body));
    }
}
