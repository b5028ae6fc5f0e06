package fairlead.server.resource.move;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.access.policy.ApprovalNeeded;
import fairlead.server.access.policy.Judgement;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.Transaction;
import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.record.ChangeRecorder;
import fairlead.server.resource.record.CreatedFor;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.resource.record.SystemData;
import fairlead.server.scope.ResourceGroup;
import fairlead.server.scope.Scopes;
import fairlead.server.type.Types;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Rewrites the records of a move, within one transaction.
public final class RecordTransfer {

    private static final String CREATED_FOR = ProblemCode.RESOURCE_CREATED_FOR_ANOTHER.text();

    private final ResourceStore store;
    private final Scopes scopes;
    private final Clock clock;
    private final ChangeRecorder recorder;
    private final Guard guard;

    /// What guardrails say of a resource as it is to be.
    public interface Guard {
        Judgement moved(Caller caller, Resource present, Resource next);
    }

    public RecordTransfer(Scopes scopes, Types types, Clock clock, Guard guard) {
        this.guard = guard;
        store = new ResourceStore(types.sealing());
        this.scopes = scopes;
        this.clock = clock;
        recorder = new ChangeRecorder(store, types, new AuditTrail(), clock);
    }

    /// The resources that the request names; a problem if one does not exist.
    List<Resource> named(Transaction transaction, MoveRequest move) {
        List<Resource> found = new ArrayList<>();
        for (ResourceId id : move.resources()) {
            found.add(store.find(transaction, id)
                    .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                            ProblemCode.RESOURCE_NOT_FOUND, "The resource '" + id + "' was not found."))));
        }
        return found;
    }

    /// The same, and all that is below them.
    List<Resource> all(Transaction transaction, MoveRequest move) {
        List<Resource> all = new ArrayList<>();
        for (Resource resource : named(transaction, move)) {
            all.add(resource);
            String key = resource.id().key();
            all.addAll(store.listBetween(transaction, key + "/", key + "0", Integer.MAX_VALUE));
        }
        return all;
    }

    /// Moves everything; a problem, and nothing has moved, if anything stands in the way.
    ///
    /// @return how many resources have moved
    int carryOut(Transaction transaction, MoveRequest move) {
        ResourceGroup source = group(transaction, move.source());
        ResourceGroup target = group(transaction, move.target());
        List<Resource> all = all(transaction, move);
        for (Resource resource : all) {
            resource.requireIdle();
        }
        requireOnTheirOwn(transaction, all);
        for (ResourceId id : move.resources()) {
            scopes.requireMovable(transaction, source.subscription(), id.toString());
        }
        SystemData data = SystemData.createdBy(move.caller().principal(), clock.instant());
        List<Resource> moved = all.stream()
                .map(resource -> resource.moved(resource.id().in(target.subscription(), target.name()), data))
                .toList();
        requireFree(transaction, moved, move.leavesSubscription());
        List<ApprovalNeeded> unapproved = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Judgement judgement = guard.moved(move.caller(), all.get(i), moved.get(i));
            boolean _ = judgement.holds(transaction);
            store(transaction, all.get(i), moved.get(i));
            confirm(transaction, judgement).ifPresent(unapproved::add);
            judgement.keep(transaction, moved.get(i).uid());
            leave(transaction, move, all.get(i));
            recorder.record(transaction, move.caller(), "MoveResources", moved.get(i), "Moved");
        }
        if (!unapproved.isEmpty()) {
            throw ApprovalNeeded.of(unapproved);
        }
        return all.size();
    }

    private static Optional<ApprovalNeeded> confirm(Transaction transaction, Judgement judgement) {
        try {
            judgement.confirm(transaction, Optional.empty());
            return Optional.empty();
        } catch (ApprovalNeeded unapproved) {
            return Optional.of(unapproved);
        }
    }

    /// Who follows the group that it leaves sees it go.
    private void leave(Transaction transaction, MoveRequest move, Resource resource) {
        store.append(
                transaction, clock.instant(), move.caller().origin(), "MovedAway", resource, resource.version() + 1);
    }

    /// What was made on behalf of another resource, and what others were made for, know each other by their ids.
    private void requireOnTheirOwn(Transaction transaction, List<Resource> all) {
        List<Detail> bound = new ArrayList<>();
        for (Resource resource : all) {
            String id = resource.id().toString();
            CreatedFor.of(resource)
                    .ifPresent(owner -> bound.add(new Detail(CREATED_FOR, "it was created for '" + owner + "'", id)));
            if (store.isOwner(transaction, resource.id())) {
                bound.add(new Detail(CREATED_FOR, "others were created for it", id));
            }
        }
        if (!bound.isEmpty()) {
            String message =
                    "Resources that were created for others, and those others, stay where they are; see details.";
            throw new ProblemException(new Problem.Conflict(ProblemCode.RESOURCE_CREATED_FOR_ANOTHER, message, bound));
        }
    }

    private ResourceGroup group(Transaction transaction, MoveRequest.Place place) {
        if (!scopes.holds(transaction, place.subscription(), place.group(), place.toString())) {
            throw new ProblemException(scopes.groupNotFound(transaction, place.subscription(), place.group()));
        }
        return scopes.group(transaction, place.subscription(), place.group()).orElseThrow();
    }

    private void requireFree(Transaction transaction, List<Resource> moved, boolean otherSubscription) {
        List<Detail> taken = new ArrayList<>();
        for (Resource resource : moved) {
            store.find(transaction, resource.id())
                    .or(() -> otherSubscription ? manager(transaction, resource) : Optional.empty())
                    .ifPresent(there -> taken.add(new Detail(
                            ProblemCode.RESOURCE_ALREADY_EXISTS.text(),
                            "'" + there.id() + "' is there already",
                            resource.id().toString())));
        }
        if (!taken.isEmpty()) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.RESOURCE_ALREADY_EXISTS,
                    taken.size() + (taken.size() == 1 ? " resource is" : " resources are")
                            + " in the target already; see details.",
                    taken));
        }
    }

    /// The resource that manages the same physical resource in the target subscription.
    private Optional<Resource> manager(Transaction transaction, Resource resource) {
        return resource.identifier()
                .flatMap(identifier -> store.findByIdentifier(
                        transaction,
                        resource.id().subscription(),
                        resource.location(),
                        resource.typeName(),
                        identifier));
    }

    private void store(Transaction transaction, Resource present, Resource next) {
        try {
            if (store.move(transaction, present, next)) {
                return;
            }
        } catch (DatabaseException failure) {
            if (failure.kind() != DatabaseException.Kind.DUPLICATE) {
                throw failure;
            }
        }
        throw new DatabaseException(
                DatabaseException.Kind.SERIALIZATION, "'" + present.id() + "' was changed while it was being moved");
    }
}
