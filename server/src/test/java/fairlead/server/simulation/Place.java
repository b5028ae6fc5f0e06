package fairlead.server.simulation;

import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationKind;
import java.util.Optional;

/// Where in an operation something happens.
///
/// @param kind empty outside of operations
/// @param step the phase that the operation's step is in
record Place(Optional<OperationKind> kind, String step) {

    static final Place NONE = new Place(Optional.empty(), "request");

    /// A place, and whose step it is.
    ///
    /// @param subject what the operation changes: the id of a resource, or of a group
    record Step(Place place, OperationId operation, String subject) {}

    @Override
    public String toString() {
        return kind.map(OperationKind::name).orElse("-") + " " + step;
    }
}
