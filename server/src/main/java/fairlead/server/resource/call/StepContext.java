package fairlead.server.resource.call;

import fairlead.contract.Guard;
import fairlead.server.operation.Operation;
import fairlead.server.resource.record.InFlightRecords;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.StoredDesiredState;
import fairlead.server.type.TypeVersion;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// One step's surroundings.
///
/// @param resource as it is stored now
/// @param nests whether what is nested comes after it, see [fairlead.server.resource.step.NestedSteps]
/// @param asked what the resource is to be, as far as it need not be read from the record, see [InFlightRecords]
public record StepContext(
        Operation operation,
        Resource resource,
        TypeVersion type,
        Guard guard,
        StepState memory,
        boolean nests,
        Optional<ObjectNode> asked) {

    public String identifier() {
        return resource.identifier().orElseThrow();
    }

    public ObjectNode identifierModel() {
        return type.schema().parseIdentifier(identifier());
    }

    public StepContext about(Resource other) {
        return new StepContext(operation, other, type, guard, memory, nests, Optional.empty());
    }

    public StepContext remembering(StepState next) {
        return new StepContext(operation, resource, type, guard, next, nests, asked);
    }

    /// What was asked for, without write-only values: a copy for each who asks, since a handler may change it.
    public ObjectNode desired() {
        return asked.map(ObjectNode::deepCopy)
                .orElseGet(() -> StoredDesiredState.read(type.schema(), resource.desired(), resource.properties()));
    }
}
