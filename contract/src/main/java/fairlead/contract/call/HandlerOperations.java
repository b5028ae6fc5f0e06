package fairlead.contract.call;

import fairlead.contract.Breach;
import fairlead.contract.Guard;
import fairlead.contract.Rule;
import fairlead.contract.result.Findings;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.handler.Read;
import fairlead.handler.Tags;
import fairlead.handler.Update;
import fairlead.schema.HandlerKind;
import fairlead.schema.ResourceSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Carries operations out as a control plane does: call after call until there is an end, each answer held against
/// the contract.
public final class HandlerOperations {

    private static final int MOST_CALLS = 1_000;
    private static final int MOST_CALLS_OF_FEW = 50;
    private static final int MOST_RETRIES = 4;
    private static final Duration REAL_LIMIT = Duration.ofMinutes(2);

    private final ResourceSchema schema;
    private final boolean generated;
    private final Settings settings;
    private final SkippingClock clock;
    private final HandlerCaller calls;
    private final Guard guard;
    private final Findings findings;
    private final CallLimit callLimit;

    /// How long an operation may go on.
    public enum CallLimit {
        /// As long as the schema says; longer is a breach.
        SCHEMA_TIMEOUT,
        /// Some calls, and more are none of it: what was asked for may rightly take for ever.
        FEW_CALLS
    }

    public HandlerOperations(
            Subject subject,
            Settings settings,
            SkippingClock clock,
            HandlerCaller calls,
            Findings findings,
            CallLimit callLimit) {
        this.callLimit = callLimit;
        this.schema = subject.schema();
        this.generated = subject.inputs().areGenerated();
        this.settings = settings;
        this.clock = clock;
        this.calls = calls;
        this.guard = new Guard(schema);
        this.findings = findings;
    }

    /// How calls are delivered.
    public enum Delivered {
        ONCE,
        /// Each call is made twice: the first answer is lost.
        TWICE
    }

    private interface Step {
        Progress call(Optional<ObjectNode> memo, Optional<ObjectNode> reached, Delivery delivery);
    }

    private interface Judge {
        List<Breach> judge(Progress answer, Optional<String> known);
    }

    public OperationOutcome create(ObjectNode desired, String token, Delivered delivered) {
        return create(desired, new Delivery(token, 1, name(desired)), delivered);
    }

    /// @param tags of the request, beside its properties
    public OperationOutcome create(ObjectNode desired, String token, Tags tags) {
        return create(desired, new Delivery(token, 1, name(desired), tags), Delivered.ONCE);
    }

    private String name(ObjectNode desired) {
        return schema.identifier(desired).orElse("resource");
    }

    private OperationOutcome create(ObjectNode desired, Delivery first, Delivered delivered) {
        Guard tagged = guard.tagged(first.tags());
        return run(
                HandlerKind.CREATE,
                first,
                delivered,
                (memo, reached, delivery) -> calls.create(new Create(desired, memo, reached), delivery),
                (answer, known) -> {
                    guard.lookedAtCreate(answer, desired, known.isPresent()).forEach(findings::looked);
                    return explained(tagged.create(answer, desired, known), answer, desired);
                });
    }

    /// @param asked what was asked for before, as it was asked for
    public OperationOutcome update(
            ObjectNode identifier, ObjectNode desired, ObjectNode previous, ObjectNode asked, String token) {
        return update(new Update(identifier, desired, previous, Optional.empty()), asked, token, Tags.NONE);
    }

    /// @param tags of the request, beside its properties
    public OperationOutcome update(Update first, ObjectNode asked, String token, Tags tags) {
        String id = schema.identifier(first.identifier()).orElse("");
        ObjectNode desired = first.desired();
        Guard tagged = guard.tagged(tags);
        return run(
                HandlerKind.UPDATE,
                new Delivery(token, 1, id, tags),
                Delivered.ONCE,
                (memo, _, delivery) ->
                        calls.update(new Update(first.identifier(), desired, first.previous(), memo), delivery),
                (answer, _) -> {
                    guard.lookedAtUpdate(answer, desired).forEach(findings::looked);
                    List<Breach> breaches = tagged.update(answer, desired, id, asked);
                    return explained(breaches, answer, desired);
                });
    }

    /// With how the model differs from what was asked for, where that may be shown.
    private List<Breach> explained(List<Breach> breaches, Progress answer, ObjectNode desired) {
        if (!generated || !(answer instanceof Progress.Done(var model))) {
            return breaches;
        }
        return breaches.stream()
                .map(breach -> switch (breach.rule()) {
                    case CREATE_RETURNS_REQUEST, UPDATE_RETURNS_REQUEST ->
                        new Breach(
                                breach.rule(),
                                breach.found() + ModelDifference.at(breach.pointers(), desired, model),
                                breach.pointers());
                    default -> breach;
                })
                .toList();
    }

    public OperationOutcome delete(ObjectNode identifier, String token) {
        return run(
                HandlerKind.DELETE,
                new Delivery(token, 1, schema.identifier(identifier).orElse("")),
                Delivered.ONCE,
                (memo, _, delivery) -> calls.delete(new Delete(identifier, memo), delivery),
                (answer, _) -> {
                    guard.lookedAtDelete(answer).forEach(findings::looked);
                    return guard.delete(answer);
                });
    }

    /// One read; a failure that may pass is tried again.
    public Progress read(ObjectNode identifier, Optional<String> expected, String token) {
        Progress answer = Progress.gone();
        for (int attempt = 1; attempt <= MOST_RETRIES; attempt++) {
            answer = calls.read(new Read(identifier), new Delivery(token, attempt, expected.orElse("")));
            boolean passing = answer instanceof Progress.Failed(var code, var _) && code.retryable();
            if (!passing) {
                break;
            }
            pause(Duration.ofSeconds(attempt));
        }
        guard.lookedAtRead(answer, expected.isPresent()).forEach(findings::looked);
        guard.read(answer, expected).forEach(findings::failed);
        return answer;
    }

    private OperationOutcome run(HandlerKind kind, Delivery first, Delivered delivered, Step step, Judge judge) {
        Instant end = clock.instant().plus(schema.timeout(kind));
        long begun = System.nanoTime();
        Optional<ObjectNode> memo = Optional.empty();
        Optional<ObjectNode> reached = Optional.empty();
        Optional<String> identifier = Optional.empty();
        int retries = 0;
        for (int events = 1; ; events++) {
            Delivery delivery = first.attempt(retries + 1);
            Progress answer = step.call(memo, reached, delivery);
            if (delivered == Delivered.TWICE) {
                answer = step.call(memo, reached, delivery);
            }
            judge.judge(answer, identifier).forEach(findings::failed);
            Optional<String> told = identifier(answer);
            identifier = told.isPresent() ? told : identifier;
            if (answer instanceof Progress.Again again) {
                if (callLimit == CallLimit.FEW_CALLS && (events >= MOST_CALLS_OF_FEW || isLate(end, again))) {
                    return givenUp(kind, identifier, events);
                }
                limit(kind, events, end, again, begun);
                memo = Optional.of(again.memo());
                reached = Optional.of(again.properties());
                retries = 0;
                pause(again.after());
            } else if (answer instanceof Progress.Failed(var code, var _)
                    && code.retryable()
                    && retries < MOST_RETRIES) {
                retries++;
                pause(Duration.ofSeconds(1L << retries));
            } else {
                findings.looked(Rule.timeout(kind), "operations of several calls", events > 1 ? 1 : 0);
                return new OperationOutcome(answer, identifier, events);
            }
        }
    }

    private Optional<String> identifier(Progress answer) {
        return switch (answer) {
            case Progress.Done(var model) -> schema.identifier(model);
            case Progress.Again again -> schema.identifier(again.properties());
            case Progress.Gone(), Progress.Failed _ -> Optional.empty();
        };
    }

    /// A create that goes on and on is as good as refused; from anything else nothing follows.
    private static OperationOutcome givenUp(HandlerKind kind, Optional<String> identifier, int events) {
        String found = "it was still IN_PROGRESS after %d calls".formatted(events);
        if (kind != HandlerKind.CREATE) {
            throw new ScenarioAborted(found);
        }
        return new OperationOutcome(Progress.failed(ErrorCode.NOT_STABILIZED, found), identifier, events);
    }

    private boolean isLate(Instant end, Progress.Again again) {
        return clock.instant().plus(again.after()).isAfter(end);
    }

    private void limit(HandlerKind kind, int events, Instant end, Progress.Again again, long begun) {
        boolean late = isLate(end, again);
        if (late || events >= MOST_CALLS) {
            String found = late
                    ? "The %s was still IN_PROGRESS when the schema's %d minutes were over."
                            .formatted(kind.wireName(), schema.timeout(kind).toMinutes())
                    : "The %s was still IN_PROGRESS after %d calls.".formatted(kind.wireName(), events);
            findings.failed(Rule.timeout(kind), found);
            throw new ScenarioAborted("the " + kind.wireName() + " did not end");
        }
        if (System.nanoTime() - begun > REAL_LIMIT.toNanos()) {
            String found = "the %s took more than two minutes of real time".formatted(kind.wireName());
            findings.leftOut(Rule.timeout(kind), "the end of an operation: " + found);
            throw new ScenarioAborted(found);
        }
    }

    private void pause(Duration asked) {
        Duration pause = asked.isNegative() ? Duration.ZERO : asked;
        switch (settings.pauses()) {
            case SKIPPED -> clock.skip(pause);
            case WAITED_FOR -> {
                try {
                    Thread.sleep(pause);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new ScenarioAborted("interrupted");
                }
            }
        }
    }

    /// Lets some time pass, for what may show late.
    public void wait(Duration pause) {
        pause(pause);
    }
}
