package fairlead.server.resource.record;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.node.ObjectNode;

/// Passes records between a request and the steps of its operation within this process, so that neither reads
/// from the database what the other has just written: from the request to the first step, and from the last step
/// back to the request that still waits.
///
/// The desired state, already parsed, goes with the record.
///
/// This only saves reads. A step or a request that finds nothing here reads the record.
public final class InFlightRecords {

    private final Map<UUID, Asked> begun = new ConcurrentHashMap<>();
    private final Map<UUID, Waiting> waiting = new ConcurrentHashMap<>();

    /// What a request has stored.
    ///
    /// @param desired the desired state without write-only values. It must not be changed, only copied.
    ///     Empty where the request has not asked for anything new
    public record Asked(Resource resource, Optional<ObjectNode> desired) {}

    private static final class Waiting {
        private volatile Optional<Resource> ended = Optional.empty();
    }

    /// A request has stored this; the first step is about to be taken.
    public void begin(Resource resource, Optional<ObjectNode> desired) {
        begun.put(resource.uid(), new Asked(resource, desired));
        waiting.put(resource.uid(), new Waiting());
    }

    /// What the request has stored, for the first step.
    public Optional<Asked> takeBegun(UUID uid) {
        return Optional.ofNullable(begun.remove(uid));
    }

    /// A step has stored this as the end. It is kept only if a request waits.
    public void end(Resource resource) {
        Waiting request = waiting.get(resource.uid());
        if (request != null) {
            request.ended = Optional.of(resource);
        }
    }

    /// What the last step has stored, for the request, which waits no longer.
    public Optional<Resource> takeEnded(UUID uid) {
        begun.remove(uid);
        Waiting request = waiting.remove(uid);
        return request == null ? Optional.empty() : request.ended;
    }
}
