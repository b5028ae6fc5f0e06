package fairlead.cli.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// An error document of the server: `{"error": {code, message, target, details}}`.
///
/// @param status the HTTP status; 0 where the error came inside an operation
/// @param details all inner errors, flattened, each with its JSON Pointer if it has one
/// @param source what finds it in the server's log: the request id, or the operation
public record Problem(int status, String code, String message, List<Detail> details, Optional<String> source) {

    /// One of several faults.
    public record Detail(String target, String code, String message) {}

    public Problem {
        details = List.copyOf(details);
    }

    static Problem of(Answer answer) {
        Optional<String> source =
                answer.header("x-ms-request-id").map(id -> "request " + id + " (" + requestLine(answer) + ")");
        JsonNode error = answer.json().path("error");
        if (error.path("code").isString()) {
            return of(answer.status(), error, source);
        }
        String message = "The server answered " + answer.status() + " to " + requestLine(answer);
        return new Problem(answer.status(), "HTTP " + answer.status(), message, List.of(), source);
    }

    /// The error of that JSON object.
    public static Problem of(int status, JsonNode error, Optional<String> source) {
        List<Detail> details = new ArrayList<>();
        error.path("details").forEach(detail -> flatten(detail, details));
        String target = error.path("target").asString("");
        String message = error.path("message").asString("The server gave no message.");
        if (details.isEmpty() && !target.isEmpty()) {
            details.add(new Detail(target, "", ""));
        }
        return new Problem(status, error.path("code").asString("Unknown"), message, details, source);
    }

    /// The same, as what it is: the end of an operation and not of a request.
    public Problem ofOperation() {
        return new Problem(0, code, message, details, source);
    }

    private static void flatten(JsonNode error, List<Detail> details) {
        if (error.path("details").isEmpty()) {
            details.add(new Detail(
                    error.path("target").asString(""),
                    error.path("code").asString(""),
                    error.path("message").asString("")));
        }
        error.path("details").forEach(inner -> flatten(inner, details));
    }

    private static String requestLine(Answer answer) {
        return answer.method() + " " + answer.url().getRawPath();
    }
}
