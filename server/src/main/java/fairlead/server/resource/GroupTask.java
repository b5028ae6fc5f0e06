package fairlead.server.resource;

import fairlead.handler.ErrorCode;
import fairlead.server.access.Caller;
import fairlead.server.database.Database;
import fairlead.server.operation.Change;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationState;
import fairlead.server.operation.Step;
import fairlead.server.operation.Task;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.ResourceStore.Member;
import fairlead.server.scope.ResourceGroup;
import fairlead.server.scope.Scopes;
import fairlead.server.type.Types;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/// Deletes a group: every resource in it by an operation of its own, and then the group.
///
/// Implements "Resource group deletion" of the "Azure resource provider contract": deletes go out in any order; what
/// is refused is tried again when the others have been; and so on, until all are gone or a whole round brings nothing
/// further. A resource that answers that a later attempt may succeed holds the end up for a quarter of an hour.
///
/// A step looks at what is there, begins what can be begun and waits for nothing. So it can be taken again after a
/// crash: a delete that has begun already is the same delete.
final class GroupTask implements Task {

    private static final int AT_ONCE = 64;
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final Duration BETWEEN_ROUNDS = Duration.ofSeconds(10);
    private static final Duration WINDOW = Duration.ofMinutes(15);

    private final ResourceStore store = new ResourceStore();
    private final Database database;
    private final Scopes scopes;
    private final Types types;
    private final Clock clock;
    private final Supplier<Resources> resources;

    GroupTask(Database database, Scopes scopes, Types types, Clock clock, Supplier<Resources> resources) {
        this.database = database;
        this.scopes = scopes;
        this.types = types;
        this.clock = clock;
        this.resources = resources;
    }

    @Override
    public Step run(Operation operation) {
        Group group = Group.of(operation);
        List<Member> left = database.read(transaction -> store.members(transaction, group.prefix()));
        if (left.isEmpty()) {
            return new Step.Succeed(
                    transaction -> scopes.removeGroup(transaction, operation.subscription(), group.name()));
        }
        Round round = Round.read(operation.progress()).orElseGet(() -> Round.first(left.size(), clock.instant()));
        boolean waiting = left.stream().anyMatch(member -> !member.state().terminal());
        return begin(operation, left, round) || waiting
                ? again(PAUSE, left, round)
                : ended(group, operation, left, round);
    }

    /// Begins deletes of what this round has not tried; false if there is none.
    private boolean begin(Operation operation, List<Member> left, Round round) {
        List<Member> untried = left.stream()
                .filter(member -> member.state().terminal() && !round.tried(member.uid()))
                .sorted(Comparator.comparingInt(member -> -member.id().names().size()))
                .toList();
        long running =
                left.stream().filter(member -> !member.state().terminal()).count();
        Caller caller = Tasks.caller(operation);
        for (Member member : untried.subList(0, Math.clamp(AT_ONCE - running, 0, untried.size()))) {
            round.tries(member.uid(), refusal(caller, member));
        }
        return !untried.isEmpty();
    }

    /// Why the delete can't be begun.
    private Optional<Refusal> refusal(Caller caller, Member member) {
        try {
            var type = types.version(member.type(), member.typeVersion());
            resources.get().delete(new Delete(caller, member.id(), type, Preconditions.NONE), Duration.ZERO);
            return Optional.empty();
        } catch (ProblemException refused) {
            Problem problem = refused.problem();
            boolean busy = problem instanceof Problem.Busy;
            return Optional.of(new Refusal(
                    problem.code(), problem.message(), busy || problem.status() == 429 || problem.status() >= 500));
        }
    }

    /// Everything that is left has been tried, and nothing is under way.
    private Step ended(Group group, Operation operation, List<Member> left, Round round) {
        if (left.size() < round.began()) {
            return again(Duration.ZERO, left, round.next(left.size(), clock.instant()));
        }
        List<Failure.Part> blocked = new ArrayList<>();
        boolean hope = false;
        for (Member member : left) {
            Refusal refusal = round.refusal(member.uid()).orElseGet(() -> failed(member));
            blocked.add(new Failure.Part(
                    refusal.code(), refusal.message(), member.id().toString()));
            hope |= refusal.passing();
        }
        if (hope && clock.instant().isBefore(round.progressAt().plus(WINDOW))) {
            return again(BETWEEN_ROUNDS, left, round.next(left.size(), round.progressAt()));
        }
        String message = "The resource group '" + group.name() + "' could not be deleted: " + blocked.size()
                + (blocked.size() == 1 ? " resource is" : " resources are") + " left. See the details for each.";
        return new Step.Fail(new Failure("ResourceGroupDeletionBlocked", message, blocked), abandoned(operation));
    }

    /// Why a delete that began came to nothing.
    private Refusal failed(Member member) {
        return member.operation()
                .flatMap(id -> resources.get().failure(id))
                .map(failure -> new Refusal(
                        failure.code(),
                        failure.message(),
                        ErrorCode.parse(failure.code())
                                .filter(ErrorCode::retryable)
                                .isPresent()))
                .orElseGet(() -> new Refusal("Conflict", "It is still there.", false));
    }

    private static Step again(Duration after, List<Member> left, Round round) {
        double percent = 100.0 * Math.max(0, round.total() - left.size()) / round.total();
        String message = left.size() + (left.size() == 1 ? " resource left" : " resources left");
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

    /// @param passing whether a later attempt may succeed though nothing else changes
    record Refusal(String code, String message, boolean passing) {}

    private record Group(String id, String name) {

        static Group of(Operation operation) {
            String id = operation.subjectId();
            return new Group(id, id.substring(id.lastIndexOf('/') + 1));
        }

        String prefix() {
            return ResourceId.key(id) + "/";
        }
    }

    /// The subject of the operation that deletes a group.
    static UUID subject(ResourceGroup group) {
        return UUID.nameUUIDFromBytes(ResourceId.key(group.id()).getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
}
