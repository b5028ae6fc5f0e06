package fairlead.server.resource.group;

import fairlead.handler.ErrorCode;
import fairlead.server.access.Caller;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Operation;
import fairlead.server.problem.FailureCode;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.change.Delete;
import fairlead.server.resource.change.OperationCaller;
import fairlead.server.resource.change.ResourceVerbs;
import fairlead.server.resource.record.Preconditions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Deletes many resources, each by an operation of its own, in rounds. A delete that is refused is tried again in
/// the next round, after the others. The rounds end when all resources are gone, or when a whole round has
/// deleted none. A resource whose refusal says that a later attempt may succeed delays the end for a quarter of
/// an hour.
///
/// A step reads what is there, begins the deletes that can begin, and waits for nothing. So it can be taken again
/// after a crash: a delete that has begun already is the same delete.
public final class BulkDelete {

    private static final int AT_ONCE = 64;
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final Duration BETWEEN_ROUNDS = Duration.ofSeconds(10);
    private static final Duration WINDOW = Duration.ofMinutes(15);

    private final Clock clock;
    private final ResourceVerbs resources;

    public BulkDelete(Clock clock, ResourceVerbs resources) {
        this.clock = clock;
        this.resources = resources;
    }

    /// Where a sweep is after a step.
    public sealed interface Result {

        /// It goes on after a pause.
        record Again(Duration after, BulkDeleteProgress round) implements Result {}

        /// Nothing goes further.
        ///
        /// @param blocked why each of those that are left can't be deleted
        record Blocked(List<Failure.Part> blocked) implements Result {}
    }

    /// One step.
    ///
    /// @param operation on whose behalf
    /// @param left what is still there, at least one
    /// @param before how far it has come; empty at the first step
    public Result step(Operation operation, List<DeleteTarget> left, Optional<BulkDeleteProgress> before) {
        BulkDeleteProgress round = before.orElseGet(() -> BulkDeleteProgress.first(left.size(), clock.instant()));
        boolean waiting = left.stream().anyMatch(DeleteTarget::busy);
        return begin(operation, left, round) || waiting ? new Result.Again(PAUSE, round) : ended(left, round);
    }

    /// Begins deletes of what this round has not tried; false if there is none.
    private boolean begin(Operation operation, List<DeleteTarget> left, BulkDeleteProgress round) {
        List<DeleteTarget> untried = left.stream()
                .filter(target -> !target.busy() && !round.tried(target.key()))
                .sorted(Comparator.comparingInt(target -> -target.id().names().size()))
                .toList();
        long running = left.stream().filter(DeleteTarget::busy).count();
        Caller caller = OperationCaller.of(operation);
        for (DeleteTarget target : untried.subList(0, Math.clamp(AT_ONCE - running, 0, untried.size()))) {
            round.tries(target.key(), refusal(caller, target));
        }
        return !untried.isEmpty();
    }

    /// Why the delete can't be begun.
    private Optional<BulkDeleteProgress.Refusal> refusal(Caller caller, DeleteTarget target) {
        try {
            Delete delete = new Delete(caller, target.id(), target.type(), Preconditions.NONE);
            resources.delete(delete, Duration.ZERO);
            return Optional.empty();
        } catch (ProblemException refused) {
            Problem problem = refused.problem();
            boolean busy = problem instanceof Problem.Busy;
            return Optional.of(new BulkDeleteProgress.Refusal(
                    problem.code(), problem.message(), busy || problem.status() == 429 || problem.status() >= 500));
        }
    }

    /// Everything that is left has been tried, and nothing is under way.
    private Result ended(List<DeleteTarget> left, BulkDeleteProgress round) {
        if (left.size() < round.began()) {
            return new Result.Again(Duration.ZERO, round.next(left.size(), clock.instant()));
        }
        List<Failure.Part> blocked = new ArrayList<>();
        boolean hope = false;
        for (DeleteTarget target : left) {
            BulkDeleteProgress.Refusal refusal = round.refusal(target.key()).orElseGet(() -> failed(target));
            blocked.add(new Failure.Part(
                    refusal.code(), refusal.message(), target.id().toString()));
            hope |= refusal.passing();
        }
        return hope && clock.instant().isBefore(round.progressAt().plus(WINDOW))
                ? new Result.Again(BETWEEN_ROUNDS, round.next(left.size(), round.progressAt()))
                : new Result.Blocked(blocked);
    }

    /// Why a delete that began came to nothing.
    private BulkDeleteProgress.Refusal failed(DeleteTarget target) {
        return target.operation()
                .flatMap(id -> resources.failure(id))
                .map(failure -> new BulkDeleteProgress.Refusal(
                        failure.code(),
                        failure.message(),
                        failure.code().ofHandler().filter(ErrorCode::retryable).isPresent()))
                .orElseGet(() -> new BulkDeleteProgress.Refusal(FailureCode.CONFLICT, "It is still there.", false));
    }
}
