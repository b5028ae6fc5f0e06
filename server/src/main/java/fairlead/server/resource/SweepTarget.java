package fairlead.server.resource;

import fairlead.server.operation.OperationId;
import fairlead.server.type.TypeVersion;
import java.util.Optional;

/// What is to be deleted.
///
/// @param key tells it from all others, in every step
/// @param busy whether an operation is under way on it
/// @param operation the last one
record SweepTarget(String key, ResourceId id, TypeVersion type, boolean busy, Optional<OperationId> operation) {

    /// The deletion of what extends a resource or a group.
    static SweepTarget of(KnownExtension extension) {
        return new SweepTarget(extension.id().key(), extension.id(), extension.type(), false, Optional.empty());
    }
}
