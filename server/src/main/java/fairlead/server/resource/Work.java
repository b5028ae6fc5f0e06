package fairlead.server.resource;

import fairlead.contract.Guard;
import fairlead.schema.HandlerKind;
import fairlead.server.operation.Operation;
import fairlead.server.type.TypeVersion;
import tools.jackson.databind.node.ObjectNode;

/// One step's surroundings.
///
/// @param resource as it is stored now
/// @param nests whether what is nested comes after it, see [NestedSteps]
record Work(Operation operation, Resource resource, TypeVersion type, Guard guard, Memory memory, boolean nests) {

    String identifier() {
        return resource.identifier().orElseThrow();
    }

    CallTarget target(HandlerKind action) {
        return new CallTarget(operation.id(), type.name(), action);
    }

    ObjectNode identifierModel() {
        return type.schema().parseIdentifier(identifier());
    }

    Work about(Resource other) {
        return new Work(operation, other, type, guard, memory, nests);
    }

    Work remembering(Memory next) {
        return new Work(operation, resource, type, guard, next, nests);
    }

    /// What was asked for, without write-only values.
    ObjectNode desired() {
        return Desired.read(type.schema(), resource.desired(), resource.properties());
    }
}
