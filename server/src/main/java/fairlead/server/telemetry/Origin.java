package fairlead.server.telemetry;

import java.util.Optional;

/// Where a piece of work comes from: the ids of the request that began it. They go into operations, events, audit
/// records, log lines and handler calls, and survive a restart with the operation.
///
/// Implements "Instrumentation and Tracing across services" of the "Azure resource provider contract".
///
/// @param requestId made by this server for the request (`x-ms-request-id`)
/// @param correlationId the logical action it belongs to (`x-ms-correlation-request-id`); not unique
/// @param clientRequestId the caller's own id (`x-ms-client-request-id`); not unique
/// @param trace what the work is a part of, if it is traced
public record Origin(
        String requestId, String correlationId, Optional<String> clientRequestId, Optional<TraceContext> trace) {

    /// The same ids at another place of the trace.
    public Origin at(TraceContext place) {
        return new Origin(requestId, correlationId, clientRequestId, Optional.of(place));
    }
}
