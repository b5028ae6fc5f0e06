package fairlead.server.resource.step;

import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import fairlead.server.operation.Change;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Step;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.call.StepContext;
import fairlead.server.resource.call.StepState;
import fairlead.server.resource.change.ResourceVerbs;
import fairlead.server.resource.group.BulkDelete;
import fairlead.server.resource.group.BulkDeleteProgress;
import fairlead.server.resource.group.DeleteTarget;
import fairlead.server.resource.record.ExtensionStore;
import fairlead.server.resource.record.KnownExtension;
import fairlead.server.resource.record.Member;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.secret.Vault;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import fairlead.server.type.definition.OnParentDelete;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// What depends on a resource that is to be deleted: what is nested in it, and what extends it. By the policy of
/// its own type it is deleted first, or keeps the resource from being deleted.
///
/// Implements "Independent lifetime from parent" of the "Azure resource provider contract", for what is recorded
/// and what is not. A policy of refusal is looked at when the delete is asked for, so that the caller is told at
/// once, and again when the operation comes to it, for what is not recorded may have come meanwhile.
public final class Dependents {

    private static final int AT_ONCE = 100;

    private final ResourceStore store;
    private final Database database;
    private final Types types;
    private final Vault vault;
    private final ResourceVerbs resources;
    private final ExtensionStore extensions;
    private final BulkDelete sweep;

    public Dependents(Database database, Types types, Vault vault, Clock clock, ResourceVerbs resources) {
        store = new ResourceStore(types.sealing());
        this.database = database;
        this.types = types;
        this.vault = vault;
        this.resources = resources;
        extensions = new ExtensionStore(database, types);
        sweep = new BulkDelete(clock, resources);
    }

    // -- when it is asked for -------------------------------------------------------------------------------

    /// Refuses the delete because of what only handlers know.
    public void requireNoneLive(Resource resource) {
        ResourceId id = resource.id();
        Stream<ResourceId> nested = live(resource).stream()
                .filter(type -> refuses(type.current()))
                .flatMap(type -> resources.unrecorded(any(id, type), type, 1).stream());
        Stream<ResourceId> extending = extending(id)
                .filter(known -> refuses(known.type()) && isThere(known))
                .map(KnownExtension::id);
        Stream.concat(nested, extending).findFirst().ifPresent(there -> {
            throw new ProblemException(exists(id, there.toString()));
        });
    }

    private Stream<KnownExtension> extending(ResourceId id) {
        return types.extensions().isEmpty() ? Stream.empty() : extensions.of(id.toString(), AT_ONCE).stream();
    }

    /// Its own read handler says so; or can't say that it is not.
    private boolean isThere(KnownExtension known) {
        try {
            return resources.find(known.id()).isPresent();
        } catch (ProblemException unsaid) {
            return true;
        }
    }

    /// Refuses the delete because of what is recorded, at any depth.
    public void requireNoneRecorded(Transaction transaction, ResourceId id) {
        for (Member member : store.members(transaction, id.key() + "/")) {
            if (refuses(types.version(member.type(), member.typeVersion()))) {
                throw new ProblemException(exists(id, member.id().toString()));
            }
        }
    }

    private static boolean refuses(TypeVersion type) {
        return type.registration().onParentDelete() == OnParentDelete.REFUSE;
    }

    private static Problem exists(ResourceId id, String nested) {
        return new Problem.Conflict(
                ProblemCode.NESTED_RESOURCES_EXIST,
                "The resource '" + id + "' still has '" + nested + "'. Delete that first.");
    }

    private List<RegisteredType> live(Resource resource) {
        return types.nestedUnder(resource.typeName()).stream()
                .filter(type -> !type.current().recorded())
                .toList();
    }

    private static ResourceId any(ResourceId above, RegisteredType type) {
        return above.nesting(type.current().armType(), "any");
    }

    // -- when the operation comes to it ---------------------------------------------------------------------

    /// A step that deletes what depends on the resource; empty once nothing does.
    Optional<Step> step(StepContext work, Change ifBlocked) {
        if (types.nestedUnder(work.resource().typeName()).isEmpty()
                && types.extensions().isEmpty()) {
            return Optional.empty();
        }
        List<DeleteTarget> left = left(work.resource());
        if (left.isEmpty()) {
            return Optional.empty();
        }
        Optional<DeleteTarget> refusing =
                left.stream().filter(target -> refuses(target.type())).findFirst();
        if (refusing.isPresent()) {
            Problem problem = exists(work.resource().id(), refusing.get().id().toString());
            return Optional.of(new Step.Fail(new Failure(problem.code(), problem.message()), ifBlocked));
        }
        Optional<BulkDeleteProgress> before = work.memory().memo().map(BulkDeleteProgress::read);
        return Optional.of(
                switch (sweep.step(work.operation(), left, before)) {
                    case BulkDelete.Result.Again(var after, var round) -> again(work, left, after, round);
                    case BulkDelete.Result.Blocked(var blocked) ->
                        new Step.Fail(
                                new Failure(
                                        ProblemCode.NESTED_RESOURCES_EXIST,
                                        "What is nested in '" + work.resource().id()
                                                + "' could not be deleted. See the details for each.",
                                        blocked),
                                ifBlocked);
                });
    }

    private Step again(StepContext work, List<DeleteTarget> left, Duration after, BulkDeleteProgress round) {
        StepState memory = new StepState(StepState.Phase.DEPENDENTS, Optional.of(round.json()), Optional.empty(), 0);
        String message = left.size() + (left.size() == 1 ? " nested resource left" : " nested resources left");
        byte[] sealed = memory.seal(vault, work.operation().id().toString());
        return new Step.Again(after, sealed, Optional.empty(), message, Change.none());
    }

    /// What is nested directly; what is nested in that goes with it.
    private List<DeleteTarget> left(Resource resource) {
        int depth = resource.id().names().size() + 1;
        List<DeleteTarget> left = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        String prefix = resource.id().key() + "/";
        for (Member member : database.read(transaction -> store.members(transaction, prefix))) {
            boolean direct = member.id()
                    .extended()
                    .map(extended -> extended.equalsIgnoreCase(resource.id().toString()))
                    .orElse(member.id().names().size() == depth);
            if (direct) {
                TypeVersion type = types.version(member.type(), member.typeVersion());
                boolean busy = !member.state().terminal();
                keys.add(member.id().key());
                left.add(new DeleteTarget(member.id().key(), member.id(), type, busy, member.operation()));
            }
        }
        for (RegisteredType type : live(resource)) {
            for (ResourceId id : resources.unrecorded(any(resource.id(), type), type, AT_ONCE)) {
                if (keys.add(id.key())) {
                    left.add(new DeleteTarget(id.key(), id, type.current(), false, Optional.empty()));
                }
            }
        }
        extending(resource.id())
                .filter(known -> !refuses(known.type()) || isThere(known))
                .filter(known -> keys.add(known.id().key()))
                .forEach(known -> left.add(DeleteTarget.of(known)));
        return left;
    }
}
