package fairlead.server.cloudcontrol;

import fairlead.handler.ErrorCode;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Code;
import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Problems as the exceptions of the "AWS Cloud Control API".
///
/// What a repetition can't heal is a 400, whatever status the service's model names: that is what the service
/// sends, and clients repeat everything from 500 up for minutes.
final class CloudControlErrors {

    private static final String INTERNAL = "ServiceInternalErrorException";

    private CloudControlErrors() {}

    /// @param code the name of an exception
    record Fault(int status, String code, String message) {}

    /// What stops a request with this exception.
    static ProblemException refused(ProblemCode exception, String message) {
        return new ProblemException(new Problem.BadRequest(exception, message));
    }

    static ProblemException invalid(String message) {
        return refused(ProblemCode.VALIDATION_EXCEPTION, message);
    }

    static Response response(Request request, Problem problem) {
        Fault fault = of(problem);
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("__type", "com.amazon.cloudapiservice#" + fault.code());
        body.put("message", fault.message());
        return JsonAnswer.of(request, fault.status(), JsonMapper.shared().writeValueAsBytes(body))
                .with("x-amzn-ErrorType", fault.code());
    }

    static Fault of(Problem problem) {
        return switch (problem) {
            case Problem.Listed listed ->
                new Fault(status(listed.code()), listed.code().cloudControl(), message(listed));
            case Problem.SignatureRefused(var flaw, var message) -> new Fault(flaw.status(), flaw.jsonCode(), message);
            case Problem.OperationFailed(var code, var message, var _) -> failed(code, message);
            case Problem.CellTrouble(var status, var _, var message) -> new Fault(status, INTERNAL, message);
            case Problem.OfCell(var status, var _, var message) ->
                status < 500
                        ? new Fault(400, ProblemCode.INVALID_REQUEST_EXCEPTION.text(), message)
                        : new Fault(status, INTERNAL, message);
        };
    }

    private static int status(ProblemCode code) {
        return code.status() >= 500 || code == ProblemCode.REQUEST_TIMEOUT ? code.status() : 400;
    }

    private static String message(Problem.Listed problem) {
        return switch (problem) {
            case Problem.Busy(var resource, var operation, var _) ->
                "Another resource operation (RequestToken " + operation + ") is currently being performed on '"
                        + resource + "'.";
            case Problem.InvalidBody body -> body(body);
            case Problem.Conflict(var code, var _, var details)
            when code == ProblemCode.PROPERTY_CHANGE_NOT_ALLOWED -> notUpdatable(details);
            case Problem.Conflict _,
                    Problem.BadRequest _,
                    Problem.NotFound _,
                    Problem.MalformedBody _,
                    Problem.Forbidden _,
                    Problem.Disallowed _,
                    Problem.ApprovalRequired _,
                    Problem.PlanChanged _,
                    Problem.Unauthenticated _,
                    Problem.PreconditionFailed _,
                    Problem.Misdirected _,
                    Problem.TooManyRequests _,
                    Problem.StorageFull _,
                    Problem.Unavailable _,
                    Problem.Overloaded _,
                    Problem.AuditExportBehind _,
                    Problem.Paused _,
                    Problem.AccessDataTooOld _,
                    Problem.RequestTimeout _,
                    Problem.HandlerTooSlow _,
                    Problem.Internal _,
                    Problem.BodyTooLarge _,
                    Problem.UnsupportedMediaType _,
                    Problem.MethodNotAllowed _,
                    Problem.HistoryGone _ -> problem.message();
        };
    }

    private static String notUpdatable(List<Detail> details) {
        String groups = details.stream()
                .map(detail -> detail.id().equals("model.read-only") ? "readOnlyProperties" : "createOnlyProperties")
                .distinct()
                .map(group -> group + " ["
                        + details.stream()
                                .filter(detail ->
                                        detail.id().equals("model.read-only") == group.equals("readOnlyProperties"))
                                .map(Detail::target)
                                .collect(Collectors.joining(", "))
                        + "]")
                .collect(Collectors.joining(", "));
        return "Invalid patch update: " + groups + " cannot be updated";
    }

    private static String body(Problem.InvalidBody body) {
        return body.details().stream()
                .map(detail -> "#" + detail.target().replaceFirst("^/properties", "") + ": " + detail.message())
                .collect(Collectors.joining("\n"));
    }

    /// A handler's failure to read or to list.
    private static Fault failed(Code code, String message) {
        Optional<ErrorCode> known = code.ofHandler();
        String text = "The handler returned status FAILED: " + message + " (HandlerErrorCode: " + code.text() + ")";
        if (known.isEmpty()) {
            return new Fault(400, "PrivateTypeException", calm(text));
        }
        return switch (known.get()) {
            case NOT_FOUND -> new Fault(400, "ResourceNotFoundException", text);
            case NETWORK_FAILURE -> new Fault(502, "NetworkFailureException", calm(text));
            case SERVICE_INTERNAL_ERROR, SERVICE_TIMEOUT -> new Fault(502, INTERNAL, calm(text));
            case INTERNAL_FAILURE -> new Fault(400, "HandlerFailureException", calm(text));
            case HANDLER_INTERNAL_FAILURE -> new Fault(400, "HandlerInternalFailureException", calm(text));
            case ACCESS_DENIED, UNAUTHORIZED_TAGGING_OPERATION -> new Fault(400, "AccessDeniedException", calm(text));
            case INVALID_TYPE_CONFIGURATION -> new Fault(400, "InvalidRequestException", calm(text));
            case NOT_UPDATABLE,
                    INVALID_REQUEST,
                    INVALID_CREDENTIALS,
                    ALREADY_EXISTS,
                    RESOURCE_CONFLICT,
                    THROTTLING,
                    SERVICE_LIMIT_EXCEEDED,
                    NOT_STABILIZED,
                    GENERAL_SERVICE_EXCEPTION -> new Fault(400, exception(known.get()), calm(text));
        };
    }

    private static String exception(ErrorCode code) {
        return code == ErrorCode.GENERAL_SERVICE_EXCEPTION ? code.wireName() : code.wireName() + "Exception";
    }

    /// Terraform takes a resource for gone if it reads "not found" in any error.
    private static String calm(String text) {
        return text.replaceAll("(?i)not found", "missing");
    }
}
