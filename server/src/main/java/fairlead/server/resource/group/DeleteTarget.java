package fairlead.server.resource.group;

import fairlead.server.operation.OperationId;
import fairlead.server.resource.record.KnownExtension;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.type.TypeVersion;
import java.util.Optional;

/// A resource that a [BulkDelete] is to delete.
///
/// @param key tells it from all others, in every step
/// @param busy whether an operation is under way on it
/// @param operation the last one
public record DeleteTarget(String key, ResourceId id, TypeVersion type, boolean busy, Optional<OperationId> operation) {

    /// The deletion of what extends a resource or a group.
    public static DeleteTarget of(KnownExtension extension) {
        return new DeleteTarget(extension.id().key(), extension.id(), extension.type(), false, Optional.empty());
    }
}
