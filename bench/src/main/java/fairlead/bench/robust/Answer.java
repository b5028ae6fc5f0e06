package fairlead.bench.robust;

import java.net.http.HttpHeaders;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// What came of a request.
///
/// @param status 0 if it is unknown whether the request arrived, -1 if it never left
/// @param begin before it was sent
/// @param end after the answer came
record Answer(int status, JsonNode body, HttpHeaders headers, long begin, long end) {

    private static final HttpHeaders NO_HEADERS = HttpHeaders.of(Map.of(), (_, _) -> true);
    private static final int LOST = 0;
    private static final int UNSENT = -1;

    static Answer lost(long begin) {
        return new Answer(LOST, MissingNode.getInstance(), NO_HEADERS, begin, System.nanoTime());
    }

    static Answer unsent(long begin) {
        return new Answer(UNSENT, MissingNode.getInstance(), NO_HEADERS, begin, System.nanoTime());
    }

    boolean succeeded() {
        return status >= 200 && status < 300;
    }

    /// Whether the request may have been carried out although no answer said so.
    boolean isUnknown() {
        return status == LOST || (status >= 500 && !isOverload());
    }

    /// Whether the server has refused to look at the request.
    boolean isOverload() {
        return status == 429 || (status == 503 && code().equals("ServerBusy"));
    }

    /// The code of an error, whichever door has answered.
    String code() {
        String type = body.path("__type").asString("");
        return type.isEmpty() ? body.path("error").path("code").asString("") : type.replaceAll(".*#", "");
    }

    String header(String name) {
        return headers.firstValue(name).orElse("");
    }

    /// How far the resource is that was answered.
    String state() {
        return body.path("properties").path("provisioningState").asString("");
    }

    String text() {
        return body.path("properties").path("Text").asString("");
    }

    String identifier() {
        return body.path("properties").path("Id").asString("");
    }

    /// For evidence.
    String shown() {
        return status + " " + body;
    }
}
