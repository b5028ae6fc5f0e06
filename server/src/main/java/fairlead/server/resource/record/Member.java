package fairlead.server.resource.record;

import fairlead.schema.TypeName;
import fairlead.server.operation.OperationId;
import java.util.Optional;

/// The part of a resource's record that is needed to delete the resource with its group.
public record Member(
        String uid,
        ResourceId id,
        TypeName type,
        int typeVersion,
        ProvisioningState state,
        Optional<OperationId> operation) {}
