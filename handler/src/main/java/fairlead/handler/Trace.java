package fairlead.handler;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The ids under which the work is known that a call belongs to: those of the request that began it. They are the
/// same in every call of an operation, also after a restart, but for `traceparent`, which names the very call.
///
/// None of them is a secret, and none but the request's own has to be unique.
///
/// @param requestId of the request, made by the control plane; empty if no request is behind the call
/// @param correlationId of the logical action that the request belongs to
/// @param clientRequestId made by the one who asked
/// @param traceparent the place in a distributed trace, as the W3C recommendation "Trace Context" has it
/// @param tracestate what belongs to it
public record Trace(
        String requestId,
        String correlationId,
        Optional<String> clientRequestId,
        Optional<String> traceparent,
        Optional<String> tracestate) {

    /// That of a call that no request has asked for.
    public static final Trace NONE = new Trace("", "", Optional.empty(), Optional.empty(), Optional.empty());

    /// The headers by which those whom a handler calls can tell what it is for.
    public Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>();
        if (!correlationId.isEmpty()) {
            headers.put("x-ms-correlation-request-id", correlationId);
        }
        clientRequestId.ifPresent(id -> headers.put("x-ms-client-request-id", id));
        traceparent.ifPresent(place -> headers.put("traceparent", place));
        tracestate.ifPresent(state -> headers.put("tracestate", state));
        return headers;
    }
}
