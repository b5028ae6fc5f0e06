package fairlead.server.http;

import fairlead.server.telemetry.Origin;
import fairlead.server.telemetry.Span;
import fairlead.server.telemetry.Tracer;
import org.eclipse.jetty.server.Request;

/// The span of a request, with the names of OpenTelemetry's conventions for HTTP. It does not contain the query
/// and the body.
final class RequestSpan {

    private RequestSpan() {}

    static Span begin(Tracer tracer, Request request, Origin origin, Exposure exposure) {
        if (!tracer.records()) {
            return Span.NONE;
        }
        String method = Methods.known(request.getMethod());
        Span span = tracer.begin(Tracer.Kind.SERVER, method, origin);
        span.note("http.request.method", method);
        span.note("url.path", String.valueOf(request.getHttpURI().getPath()));
        span.note("url.scheme", request.isSecure() ? "https" : "http");
        span.note("client.address", exposure.origin(request));
        span.note("fairlead.request.id", origin.requestId());
        span.note("fairlead.correlation.id", origin.correlationId());
        origin.clientRequestId().ifPresent(id -> span.note("fairlead.client.request.id", id));
        return span;
    }

    static void end(Span span, int status) {
        span.note("http.response.status_code", status);
        if (status >= 500) {
            span.fail(Integer.toString(status));
        }
        span.end();
    }
}
