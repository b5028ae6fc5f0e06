package fairlead.server.access;

import fairlead.server.telemetry.Origin;
import java.util.Optional;

/// The one who asks, and the ids under which they ask.
///
/// @param address from where
public record Caller(Principal principal, Origin origin, String address) {

    /// A caller without a trace.
    public Caller(
            Principal principal,
            String requestId,
            String correlationId,
            Optional<String> clientRequestId,
            String address) {
        this(principal, new Origin(requestId, correlationId, clientRequestId, Optional.empty()), address);
    }

    /// Made by this server for this request (`x-ms-request-id`).
    public String requestId() {
        return origin.requestId();
    }

    /// The logical action it belongs to (`x-ms-correlation-request-id`).
    public String correlationId() {
        return origin.correlationId();
    }

    /// The caller's own id (`x-ms-client-request-id`).
    public Optional<String> clientRequestId() {
        return origin.clientRequestId();
    }
}
