package fairlead.server.resource;

import fairlead.server.access.Caller;
import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.call.HandlerReads;
import fairlead.server.resource.record.ChangeRecorder;
import fairlead.server.resource.record.ExtensionStore;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.scope.Scopes;
import fairlead.server.secret.Vault;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// Whether what a record stands for exists: its handler says that, and not the record.
///
/// It is asked when a record is in the way of a create. A record whose operation is under way or whose create is in
/// doubt never counts as one of what is gone, and neither does one whose handler can't tell.
final class Existence {

    private final Database database;
    private final ResourceStore store;
    private final ExtensionStore extensions;
    private final Types types;
    private final Scopes scopes;
    private final HandlerReads live;
    private final Vault vault;
    private final ChangeRecorder recorder;

    Existence(
            Database database,
            ResourceStore store,
            Types types,
            Scopes scopes,
            HandlerReads live,
            ChangeRecorder recorder,
            Vault vault) {
        this.database = database;
        this.store = store;
        extensions = new ExtensionStore(database, types);
        this.types = types;
        this.scopes = scopes;
        this.live = live;
        this.recorder = recorder;
        this.vault = vault;
    }

    /// Whether the physical resource was deleted by another than the control plane.
    boolean isGone(Resource record) {
        boolean certain = !record.busy() && record.doubt().isEmpty();
        return certain
                && record.identifier()
                        .filter(identifier -> isGone(record, identifier))
                        .isPresent();
    }

    private boolean isGone(Resource record, String identifier) {
        TypeVersion type = types.version(record.typeName(), record.typeVersion());
        HandlerReads.Side side = new HandlerReads.Side(
                record.id().subscription(), record.location(), record.id().name());
        try {
            return live.read(
                            type,
                            side,
                            record.request(type.schema(), type.schema().parseIdentifier(identifier), vault))
                    .isEmpty();
        } catch (ProblemException failure) {
            if (failure.problem() instanceof Problem.OperationFailed) {
                return false;
            }
            throw failure;
        }
    }

    /// Begins to make a resource. If another record has its identifier and stands for what is gone, that record ends
    /// in the same transaction.
    ///
    /// @param begin with what is to be written first
    <T> Optional<T> makingWay(Caller caller, Resource next, Function<Consumer<Transaction>, Optional<T>> begin) {
        try {
            return begin.apply(_ -> {});
        } catch (ProblemException taken) {
            if (taken.problem().code() != ProblemCode.RESOURCE_ALREADY_EXISTS) {
                throw taken;
            }
            Resource gone = owner(next).filter(this::mayEnd).orElseThrow(() -> taken);
            return begin.apply(transaction -> end(transaction, caller, gone, taken));
        }
    }

    private Optional<Resource> owner(Resource next) {
        return next.identifier()
                .flatMap(identifier -> database.read(transaction -> store.findByIdentifier(
                        transaction, next.id().subscription(), next.location(), next.typeName(), identifier)))
                .filter(owner -> !owner.uid().equals(next.uid()));
    }

    private boolean mayEnd(Resource record) {
        return isGone(record) && extensions.of(record.id().toString(), 1).isEmpty();
    }

    private void end(Transaction transaction, Caller caller, Resource gone, ProblemException taken) {
        boolean same = store.find(transaction, gone.uid())
                .filter(now -> now.version() == gone.version())
                .isPresent();
        if (!same || !store.members(transaction, gone.id().key() + "/").isEmpty()) {
            throw taken;
        }
        scopes.requireDeletable(transaction, gone.id().subscription(), gone.id().toString());
        store.delete(transaction, gone);
        recorder.record(transaction, caller, "ForgetResource", gone, "Deleted");
    }
}
