package fairlead.server.drift;

import fairlead.schema.HandlerKind;
import fairlead.schema.ResourceSchema;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import fairlead.server.operation.NewOperation;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.Operations;
import fairlead.server.resource.change.DesiredState;
import fairlead.server.resource.change.OperationStart;
import fairlead.server.resource.change.PlacementChecks;
import fairlead.server.resource.change.PriorState;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.ChangeRecorder;
import fairlead.server.resource.record.InFlightRecords;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.resource.record.StoredDesiredState;
import fairlead.server.scope.Scopes;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/// Changes resources back to their desired state, by ordinary updates that the control plane begins itself.
///
/// The handler gets the actual state of the resource as the previous state, so that it sees what differs. An
/// update that fails leaves the desired state as it was, and puts the actual state into the record. A resource
/// that is gone is created again.
public final class Repairs {

    /// Who repairs, for the trail, the operation and `systemData`.
    public static final Principal PRINCIPAL = new Principal("drift repair", "Application");

    private final ResourceStore store;
    private final Operations operations;
    private final PlacementChecks placement;
    private final OperationStart start;
    private final ChangeRecorder recorder;
    private final Clock clock;
    private final Supplier<UUID> ids;

    public Repairs(
            Database database, Operations operations, Scopes scopes, Types types, Clock clock, Supplier<UUID> ids) {
        store = new ResourceStore(types.sealing());
        this.operations = operations;
        placement = new PlacementChecks(store, scopes, types);
        start = new OperationStart(
                database, operations, new InFlightRecords(), types.sealing(), clock, _ -> Optional.empty());
        recorder = new ChangeRecorder(store, types, new AuditTrail(), clock);
        this.clock = clock;
        this.ids = ids;
    }

    /// Whether a resource of the type that is there can be changed.
    public static boolean canChange(TypeVersion type) {
        return type.schema().handlers().contains(HandlerKind.UPDATE);
    }

    /// Begins to repair; empty if the resource is no longer the one that was looked at. A problem if it may not be
    /// changed, because of a lock for example.
    ///
    /// @param caller on whose behalf, if not the schedule's
    /// @param sides that differ
    public Optional<Operation> begin(Caller caller, DriftInput sides) {
        Resource present = sides.resource();
        Caller repairer = new Caller(PRINCIPAL, caller.origin(), caller.address());
        Resource next = next(sides, new OperationId(ids.get()), repairer);
        NewOperation accepted = start.operation(
                repairer,
                next,
                OperationKind.UPDATE,
                sides.type(),
                before(sides).encode(),
                Optional.empty());
        Optional<Operation> begun = start.begin(accepted, transaction -> {
            placement.requireGroup(transaction, present.id());
            return write(transaction, repairer, present, next, accepted);
        });
        begun.ifPresent(operation -> operations.start(operation, Duration.ZERO));
        return begun;
    }

    private Optional<Operation> write(
            Transaction transaction, Caller repairer, Resource present, Resource next, NewOperation accepted) {
        if (!store.update(transaction, present, next)) {
            return Optional.empty();
        }
        recorder.record(
                transaction, repairer, "RepairResource", next, next.state().word());
        return Optional.of(operations.accept(transaction, accepted));
    }

    private Resource next(DriftInput sides, OperationId operation, Caller repairer) {
        Resource present = sides.resource();
        ResourceSchema schema = sides.type().schema();
        ObjectNode outlook = new DesiredState(schema, sides.desired(), Documents.empty()).outlook(actual(sides));
        return present.begun(ProvisioningState.UPDATING, operation)
                .withDesired(
                        StoredDesiredState.stored(schema, sides.desired(), outlook), present.secrets(), present.sku())
                .toBecome(
                        Documents.bytes(outlook),
                        present.systemData().changedBy(repairer.principal(), clock.instant()));
    }

    /// What is gone is as broken as what has failed, and may be created again.
    private static PriorState before(DriftInput sides) {
        Resource present = sides.resource();
        boolean gone = sides.actual() instanceof DriftInput.Actual.Gone;
        ObjectNode actual = actual(sides);
        return new PriorState(
                gone ? ProvisioningState.FAILED : present.state(),
                new Resource.Content(
                        present.tags(),
                        StoredDesiredState.stored(sides.type().schema(), sides.desired(), actual),
                        Documents.bytes(actual),
                        present.secrets(),
                        present.sku()),
                new byte[0],
                false);
    }

    private static ObjectNode actual(DriftInput sides) {
        return sides.actual() instanceof DriftInput.Actual.Found(var model, var _) ? model : sides.known();
    }
}
