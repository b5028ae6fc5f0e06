package fairlead.server.resource;

import fairlead.server.database.Database;
import fairlead.server.operation.NewOperation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationKind;
import fairlead.server.resource.change.ActionInput;
import fairlead.server.resource.change.ActionRequest;
import fairlead.server.resource.change.ChangeStart;
import fairlead.server.resource.change.ChangeTerms;
import fairlead.server.resource.change.OperationStart;
import fairlead.server.resource.change.OptimisticRetry;
import fairlead.server.resource.change.PlacementChecks;
import fairlead.server.resource.record.ChangeRecorder;
import fairlead.server.resource.record.ChangeRecorder.Prepared;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.secret.Vault;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/// Begins actions on resources: an asynchronous one as an operation, a synchronous one by saying that it is carried
/// out.
final class ActionStart {

    private final Database database;
    private final PlacementChecks placement;
    private final OperationStart start;
    private final ChangeRecorder recorder;
    private final Vault vault;
    private final Supplier<UUID> ids;

    ActionStart(
            Database database,
            PlacementChecks placement,
            OperationStart start,
            ChangeRecorder recorder,
            Vault vault,
            Supplier<UUID> ids) {
        this.database = database;
        this.placement = placement;
        this.start = start;
        this.recorder = recorder;
        this.vault = vault;
        this.ids = ids;
    }

    /// Begins an asynchronous action: until it has ended, the resource takes no other change.
    ChangeStart begin(ActionRequest request, Function<ResourceId, Resource> reading, RecordWrites writes) {
        return OptimisticRetry.untilItHolds(() -> {
            Resource present = reading.apply(request.id());
            present.requireIdle();
            if (present.identifier().isEmpty() && present.doubt().isEmpty()) {
                throw Actions.notReady(present);
            }
            OperationId id = new OperationId(ids.get());
            Resource next = present.begun(ProvisioningState.UPDATING, id);
            ActionInput input = ActionInput.of(request, present.state(), vault, id);
            NewOperation accepted = start.operation(
                    request.caller(),
                    next,
                    OperationKind.ACTION,
                    input.encode(),
                    request.action().limit(),
                    Optional.empty());
            Prepared record = recorder.prepare(request.caller(), request.deed(), present, next);
            return start.begin(accepted, transaction -> {
                        placement.requireGroup(transaction, present.id());
                        return writes.update(transaction, record, present, accepted, ChangeTerms.NONE);
                    })
                    .map(started -> new ChangeStart.Started(started, next, false));
        });
    }

    /// Says before it begins that a synchronous action is carried out, which nothing else stores.
    void announce(ActionRequest request, Resource present) {
        database.write(transaction -> {
            if (request.action().changes()) {
                placement.requireGroup(transaction, present.id());
            }
            recorder.announce(transaction, request.caller(), request.deed(), present);
            return present;
        });
    }
}
