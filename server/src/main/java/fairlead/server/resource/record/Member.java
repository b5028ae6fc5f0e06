package fairlead.server.resource.record;

import fairlead.schema.TypeName;
import fairlead.server.operation.OperationId;
import java.util.Optional;

/// What has to be known of a resource to delete it with its group.
public record Member(
        String uid,
        ResourceId id,
        TypeName type,
        int typeVersion,
        ProvisioningState state,
        Optional<OperationId> operation) {}
