package fairlead.server.resource.record;

import fairlead.server.access.Principal;
import java.time.Instant;

/// Who made a resource and who changed it last, and when: of the moment the request was accepted.
public record SystemData(Principal createdBy, Instant createdAt, Principal changedBy, Instant changedAt) {

    public static SystemData createdBy(Principal principal, Instant at) {
        return new SystemData(principal, at, principal, at);
    }

    public SystemData changedBy(Principal principal, Instant at) {
        return new SystemData(createdBy, createdAt, principal, at);
    }
}
