package fairlead.server.event;

import fairlead.server.telemetry.Origin;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// One row: a change of a resource, of an operation, or of both at once.
///
/// @param what the change of the resource; empty if it is the operation alone that has changed
/// @param operation that has changed, or has changed the resource
/// @param origin without a trace
record StoredEvent(
        long number,
        Instant at,
        String what,
        String uid,
        String id,
        long version,
        Optional<String> operation,
        Origin origin,
        OperationPart operationPart) {

    /// The change of the operation; all is empty if only the resource has changed.
    ///
    /// @param detail what it has to say besides, as JSON
    record OperationPart(Optional<String> kind, Optional<String> state, Optional<String> detail) {}

    /// The one or two events that it stands for, in their order.
    List<Event> events() {
        long last = EventPosition.lastOf(number);
        if (operationPart.kind().filter(OperationChange.APPROVAL::equals).isPresent()) {
            return List.of(new Event(last, Event.Kind.APPROVAL, this));
        }
        if (what.isEmpty()) {
            return List.of(new Event(last, Event.Kind.OPERATION, this));
        }
        if (operationPart.state().isEmpty()) {
            return List.of(new Event(last, Event.Kind.RESOURCE, this));
        }
        return switch (operationPart.state().get()) {
            case "Succeeded", "Failed", "Canceled" ->
                List.of(new Event(last - 1, Event.Kind.RESOURCE, this), new Event(last, Event.Kind.OPERATION, this));
            default ->
                List.of(new Event(last - 1, Event.Kind.OPERATION, this), new Event(last, Event.Kind.RESOURCE, this));
        };
    }
}
