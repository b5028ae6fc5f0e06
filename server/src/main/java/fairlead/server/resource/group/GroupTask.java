package fairlead.server.resource.group;

import fairlead.server.database.Database;
import fairlead.server.operation.Change;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationState;
import fairlead.server.operation.Step;
import fairlead.server.operation.Task;
import fairlead.server.problem.FailureCode;
import fairlead.server.resource.change.ResourceVerbs;
import fairlead.server.resource.record.ExtensionStore;
import fairlead.server.resource.record.Member;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.scope.Placements;
import fairlead.server.scope.ScopeId;
import fairlead.server.scope.Scopes;
import fairlead.server.type.Types;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Deletes a group: every resource in it by an operation of its own, and then the group.
///
/// Implements "Resource group deletion" of the "Azure resource provider contract": deletes are sent in any order;
/// one that is refused is tried again after the others; this goes on until all resources are gone or a whole
/// round has deleted none, see [BulkDelete].
public final class GroupTask implements Task {

    private static final Duration ELSEWHERE = Duration.ofMillis(500);
    private static final int AT_ONCE = 64;

    private final ResourceStore store;
    private final Database database;
    private final Scopes scopes;
    private final Types types;
    private final BulkDelete sweep;
    private final ExtensionStore extensions;

    public GroupTask(Database database, Scopes scopes, Types types, Clock clock, ResourceVerbs resources) {
        store = new ResourceStore(types.sealing());
        this.database = database;
        this.scopes = scopes;
        this.types = types;
        extensions = new ExtensionStore(database, types);
        sweep = new BulkDelete(clock, resources);
    }

    @Override
    public Step run(Operation operation) {
        Group group = Group.of(operation);
        List<Member> left = database.read(transaction -> store.members(transaction, group.prefix()));
        List<Placements.Spread> elsewhere = scopes.placements().elsewhere(ScopeId.parse(group.id()));
        if (left.isEmpty() && !elsewhere.isEmpty()) {
            return awaited(group, operation, elsewhere);
        }
        List<DeleteTarget> targets =
                new ArrayList<>(left.stream().map(this::target).toList());
        if (left.isEmpty()) {
            // What extends the group itself goes last.
            extensions.of(group.id(), AT_ONCE).forEach(known -> targets.add(DeleteTarget.of(known)));
        }
        if (targets.isEmpty()) {
            return new Step.Succeed(
                    transaction -> scopes.removeGroup(transaction, operation.subscription(), group.name()));
        }
        return switch (sweep.step(operation, targets, BulkDeleteProgress.read(operation.progress()))) {
            case BulkDelete.Result.Again(var after, var round) -> again(after, targets.size(), round);
            case BulkDelete.Result.Blocked(var blocked) -> blocked(group, operation, blocked);
        };
    }

    /// Nothing is left here, but other cells have something of the group, or have not said yet that they have not.
    private Step awaited(Group group, Operation operation, List<Placements.Spread> elsewhere) {
        boolean stuck = elsewhere.stream().allMatch(spread -> spread.remains().isPresent());
        if (!stuck) {
            String locations = String.join(
                    ", ", elsewhere.stream().map(Placements.Spread::location).toList());
            return new Step.Again(
                    ELSEWHERE, operation.progress(), Optional.empty(), "waiting for " + locations, Change.none());
        }
        List<Failure.Part> blocked = elsewhere.stream()
                .flatMap(spread -> RemoteFailure.read(spread.remains().orElseThrow(), group.id()).stream())
                .toList();
        return blocked(group, operation, blocked);
    }

    private DeleteTarget target(Member member) {
        return new DeleteTarget(
                member.uid(),
                member.id(),
                types.version(member.type(), member.typeVersion()),
                !member.state().terminal(),
                member.operation());
    }

    private Step blocked(Group group, Operation operation, List<Failure.Part> blocked) {
        String message = "The resource group '" + group.name() + "' could not be deleted: " + blocked.size()
                + (blocked.size() == 1 ? " resource is" : " resources are") + " left. See the details for each.";
        return new Step.Fail(
                new Failure(FailureCode.RESOURCE_GROUP_DELETION_BLOCKED, message, blocked), abandoned(operation));
    }

    private static Step again(Duration after, int left, BulkDeleteProgress round) {
        double percent = 100.0 * Math.max(0, round.total() - left) / round.total();
        String message = left + (left == 1 ? " resource left" : " resources left");
        return new Step.Again(after, round.write(), Optional.of(percent), message, Change.none());
    }

    @Override
    public Change ended(Operation operation, OperationState state) {
        return abandoned(operation);
    }

    private Change abandoned(Operation operation) {
        return transaction -> scopes.abandonDeletion(
                transaction, operation.subscription(), Group.of(operation).name());
    }

    private record Group(String id, String name) {

        static Group of(Operation operation) {
            String id = operation.subjectId();
            return new Group(id, id.substring(id.lastIndexOf('/') + 1));
        }

        String prefix() {
            return ResourceId.key(id) + "/";
        }
    }
}
