package fairlead.server.http;

import fairlead.server.problem.ProblemCode;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The answers to requests that never reach the [RequestHandler]: bytes that are no HTTP, headers that are too
/// large, and requests while the server stops.
final class ProtocolErrors implements Request.Handler {

    private final Supplier<UUID> ids;

    ProtocolErrors(Supplier<UUID> ids) {
        this.ids = ids;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = request.getAttribute(ErrorHandler.ERROR_STATUS) instanceof Integer known ? known : 500;
        HttpFields.Mutable headers = response.getHeaders();
        Ids.of(request.getHeaders(), ids).addTo(headers);
        headers.put(HttpHeader.CONTENT_TYPE, "application/json; charset=utf-8");
        if (status == HttpStatus.SERVICE_UNAVAILABLE_503) {
            headers.put("Retry-After", "10");
        }
        response.setStatus(status);
        response.write(true, ByteBuffer.wrap(document(status)), callback);
        return true;
    }

    private static byte[] document(int status) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.putObject("error").put("code", code(status).text()).put("message", message(status));
        return JsonMapper.shared().writeValueAsBytes(document);
    }

    private static ProblemCode code(int status) {
        return switch (status) {
            case 400 -> ProblemCode.BAD_REQUEST;
            case 408 -> ProblemCode.REQUEST_TIMEOUT;
            case 413 -> ProblemCode.REQUEST_ENTITY_TOO_LARGE;
            case 414 -> ProblemCode.URI_TOO_LONG;
            case 431 -> ProblemCode.REQUEST_HEADER_FIELDS_TOO_LARGE;
            case 503 -> ProblemCode.SERVICE_UNAVAILABLE;
            case 505 -> ProblemCode.HTTP_VERSION_NOT_SUPPORTED;
            default -> status < 500 ? ProblemCode.BAD_REQUEST : ProblemCode.INTERNAL_SERVER_ERROR;
        };
    }

    private static String message(int status) {
        return switch (status) {
            case 414 -> "The address is too long.";
            case 431 -> "The request's headers are larger than " + HttpServer.HEADER_LIMIT + " bytes.";
            case 503 -> "The control plane is stopping.";
            case 505 -> "The request is not of HTTP/1.1.";
            default -> status < 500 ? "The request is not valid HTTP." : "The control plane failed.";
        };
    }
}
