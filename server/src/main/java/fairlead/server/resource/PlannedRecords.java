package fairlead.server.resource;

import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationKind;
import fairlead.server.resource.change.ChangeTerms;
import fairlead.server.resource.change.DesiredState;
import fairlead.server.resource.change.Put;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.Skus;
import fairlead.server.resource.record.StoredDesiredState;
import fairlead.server.resource.record.SystemData;
import fairlead.server.secret.Vault;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/// Makes the record that a resource is to have when its operation begins.
///
/// @param ids makes the ids of resources and operations
record PlannedRecords(Vault vault, Clock clock, Supplier<UUID> ids) {

    /// Of one that is made.
    Resource made(Put request, DesiredState desired, String location, Optional<String> identifier) {
        UUID uid = request.terms().begun().map(ChangeTerms.Begun::uid).orElseGet(ids);
        OperationId operation = operation(request.terms());
        return new Resource(
                new Resource.Identity(
                        uid, request.id(), request.type().name(), request.type().version(), location, identifier),
                new Resource.Status(ProvisioningState.CREATING, 1, Optional.of(operation), Optional.empty()),
                new Resource.Content(
                        request.storedTags(),
                        StoredDesiredState.stored(request.type().schema(), desired.visible(), desired.visible()),
                        Documents.bytes(desired.visible()),
                        desired.sealedSecret(vault, uid),
                        Skus.toCreate(request.type(), request.sku(), location)),
                SystemData.createdBy(request.caller().principal(), clock.instant()));
    }

    /// The operation that has waited for the change, or a new one.
    OperationId operation(ChangeTerms terms) {
        return terms.begun().map(ChangeTerms.Begun::operation).orElseGet(() -> new OperationId(ids.get()));
    }

    /// Of one that is there, on its way to other properties.
    Resource changed(Put request, Resource present, ObjectNode outlook, OperationKind kind) {
        boolean create = kind == OperationKind.CREATE;
        ProvisioningState state = create ? ProvisioningState.CREATING : ProvisioningState.UPDATING;
        boolean named = create && !request.type().namedBy().isEmpty();
        return new Resource(
                new Resource.Identity(
                        present.uid(),
                        request.id(),
                        present.typeName(),
                        request.type().version(),
                        present.location(),
                        named ? request.type().schema().identifier(outlook) : present.identifier()),
                present.status().begun(state, operation(request.terms())),
                new Resource.Content(
                        request.storedTags(),
                        present.desired(),
                        Documents.bytes(outlook),
                        present.secrets(),
                        present.sku()),
                present.systemData().changedBy(request.caller().principal(), clock.instant()));
    }
}
