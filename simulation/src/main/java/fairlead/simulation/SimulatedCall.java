package fairlead.simulation;

import fairlead.handler.Context;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Progress;
import fairlead.schema.HandlerKind;
import fairlead.simulation.Behaviour.Failure;
import fairlead.simulation.Behaviour.Verb;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// One call on its way through an operation: how long it takes, whether it fails, and whether it was the last.
///
/// The memo of an operation holds the number of calls that were answered, and when it is due to end.
final class SimulatedCall {

    private final Verb verb;
    private final HandlerKind kind;
    private final Optional<ObjectNode> memo;
    private final Context context;
    private final int step;

    SimulatedCall(Verb verb, HandlerKind kind, Optional<ObjectNode> memo, Context context) {
        this.verb = verb;
        this.kind = kind;
        this.memo = memo;
        this.context = context;
        this.step = memo.map(last -> last.path("Step").asInt(0)).orElse(0);
    }

    /// Whether an earlier call of the operation was answered.
    boolean goesOn() {
        return step > 0;
    }

    /// Takes as long as the call is to take.
    void endure(ObjectNode model) {
        double seconds = verb.latency().of(model, BehaviourReader.LONGEST_CALL);
        if (seconds > 0) {
            try {
                Thread.sleep(SimulatedTime.duration(seconds));
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new HandlerException(
                        ErrorCode.SERVICE_TIMEOUT, "The call was interrupted while it waited.", interrupted);
            }
        }
    }

    void failIfAsked(ObjectNode model) {
        if (verb.failure().isEmpty()) {
            return;
        }
        Failure failure = verb.failure().get();
        boolean due = failure.step() == step && (failure.times() == 0 || context.attempt() <= failure.times());
        failure.code().of(model).filter(_ -> due && chosen(failure.percent())).ifPresent(code -> {
            String usual = "The behaviour of " + context.typeName() + " asks that this " + kind.wireName()
                    + " fails with " + code + ".";
            throw new HandlerException(code, failure.message().orElse(usual));
        });
    }

    private boolean chosen(int percent) {
        String call = context.token() + context.attempt() + context.clock().millis();
        return percent >= 100
                || Math.floorMod(
                                Seed.of(context.typeName(), kind.wireName(), call, step)
                                        .number(),
                                100)
                        < percent;
    }

    /// What to answer while the operation is under way; empty once it is at its end.
    ///
    /// @param begun when the operation began, if its memo does not know
    Optional<Progress> more(ObjectNode asked, ObjectNode model, Instant begun) {
        Duration delay = SimulatedTime.duration(verb.delay().of(asked, BehaviourReader.LONGEST_OPERATION));
        int wanted = (int) verb.steps().of(asked, BehaviourReader.MOST_STEPS);
        int steps = delay.isZero() ? wanted : Math.max(1, wanted);
        Instant now = SimulatedTime.now(context);
        Instant due = memo.map(last -> Instant.ofEpochMilli(last.path("Due").asLong(0)))
                .orElse(begun.plus(delay));
        Duration left = Duration.between(now, due);
        if (steps == 0 || (step >= steps && !left.isPositive())) {
            return Optional.empty();
        }
        Duration pause = left.isPositive() ? left.dividedBy(Math.max(1, steps - step)) : Duration.ZERO;
        int next = Math.min(step + 1, steps);
        return Optional.of(new Progress.Again(
                model,
                roundedUp(pause),
                JsonNodeFactory.instance.objectNode().put("Step", next).put("Due", due.toEpochMilli()),
                Optional.of(100.0 * Math.min(step, steps) / (steps + 1)),
                "%s: step %d of %d".formatted(kind.wireName(), next, steps)));
    }

    private static Duration roundedUp(Duration pause) {
        return Duration.ofMillis(pause.plusNanos(999_999).toMillis());
    }
}
