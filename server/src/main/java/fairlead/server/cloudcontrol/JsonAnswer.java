package fairlead.server.cloudcontrol;

import fairlead.server.http.Request;
import fairlead.server.http.Response;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// An answer of the protocol: a JSON document, and the id of the request.
final class JsonAnswer {

    private static final String CONTENT_TYPE = "application/x-amz-json-1.0";

    private JsonAnswer() {}

    static Response of(Request request, ObjectNode body) {
        return of(request, 200, JsonMapper.shared().writeValueAsBytes(body));
    }

    static Response of(Request request, int status, byte[] body) {
        return Response.of(status, CONTENT_TYPE, body)
                .with("x-amzn-RequestId", request.caller().requestId());
    }
}
