package fairlead.server.http;

import fairlead.server.telemetry.Origin;
import fairlead.server.telemetry.TraceContext;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.jspecify.annotations.Nullable;

/// The ids of a request, from its headers, and of every answer to it.
///
/// @param routingId the front's own id, which is none of the work behind it
/// @param echoed whether the caller wants its own id back
record Ids(Origin origin, String routingId, boolean echoed) {

    private static final int LONGEST = 256;

    static Ids of(HttpFields headers, Supplier<UUID> ids) {
        String requestId = ids.get().toString();
        Optional<String> clientRequestId = id(headers, "x-ms-client-request-id");
        Origin origin = new Origin(
                requestId,
                id(headers, "x-ms-correlation-request-id").orElse(requestId),
                clientRequestId,
                trace(headers));
        boolean echoed =
                clientRequestId.isPresent() && "true".equalsIgnoreCase(headers.get("x-ms-return-client-request-id"));
        return new Ids(origin, ids.get().toString(), echoed);
    }

    void addTo(HttpFields.Mutable answer) {
        answer.put("x-ms-request-id", origin.requestId());
        answer.put("x-ms-correlation-request-id", origin.correlationId());
        answer.put("x-ms-routing-request-id", routingId);
        if (echoed) {
            answer.put("x-ms-client-request-id", origin.clientRequestId().orElseThrow());
        }
    }

    /// An id that the caller has made: any visible text of sensible length, else as if it had not been sent.
    private static Optional<String> id(HttpFields headers, String name) {
        String id = headers.get(name);
        boolean sensible = id != null
                && !id.isEmpty()
                && id.length() <= LONGEST
                && id.chars().allMatch(c -> c > 0x20 && c < 0x7f);
        return sensible ? Optional.ofNullable(id) : Optional.empty();
    }

    private static Optional<TraceContext> trace(HttpFields headers) {
        @Nullable String parent = headers.get("traceparent");
        if (parent == null) {
            return Optional.empty();
        }
        boolean once = headers.getFields("traceparent").size() == 1;
        String state = String.join(
                ",",
                headers.getFields("tracestate").stream()
                        .map(HttpField::getValue)
                        .toList());
        return once ? TraceContext.parse(parent, state) : Optional.empty();
    }
}
