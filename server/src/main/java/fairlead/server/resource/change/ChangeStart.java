package fairlead.server.resource.change;

import fairlead.server.operation.Operation;
import fairlead.server.resource.record.Resource;

/// What a request to change a resource has led to, before anybody waits for the end.
public sealed interface ChangeStart {

    /// It is durable, and its operation is yet to be carried out.
    ///
    /// @param resource as it was stored with it
    record Started(Operation operation, Resource resource, boolean created) implements ChangeStart {}

    /// There is nothing to wait for.
    record Settled(Outcome outcome) implements ChangeStart {}
}
