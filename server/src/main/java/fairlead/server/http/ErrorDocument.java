package fairlead.server.http;

import fairlead.server.problem.Problem;
import java.time.Duration;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A problem as `{"error": {"code", "message", "target", "details", "additionalInfo"}}`: the OData v4 error format
/// that the "Azure resource provider contract" uses.
public final class ErrorDocument {

    /// Of all messages, whatever a caller would like best: what it gets is said.
    private static final String LANGUAGE = "en";

    private ErrorDocument() {}

    /// The answer with the problem's status, body and `Retry-After`.
    public static Response response(Problem problem) {
        Response response = Response.json(problem.status(), bytes(problem)).with("Content-Language", LANGUAGE);
        problem.retryAfter().ifPresent(pause -> response.with("Retry-After", Long.toString(wholeSeconds(pause))));
        return response;
    }

    /// Rounded up: who comes back sooner is refused again.
    private static long wholeSeconds(Duration pause) {
        return pause.plusNanos(999_999_999).toSeconds();
    }

    static byte[] bytes(Problem problem) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.set("error", error(problem));
        return JsonMapper.shared().writeValueAsBytes(document);
    }

    /// The problem as the value of `error`.
    public static ObjectNode error(Problem problem) {
        ObjectNode error = JsonNodeFactory.instance.objectNode();
        error.put("code", problem.code());
        error.put("message", problem.message());
        problem.target().ifPresent(target -> error.put("target", target));
        if (!problem.details().isEmpty()) {
            ArrayNode details = error.putArray("details");
            problem.details().forEach(detail -> describe(detail, details.addObject()));
        }
        return error;
    }

    private static void describe(Problem.Detail detail, ObjectNode error) {
        error.put("code", pascal(detail.id()));
        error.put("message", detail.message());
        error.put("target", detail.target());
        error.putArray("additionalInfo")
                .addObject()
                .put("type", "Finding")
                .putObject("info")
                .put("id", detail.id());
    }

    /// `model.create-only` is `ModelCreateOnly`.
    private static String pascal(String id) {
        StringBuilder code = new StringBuilder(id.length());
        boolean capital = true;
        for (int i = 0; i < id.length(); i++) {
            char c = id.charAt(i);
            boolean letter = Character.isLetterOrDigit(c);
            if (letter) {
                code.append(capital ? Character.toUpperCase(c) : c);
            }
            capital = !letter;
        }
        return code.toString();
    }
}
