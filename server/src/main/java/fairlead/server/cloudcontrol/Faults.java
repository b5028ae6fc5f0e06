package fairlead.server.cloudcontrol;

import fairlead.handler.ErrorCode;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
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
final class Faults {

    private static final String INVALID = "ValidationException";

    private Faults() {}

    /// @param code the name of an exception
    record Fault(int status, String code, String message) {}

    /// What stops a request with this exception.
    static ProblemException refused(String exception, String message) {
        return new ProblemException(new Problem.BadRequest(exception, message));
    }

    static ProblemException invalid(String message) {
        return refused(INVALID, message);
    }

    static Response response(Request request, Problem problem) {
        Fault fault = of(problem);
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("__type", "com.amazon.cloudapiservice#" + fault.code());
        body.put("message", fault.message());
        return CloudControlSurface.json(
                        request, fault.status(), JsonMapper.shared().writeValueAsBytes(body))
                .with("x-amzn-ErrorType", fault.code());
    }

    static Fault of(Problem problem) {
        return switch (problem) {
            case Problem.SignatureRefused(var flaw, var _, var message) ->
                new Fault(problem.status(), flaw.jsonCode(), message);
            case Problem.BadRequest(var code, var message, var _) -> new Fault(400, badRequest(code), message);
            case Problem.NotFound(var code, var message) -> new Fault(400, notFound(code), message);
            case Problem.Busy(var resource, var operation, var _) ->
                new Fault(
                        400,
                        "ConcurrentOperationException",
                        "Another resource operation (RequestToken " + operation + ") is currently being performed on '"
                                + resource + "'.");
            case Problem.Conflict conflict -> conflict(conflict);
            case Problem.OperationFailed(var code, var message, var _) -> failed(code, message);
            case Problem.MalformedBody(var message, var _) -> new Fault(400, "SerializationException", message);
            case Problem.InvalidBody body -> new Fault(400, INVALID, body(body));
            case Problem.Forbidden(var message) -> new Fault(400, "AccessDeniedException", message);
            case Problem.PreconditionFailed(var message, var _) -> new Fault(400, "ResourceConflictException", message);
            case Problem.Misdirected(var _, var message) -> new Fault(400, INVALID, message);
            case Problem.CellTrouble(var status, var _, var message) ->
                new Fault(status, "ServiceInternalErrorException", message);
            case Problem.OfCell(var status, var _, var message) ->
                status < 500
                        ? new Fault(400, "InvalidRequestException", message)
                        : new Fault(status, "ServiceInternalErrorException", message);
            case Problem.TooManyRequests _ -> new Fault(400, "ThrottlingException", problem.message());
            case Problem.StorageFull _,
                    Problem.Unavailable _,
                    Problem.Overloaded _,
                    Problem.RequestTimeout _,
                    Problem.HandlerTooSlow _,
                    Problem.Internal _ ->
                new Fault(problem.status(), "ServiceInternalErrorException", problem.message());
            case Problem.BodyTooLarge _,
                    Problem.UnsupportedMediaType _,
                    Problem.MethodNotAllowed _,
                    Problem.HistoryGone _ -> new Fault(400, INVALID, problem.message());
        };
    }

    private static String badRequest(String code) {
        if (code.endsWith("Exception")) {
            return code;
        }
        return code.equals("UnsupportedAction") ? "UnsupportedActionException" : INVALID;
    }

    private static String notFound(String code) {
        return switch (code) {
            case "ResourceNotFound" -> "ResourceNotFoundException";
            case "InvalidResourceType" -> "TypeNotFoundException";
            default -> code.endsWith("Exception") ? code : "InvalidRequestException";
        };
    }

    private static Fault conflict(Problem.Conflict conflict) {
        return switch (conflict.code()) {
            case "ClientTokenConflict" -> new Fault(400, "ClientTokenConflictException", conflict.message());
            case "NotUpdatable" -> new Fault(400, "UnsupportedActionException", conflict.message());
            case "PropertyChangeNotAllowed" ->
                new Fault(400, "NotUpdatableException", notUpdatable(conflict.details()));
            case "ResourceAlreadyExists" -> new Fault(400, "AlreadyExistsException", conflict.message());
            default -> new Fault(400, "ResourceConflictException", conflict.message());
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
    private static Fault failed(String code, String message) {
        Optional<ErrorCode> known = ErrorCode.parse(code);
        String text = "The handler returned status FAILED: " + message + " (HandlerErrorCode: " + code + ")";
        if (known.isEmpty()) {
            return new Fault(400, "PrivateTypeException", calm(text));
        }
        return switch (known.get()) {
            case NOT_FOUND -> new Fault(400, "ResourceNotFoundException", text);
            case NETWORK_FAILURE -> new Fault(502, "NetworkFailureException", calm(text));
            case SERVICE_INTERNAL_ERROR, SERVICE_TIMEOUT -> new Fault(502, "ServiceInternalErrorException", calm(text));
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
                    GENERAL_SERVICE_EXCEPTION -> new Fault(400, exception(code), calm(text));
        };
    }

    private static String exception(String code) {
        return code.endsWith("Exception") ? code : code + "Exception";
    }

    /// Terraform takes a resource for gone if it reads "not found" in any error.
    private static String calm(String text) {
        return text.replaceAll("(?i)not found", "missing");
    }
}
