package fairlead.server.operation;

import fairlead.handler.ErrorCode;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.operation.OperationStore.Continuation;
import fairlead.server.problem.FailureCode;
import fairlead.server.telemetry.Activity;
import fairlead.server.time.Backoff;
import fairlead.server.time.Clocks;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries a claimed operation from step to step until it ends, waits in the database for a longer time, or is
/// lost to another node. This class alone decides what follows from a [Step].
final class OperationRunner {

    private static final Logger LOG = LoggerFactory.getLogger(OperationRunner.class);
    private static final Backoff STORE_BACKOFF = new Backoff(Duration.ofMillis(40), Duration.ofSeconds(1));

    private final Database database;
    private final OperationStore store = new OperationStore();
    private final OperationEvents events = new OperationEvents();
    private final Task task;
    private final Settings settings;
    private final Clock clock;
    private final RandomGenerator chance;
    private final String node;
    private final CancellableSleeps sleeps;
    private final OperationLogs logs;
    private final Probation probation;
    private final Clock shared;
    private final TimeLimits limits;

    OperationRunner(
            Database database,
            Task task,
            Settings settings,
            Clocks clocks,
            RandomGenerator chance,
            String node,
            CancellableSleeps sleeps,
            OperationLogs logs,
            Probation probation,
            TimeLimits limits) {
        this.database = database;
        this.task = task;
        this.settings = settings;
        clock = clocks.wall();
        shared = clocks.shared();
        this.chance = chance;
        this.node = node;
        this.sleeps = sleeps;
        this.logs = logs;
        this.probation = probation;
        this.limits = limits;
    }

    /// How the work of this node on an operation has ended.
    sealed interface RunResult {
        /// It has ended.
        record Ended(Operation operation) implements RunResult {}

        /// It waits in the database until then, for any node to claim it.
        record GivenBack(Instant due) implements RunResult {}

        /// Another node has it, or this one is stopping: what this thread knows of it no longer counts.
        record Lost() implements RunResult {}
    }

    /// What can't be carried on is given up, to be claimed anew: as long as this node has it and does nothing, no node
    /// else does.
    RunResult run(Operation claimed) {
        try {
            return untilItEnds(claimed);
        } catch (DatabaseException failure) {
            LOG.warn("operation {} can't go on: {}", claimed.id(), failure.getMessage());
        } catch (RuntimeException bug) {
            LOG.error("operation {} of {} can't go on", claimed.id(), claimed.subjectId(), bug);
        }
        return new RunResult.Lost();
    }

    private RunResult untilItEnds(Operation claimed) {
        Operation operation = claimed;
        while (true) {
            Optional<OperationState> end = endWithoutStep(operation);
            if (end.isPresent()) {
                return end(operation, end.get(), task.ended(operation, end.get()));
            }
            operation = operation.having(limits.used(operation));
            Outcome outcome = outcome(operation, step(operation));
            switch (outcome) {
                case Outcome.End(var state, var change, var identifier) -> {
                    return end(operation.told(identifier), state, change);
                }
                case Outcome.Continue(var next, var change) -> {
                    Optional<Boolean> canceling = store(operation, next, change);
                    if (canceling.isEmpty()) {
                        return new RunResult.Lost();
                    }
                    probation.passed(operation.id());
                    if (!next.keepsOwner()) {
                        return new RunResult.GivenBack(canceling.get() ? shared.instant() : next.due());
                    }
                    if (!canceling.get() && !sleep(operation.id(), next.pause())) {
                        return new RunResult.Lost();
                    }
                    operation = operation
                            .told(next.identifier())
                            .reached(next.percent(), next.message())
                            .continued(next.attempt(), next.interruptions(), canceling.get(), next.progress());
                }
            }
        }
    }

    private boolean sleep(OperationId id, Duration pause) {
        return Activity.current()
                .map(activity -> activity.telemetry().atWork().aside(() -> sleeps.sleep(id, pause)))
                .orElseGet(() -> sleeps.sleep(id, pause));
    }

    private sealed interface Outcome {
        record End(OperationState state, Change change, Optional<String> identifier) implements Outcome {
            End(OperationState state, Change change) {
                this(state, change, Optional.empty());
            }
        }

        record Continue(Continuation next, Change change) implements Outcome {}
    }

    private Optional<OperationState> endWithoutStep(Operation operation) {
        Instant now = clock.instant();
        if (operation.cancelRequested() || sleeps.cancelRequested(operation.id())) {
            return Optional.of(new OperationState.Canceled(now));
        }
        if (operation.interruptions() >= settings.interruptions().most()) {
            return Optional.of(new OperationState.Failed(now, quarantined(operation)));
        }
        if (limits.isOver(operation)) {
            String message = "the operation did not end within its time limit of "
                    + operation.limit().toMinutes() + " minutes";
            return Optional.of(new OperationState.Failed(now, new Failure(ErrorCode.NOT_STABILIZED, message)));
        }
        return Optional.empty();
    }

    private static Failure quarantined(Operation operation) {
        LOG.error(
                "operation {} of {} is not carried on: {} processes of the server have ended in one step of it",
                operation.id(),
                operation.subjectId(),
                operation.interruptions());
        return new Failure(
                FailureCode.QUARANTINED,
                "The server's process ended " + operation.interruptions() + " times in the same step of this operation,"
                        + " most likely by what the handler of " + operation.typeName()
                        + " does there. So the operation"
                        + " is not carried on, and what the step has done is unknown. Mend the handler or its"
                        + " configuration, then send the request again.");
    }

    /// @param last what was said of the last end
    private static Failure quarantined(Operation operation, Failure last) {
        LOG.error(
                "operation {} of {} is not carried on: processes of its handler have ended in one step of it",
                operation.id(),
                operation.subjectId());
        return new Failure(
                FailureCode.QUARANTINED,
                "Processes ended " + (operation.interruptions() + 1)
                        + " times in the same step of this operation, by what"
                        + " the handler of " + operation.typeName() + " does there. So the operation is not carried on,"
                        + " and what the step has done is unknown. Mend the handler or its configuration, then send the"
                        + " request again. The last time: " + last.message());
    }

    private Step step(Operation operation) {
        try {
            return task.run(operation, line -> logs.add(operation.id(), line));
        } catch (DatabaseException storeTrouble) {
            LOG.warn("operation {} can't go on: {}", operation.id(), storeTrouble.getMessage());
            Failure failure = new Failure(ErrorCode.SERVICE_INTERNAL_ERROR, "the control plane's database failed");
            return new Step.Retry(
                    failure,
                    operation.progress(),
                    task.ended(operation, new OperationState.Failed(clock.instant(), failure)));
        } catch (RuntimeException bug) {
            LOG.error("operation {} of {} failed by a bug", operation.id(), operation.subjectId(), bug);
            Failure failure =
                    new Failure(ErrorCode.INTERNAL_FAILURE, "the control plane failed; operation " + operation.id());
            return new Step.Fail(failure, task.ended(operation, new OperationState.Failed(clock.instant(), failure)));
        }
    }

    private Outcome outcome(Operation operation, Step step) {
        Instant now = clock.instant();
        return switch (step) {
            case Step.Succeed(var change, var identifier) ->
                new Outcome.End(new OperationState.Succeeded(now), change, identifier);
            case Step.Answer(var output, var change) ->
                new Outcome.End(new OperationState.Succeeded(now), transaction -> {
                    store.keepOutput(transaction, operation.id(), output);
                    change.write(transaction);
                });
            case Step.Fail(var failure, var change) -> new Outcome.End(new OperationState.Failed(now, failure), change);
            case Step.Again again -> goOn(operation, 1, 0, again);
            case Step.Retry(var failure, var _, var change)
            when isPoison(operation, failure) ->
                new Outcome.End(new OperationState.Failed(now, quarantined(operation, failure)), change);
            case Step.Retry(var failure, var _, var change)
            when operation.attempt() >= settings.retry().mostAttempts() ->
                new Outcome.End(new OperationState.Failed(now, failure), change);
            case Step.Retry(var failure, var progress, var _) -> {
                Duration pause = settings.retry().pause(operation.attempt(), chance);
                String message = failure.code().text() + ": " + failure.message();
                yield goOn(
                        operation,
                        operation.attempt() + 1,
                        failure.processEnded() ? operation.interruptions() + 1 : 0,
                        new Step.Again(pause, progress, operation.percent(), message, Change.none()));
            }
        };
    }

    /// Whether the handler's process has ended in this step once more than is borne.
    private boolean isPoison(Operation operation, Failure failure) {
        return failure.processEnded()
                && operation.interruptions() + 1 >= settings.interruptions().most();
    }

    /// @param ends how many processes have ended in the step that follows; a step in which some have is given back, so
    ///     that it is tried alone
    private Outcome goOn(Operation operation, int attempt, int ends, Step.Again again) {
        Duration left = limits.left(operation);
        Duration pause = again.after().compareTo(left) > 0 ? left : again.after();
        boolean keep = again.after().compareTo(settings.hold()) <= 0
                && ends < settings.interruptions().triedAlone();
        return new Outcome.Continue(
                new Continuation(
                        shared.instant().plus(pause),
                        pause,
                        limits.used(operation).plus(pause),
                        keep,
                        attempt,
                        ends,
                        again.percent(),
                        again.message(),
                        again.progress(),
                        again.identifier()),
                again.change());
    }

    private RunResult end(Operation operation, OperationState state, Change last) {
        Change change = logs.along(operation.id(), last);
        Optional<Boolean> ours = insist(
                operation,
                () -> database.write(transaction -> {
                    boolean still = store.end(transaction, operation, state, node);
                    if (still) {
                        change.write(transaction);
                        events.ended(transaction, operation, state, clock.instant());
                    }
                    return still;
                }));
        if (ours.isEmpty() || !ours.get()) {
            return new RunResult.Lost();
        }
        return new RunResult.Ended(operation.withState(state));
    }

    private Optional<Boolean> store(Operation operation, Continuation next, Change reached) {
        Change change = logs.along(operation.id(), reached);
        return insist(
                        operation,
                        () -> database.write(transaction -> {
                            Instant now = clock.instant();
                            Optional<Boolean> canceling =
                                    store.continued(transaction, operation, next, node, shared.instant());
                            if (canceling.isPresent()) {
                                change.write(transaction);
                                events.continued(transaction, operation, next, canceling.get(), now);
                            }
                            return canceling;
                        }))
                .flatMap(canceling -> canceling);
    }

    private interface Write<T> {
        T attempt();
    }

    /// A handler's answer must not be lost because the database is away for a while: the write is repeated until
    /// it succeeds or the node stops. Empty when it stops.
    private <T> Optional<T> insist(Operation operation, Write<T> write) {
        for (int attempt = 1; ; attempt++) {
            try {
                return Optional.of(write.attempt());
            } catch (DatabaseException failure) {
                LOG.warn(
                        "can't store the answer for operation {} ({}): {}; trying again",
                        operation.id(),
                        operation.subjectId(),
                        failure.getMessage());
                boolean hopeless = failure.kind() == DatabaseException.Kind.BROKEN
                        || failure.kind() == DatabaseException.Kind.DUPLICATE;
                if (hopeless || !sleeps.wait(STORE_BACKOFF.pause(attempt - 1, chance))) {
                    return Optional.empty();
                }
            }
        }
    }
}
