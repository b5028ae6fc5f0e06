package fairlead.server.http;

import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes each request, gives it its ids, finds the surface that serves it, and sends the answer. Nothing gets past
/// here without an answer.
final class Door extends Handler.Abstract {

    private static final Logger LOG = LoggerFactory.getLogger(Door.class);
    private static final long BODY_LIMIT = 4L * 1024 * 1024;
    private static final int LONGEST_ID = 256;

    private final List<Surface> surfaces;
    private final Function<RuntimeException, Problem> trouble;
    private final Supplier<UUID> ids;
    private final Neighborhood neighborhood;
    private final Optional<String> publicUrl;

    /// @param trouble what an exception that is no [ProblemException] means for the caller
    Door(
            List<Surface> surfaces,
            Function<RuntimeException, Problem> trouble,
            Supplier<UUID> ids,
            Optional<URI> publicUrl) {
        this.surfaces = List.copyOf(surfaces);
        this.trouble = trouble;
        this.ids = ids;
        this.publicUrl = publicUrl.map(url -> url.toString().replaceAll("/+$", ""));
        neighborhood = new Neighborhood(publicUrl);
    }

    @Override
    public boolean handle(
            org.eclipse.jetty.server.Request jetty, org.eclipse.jetty.server.Response out, Callback callback) {
        Caller caller = caller(jetty);
        Request request = new Request(jetty, caller, baseUrl(jetty), BODY_LIMIT);
        Response answer = answer(jetty, request);
        out.setStatus(answer.status());
        HttpFields.Mutable headers = out.getHeaders();
        addIds(headers, jetty, caller);
        for (Response.Header header : answer.headers()) {
            headers.put(header.name(), header.value());
        }
        if (!answer.contentType().isEmpty()) {
            headers.put(HttpHeader.CONTENT_TYPE, answer.contentType());
        }
        if (answer.status() != 204) {
            headers.put(HttpHeader.CONTENT_LENGTH, answer.body().length);
        }
        if (!jetty.consumeAvailable()) {
            // The rest of the body is still on its way, and nobody has asked for it: it must not pass for a request.
            headers.put(HttpHeader.CONNECTION, "close");
        }
        out.write(true, ByteBuffer.wrap(answer.body()), callback);
        return true;
    }

    private Response answer(org.eclipse.jetty.server.Request jetty, Request request) {
        @Nullable Surface surface = null;
        try {
            surface = surface(request);
            neighborhood.require(jetty);
            return surface.answer(request);
        } catch (ProblemException refused) {
            return refuse(surface, request, refused.problem());
        } catch (RuntimeException failure) {
            Problem problem = trouble.apply(failure);
            if (problem instanceof Problem.Internal) {
                LOG.error(
                        "request {}: {} {} failed",
                        request.caller().requestId(),
                        request.method(),
                        request.path(),
                        failure);
            } else {
                LOG.warn(
                        "request {}: {} {}: {}",
                        request.caller().requestId(),
                        request.method(),
                        request.path(),
                        failure.getMessage());
            }
            return refuse(surface, request, problem);
        } catch (StackOverflowError | LinkageError failure) {
            LOG.error(
                    "request {}: {} {} failed",
                    request.caller().requestId(),
                    request.method(),
                    request.path(),
                    failure);
            return refuse(surface, request, new Problem.Internal());
        }
    }

    private Surface surface(Request request) {
        for (Surface surface : surfaces) {
            if (surface.serves(request)) {
                return surface;
            }
        }
        throw new ProblemException(new Problem.NotFound("NotFound", "There is nothing at '" + request.path() + "'."));
    }

    private static Response refuse(@Nullable Surface surface, Request request, Problem problem) {
        return surface == null ? ErrorDocument.response(problem) : surface.refuse(request, problem);
    }

    private String baseUrl(org.eclipse.jetty.server.Request jetty) {
        return publicUrl.orElseGet(() -> {
            String host = jetty.getHeaders().get(HttpHeader.HOST);
            String authority = host != null
                    ? host
                    : org.eclipse.jetty.server.Request.getServerName(jetty) + ":"
                            + org.eclipse.jetty.server.Request.getServerPort(jetty);
            return (jetty.isSecure() ? "https://" : "http://") + authority;
        });
    }

    private Caller caller(org.eclipse.jetty.server.Request jetty) {
        HttpFields headers = jetty.getHeaders();
        String requestId = ids.get().toString();
        String correlationId = id(headers, "x-ms-correlation-request-id").orElse(requestId);
        return new Caller(
                Principal.DEVELOPER,
                requestId,
                correlationId,
                id(headers, "x-ms-client-request-id"),
                org.eclipse.jetty.server.Request.getRemoteAddr(jetty));
    }

    /// An id that the caller has made: any visible text of sensible length, else as if it had not been sent.
    private static Optional<String> id(HttpFields headers, String name) {
        String id = headers.get(name);
        boolean sensible = id != null
                && !id.isEmpty()
                && id.length() <= LONGEST_ID
                && id.chars().allMatch(c -> c > 0x20 && c < 0x7f);
        return sensible ? Optional.ofNullable(id) : Optional.empty();
    }

    private void addIds(HttpFields.Mutable headers, org.eclipse.jetty.server.Request jetty, Caller caller) {
        headers.put("x-ms-request-id", caller.requestId());
        headers.put("x-ms-correlation-request-id", caller.correlationId());
        headers.put("x-ms-routing-request-id", ids.get().toString());
        if (caller.clientRequestId().isPresent()
                && "true".equalsIgnoreCase(jetty.getHeaders().get("x-ms-return-client-request-id"))) {
            headers.put("x-ms-client-request-id", caller.clientRequestId().get());
        }
    }
}
