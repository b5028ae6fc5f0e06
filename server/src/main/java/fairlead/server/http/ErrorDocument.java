package fairlead.server.http;

import fairlead.server.problem.Language;
import fairlead.server.problem.Problem;
import java.time.Duration;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A problem as `{"error": {"code", "message", "target", "details", "additionalInfo"}}`: the OData v4 error format
/// that the "Azure resource provider contract" uses.
public final class ErrorDocument {

    private ErrorDocument() {}

    /// The answer with the problem's status, body and `Retry-After`, in the language that the caller prefers.
    public static Response response(Request request, Problem problem) {
        Language language = request.language();
        Response response = inLanguage(
                Response.json(problem.status(), bytes(problem, language)),
                language.tagOf(problem.code().text()));
        if (problem instanceof Problem.Unauthenticated unknown) {
            response.with("WWW-Authenticate", unknown.challenge());
        }
        problem.retryAfter().ifPresent(pause -> response.with("Retry-After", Long.toString(wholeSeconds(pause))));
        return response;
    }

    /// Says in which language an answer is, and that others are to be had.
    public static Response inLanguage(Response response, String tag) {
        return response.with("Content-Language", tag).with("Vary", "Accept-Language");
    }

    /// Rounded up: who comes back sooner is refused again.
    private static long wholeSeconds(Duration pause) {
        return pause.plusNanos(999_999_999).toSeconds();
    }

    private static byte[] bytes(Problem problem, Language language) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.set("error", error(problem, language));
        return JsonMapper.shared().writeValueAsBytes(document);
    }

    /// The problem as the value of `error`.
    public static ObjectNode error(Problem problem, Language language) {
        ObjectNode error = JsonNodeFactory.instance.objectNode();
        error.put("code", problem.code().text());
        error.put("message", language.tell(problem.code().text(), problem.message()));
        problem.target().ifPresent(target -> error.put("target", target));
        if (!problem.details().isEmpty()) {
            ArrayNode details = error.putArray("details");
            problem.details().forEach(detail -> describe(detail, language, details.addObject()));
        }
        if (problem instanceof Problem.Disallowed(var _, var _, var violations)) {
            ArrayNode more = error.putArray("additionalInfo");
            violations.forEach(
                    violation -> more.addObject().put("type", "PolicyViolation").set("info", violation));
        }
        if (problem instanceof Problem.ApprovalRequired(var _, var approval) && approval.isPresent()) {
            error.putArray("additionalInfo")
                    .addObject()
                    .put("type", "ApprovalRequired")
                    .set("info", approval.get());
        }
        return error;
    }

    private static void describe(Problem.Detail detail, Language language, ObjectNode error) {
        error.put("code", pascal(detail.id()));
        error.put("message", language.tell(detail.id(), detail.message()));
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
