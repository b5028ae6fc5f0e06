package fairlead.server.resource.change;

import fairlead.server.operation.Operation;
import fairlead.server.resource.record.Resource;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The result of beginning a change of a resource, before the request waits for the end.
public sealed interface ChangeStart {

    /// It is durable, and its operation is yet to be carried out.
    ///
    /// @param resource as it was stored with it
    /// @param desired what was asked for, without write-only values; empty if nothing new was
    record Started(Operation operation, Resource resource, boolean created, Optional<ObjectNode> desired)
            implements ChangeStart {

        public Started(Operation operation, Resource resource, boolean created) {
            this(operation, resource, created, Optional.empty());
        }
    }

    /// There is nothing to wait for.
    record Settled(Outcome outcome) implements ChangeStart {}
}
