package fairlead.server.stack.deployment;

import fairlead.server.operation.Failure;
import fairlead.server.problem.Problem;
import fairlead.server.resource.document.Documents;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Errors in the form in which deployments show them: `code`, `message`, `target`, `details`.
public final class DeploymentErrors {

    private DeploymentErrors() {}

    public static ObjectNode of(String code, String message) {
        return Documents.empty().put("code", code).put("message", message);
    }

    public static ObjectNode of(Problem problem) {
        ObjectNode error = of(problem.code().text(), problem.message());
        problem.target().ifPresent(target -> error.put("target", target));
        if (!problem.details().isEmpty()) {
            ArrayNode details = error.putArray("details");
            problem.details()
                    .forEach(detail -> details.addObject()
                            .put("code", detail.id())
                            .put("message", detail.message())
                            .put("target", detail.target()));
        }
        return error;
    }

    public static ObjectNode of(Failure failure) {
        ObjectNode error = of(failure.code().text(), failure.message());
        if (!failure.details().isEmpty()) {
            ArrayNode details = error.putArray("details");
            failure.details()
                    .forEach(part -> details.addObject()
                            .put("code", part.code().text())
                            .put("message", part.message())
                            .put("target", part.target()));
        }
        return error;
    }

    /// The same with other messages.
    public static ObjectNode inOtherWords(ObjectNode error, UnaryOperator<String> words) {
        ObjectNode told = error.deepCopy();
        told.put("message", words.apply(error.path("message").asString("")));
        if (told.path("details") instanceof ArrayNode details) {
            details.forEach(detail -> ((ObjectNode) detail)
                    .put("message", words.apply(detail.path("message").asString(""))));
        }
        return told;
    }

    /// The status word of an operation that was refused.
    static String word(Problem problem) {
        return switch (problem.status()) {
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "NotFound";
            case 409 -> "Conflict";
            case 412 -> "PreconditionFailed";
            case 429 -> "TooManyRequests";
            default -> problem.status() < 500 ? "BadRequest" : "InternalServerError";
        };
    }
}
