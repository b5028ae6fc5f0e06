package fairlead.contract.suite;

import fairlead.contract.Breach;
import fairlead.contract.Guard;
import fairlead.contract.Models;
import fairlead.contract.Rule;
import fairlead.contract.suite.Calls.Delivery;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Carries operations out as a control plane does: call after call until there is an end, each answer held against
/// the contract.
final class Operations {

    private static final int MOST_CALLS = 1_000;
    private static final int FEW_CALLS = 50;
    private static final int MOST_RETRIES = 4;
    private static final Duration REAL_LIMIT = Duration.ofMinutes(2);

    private final ResourceSchema schema;
    private final boolean generated;
    private final Settings settings;
    private final SkippingClock clock;
    private final Calls calls;
    private final Guard guard;
    private final Findings findings;
    private final Patience patience;

    /// How long an operation may go on.
    enum Patience {
        /// As long as the schema says; longer is a breach.
        DUE,
        /// Some calls, and more are none of it: what was asked for may rightly take for ever.
        SHORT
    }

    Operations(
            Subject subject,
            Settings settings,
            SkippingClock clock,
            Calls calls,
            Findings findings,
            Patience patience) {
        this.patience = patience;
        this.schema = subject.schema();
        this.generated = subject.inputs().areGenerated();
        this.settings = settings;
        this.clock = clock;
        this.calls = calls;
        this.guard = new Guard(schema);
        this.findings = findings;
    }

    /// The end of an operation.
    ///
    /// @param last never [Progress.Again]
    /// @param identifier the identifier that the last event with one had
    /// @param events how many answers there were
    record Ended(Progress last, Optional<String> identifier, int events) {

        Optional<ObjectNode> model() {
            return last instanceof Progress.Done(var model) ? Optional.of(model) : Optional.empty();
        }

        boolean failedWith(ErrorCode code) {
            return last instanceof Progress.Failed(var found, var _) && found == code;
        }

        Optional<Progress.Failed> failure() {
            return last instanceof Progress.Failed failed ? Optional.of(failed) : Optional.empty();
        }
    }

    /// How calls are delivered.
    enum Delivered {
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

    Ended create(ObjectNode desired, String token, Delivered delivered) {
        return create(desired, new Delivery(token, 1, name(desired)), delivered);
    }

    /// @param tags of the request, beside its properties
    Ended create(ObjectNode desired, String token, Tags tags) {
        return create(desired, new Delivery(token, 1, name(desired), tags), Delivered.ONCE);
    }

    private String name(ObjectNode desired) {
        return schema.identifier(desired).orElse("thing");
    }

    private Ended create(ObjectNode desired, Delivery first, Delivered delivered) {
        Guard tagged = guard.tagged(first.tags());
        return run(
                HandlerKind.CREATE,
                first,
                delivered,
                (memo, reached, delivery) -> calls.create(new Create(desired, memo, reached), delivery),
                (answer, known) -> {
                    lookedAtChange(HandlerKind.CREATE, answer, desired, known.isPresent());
                    return explained(tagged.create(answer, desired, known), answer, desired);
                });
    }

    /// @param asked what was asked for before, as it was asked for
    Ended update(ObjectNode identifier, ObjectNode desired, ObjectNode previous, ObjectNode asked, String token) {
        return update(new Update(identifier, desired, previous, Optional.empty()), asked, token, Tags.NONE);
    }

    /// @param tags of the request, beside its properties
    Ended update(Update first, ObjectNode asked, String token, Tags tags) {
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
                    lookedAtChange(HandlerKind.UPDATE, answer, desired, true);
                    List<Breach> breaches = Merges.told(tagged.update(answer, desired, id), answer, asked, desired);
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
                                breach.found() + Differing.at(breach.pointers(), desired, model),
                                breach.pointers());
                    default -> breach;
                })
                .toList();
    }

    Ended delete(ObjectNode identifier, String token) {
        return run(
                HandlerKind.DELETE,
                new Delivery(token, 1, schema.identifier(identifier).orElse("")),
                Delivered.ONCE,
                (memo, _, delivery) -> calls.delete(new Delete(identifier, memo), delivery),
                (answer, _) -> {
                    lookedAtDelete(answer);
                    return guard.delete(answer);
                });
    }

    /// One read; a failure that may pass is tried again.
    Progress read(ObjectNode identifier, Optional<String> expected, String token) {
        Progress answer = Progress.gone();
        for (int attempt = 1; attempt <= MOST_RETRIES; attempt++) {
            answer = calls.read(new Read(identifier), new Delivery(token, attempt, expected.orElse("")));
            boolean passing = answer instanceof Progress.Failed(var code, var _) && code.retryable();
            if (!passing) {
                break;
            }
            pause(Duration.ofSeconds(attempt));
        }
        lookedAtRead(answer, expected.isPresent());
        guard.read(answer, expected).forEach(findings::failed);
        return answer;
    }

    private Ended run(HandlerKind kind, Delivery first, Delivered delivered, Step step, Judge judge) {
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
                if (patience == Patience.SHORT && (events >= FEW_CALLS || isLate(end, again))) {
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
                findings.looked(Verbs.timeout(kind), "operations of several calls", events > 1 ? 1 : 0);
                return new Ended(answer, identifier, events);
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
    private static Ended givenUp(HandlerKind kind, Optional<String> identifier, int events) {
        String found = "it was still IN_PROGRESS after %d calls".formatted(events);
        if (kind != HandlerKind.CREATE) {
            throw new Stop(found);
        }
        return new Ended(Progress.failed(ErrorCode.NOT_STABILIZED, found), identifier, events);
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
            findings.failed(Verbs.timeout(kind), found);
            throw new Stop("the " + kind.wireName() + " did not end");
        }
        if (System.nanoTime() - begun > REAL_LIMIT.toNanos()) {
            String found = "the %s took more than two minutes of real time".formatted(kind.wireName());
            findings.leftOut(Verbs.timeout(kind), "the end of an operation: " + found);
            throw new Stop(found);
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
                    throw new Stop("interrupted");
                }
            }
        }
    }

    /// Lets some time pass, for what may show late.
    void wait(Duration pause) {
        pause(pause);
    }

    // -- what the guard looks at ----------------------------------------------------------------------------------

    private void lookedAtChange(HandlerKind kind, Progress answer, ObjectNode desired, boolean known) {
        boolean creating = kind == HandlerKind.CREATE;
        switch (answer) {
            case Progress.Done(var model) -> {
                lookedAtModel(model, creating ? Rule.CREATE_MODEL_SHAPE : Rule.UPDATE_MODEL_SHAPE);
                lookedAtSecrets();
                findings.looked(creating ? Rule.CREATE_ANSWER : Rule.UPDATE_ANSWER, "successes");
                findings.looked(
                        creating ? Rule.CREATE_RETURNS_REQUEST : Rule.UPDATE_RETURNS_REQUEST,
                        "properties",
                        Models.leaves(desired).size());
                lookedAtIdentity(creating, known);
            }
            case Progress.Again again -> {
                lookedAtModel(again.properties(), creating ? Rule.CREATE_MODEL_SHAPE : Rule.UPDATE_MODEL_SHAPE);
                lookedAtIdentity(creating, known);
                findings.looked(Rule.CALLBACK_DELAY, "answers IN_PROGRESS");
            }
            case Progress.Gone() -> findings.looked(creating ? Rule.CREATE_ANSWER : Rule.UPDATE_ANSWER, "successes");
            case Progress.Failed _ -> findings.looked(Rule.FAILURE_MESSAGE, "failures");
        }
    }

    private void lookedAtIdentity(boolean creating, boolean known) {
        findings.looked(creating ? Rule.CREATE_PRIMARY_IDENTIFIER : Rule.UPDATE_PRIMARY_IDENTIFIER, "models");
        if (known) {
            findings.looked(creating ? Rule.CREATE_IDENTIFIER_UNCHANGED : Rule.UPDATE_IDENTIFIER_UNCHANGED, "models");
        }
    }

    private void lookedAtDelete(Progress answer) {
        switch (answer) {
            case Progress.Done _, Progress.Gone() -> findings.looked(Rule.DELETE_NO_MODEL, "successes");
            case Progress.Again again -> {
                lookedAtModel(again.properties(), Rule.DELETE_MODEL_SHAPE);
                findings.looked(Rule.CALLBACK_DELAY, "answers IN_PROGRESS");
            }
            case Progress.Failed _ -> findings.looked(Rule.FAILURE_MESSAGE, "failures");
        }
    }

    private void lookedAtRead(Progress answer, boolean byPrimary) {
        findings.looked(Rule.READ_SYNCHRONOUS, "reads");
        switch (answer) {
            case Progress.Done(var model) -> {
                lookedAtModel(model, Rule.READ_MODEL_SHAPE);
                lookedAtSecrets();
                findings.looked(Rule.READ_PRIMARY_IDENTIFIER, "models", byPrimary ? 1 : 0);
            }
            case Progress.Failed _ -> findings.looked(Rule.FAILURE_MESSAGE, "failures");
            case Progress.Gone(), Progress.Again _ -> {}
        }
    }

    private void lookedAtModel(ObjectNode model, Rule shape) {
        findings.looked(shape, "models");
        findings.looked(Rule.NO_NULLS, "values", Models.leaves(model).size());
    }

    private void lookedAtSecrets() {
        findings.looked(Rule.NO_WRITE_ONLY, "models", schema.writeOnly().isEmpty() ? 0 : 1);
    }

    /// An update's answer in which lists were merged instead of replaced.
    static final class Merges {

        private Merges() {}

        static List<Breach> told(List<Breach> breaches, Progress answer, ObjectNode asked, ObjectNode desired) {
            if (!(answer instanceof Progress.Done(var model))) {
                return breaches;
            }
            List<Breach> told = new ArrayList<>();
            for (Breach breach : breaches) {
                List<String> merged = breach.rule() == Rule.UPDATE_RETURNS_REQUEST
                        ? breach.pointers().stream()
                                .filter(pointer -> Comparison.isMerged(pointer, asked, desired, model))
                                .toList()
                        : List.of();
                told.add(merged.isEmpty() ? breach : Comparison.merged(merged));
                boolean both =
                        !merged.isEmpty() && merged.size() < breach.pointers().size();
                if (both) {
                    told.add(breach);
                }
            }
            return told;
        }
    }
}
