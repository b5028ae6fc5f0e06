package fairlead.server.access;

import java.util.Optional;

/// The one who asks and the ids under which they ask, as they go into operations, events and audit records.
///
/// Implements "Instrumentation and Tracing across services" of the "Azure resource provider contract".
///
/// @param requestId made by this server for this request (`x-ms-request-id`)
/// @param correlationId the logical action it belongs to (`x-ms-correlation-request-id`)
/// @param clientRequestId the caller's own id (`x-ms-client-request-id`)
public record Caller(
        Principal principal,
        String requestId,
        String correlationId,
        Optional<String> clientRequestId,
        String address) {}
