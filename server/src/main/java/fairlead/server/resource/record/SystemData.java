package fairlead.server.resource.record;

import fairlead.server.access.Principal;
import java.time.Instant;

/// The callers who made a resource and who changed it last, each with the time at which the server accepted the
/// request.
public record SystemData(Principal createdBy, Instant createdAt, Principal changedBy, Instant changedAt) {

    public static SystemData createdBy(Principal principal, Instant at) {
        return new SystemData(principal, at, principal, at);
    }

    public SystemData changedBy(Principal principal, Instant at) {
        return new SystemData(createdBy, createdAt, principal, at);
    }
}
