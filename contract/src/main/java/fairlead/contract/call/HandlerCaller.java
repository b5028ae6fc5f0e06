package fairlead.contract.call;

import fairlead.contract.Guard;
import fairlead.contract.Models;
import fairlead.contract.Rule;
import fairlead.contract.result.Exchange;
import fairlead.contract.result.Findings;
import fairlead.contract.result.Transcript;
import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.RemoteFailure;
import fairlead.handler.ResourceHandler.Listable;
import fairlead.handler.ResourceHandler.Updatable;
import fairlead.handler.Tags;
import fairlead.handler.Update;
import fairlead.schema.HandlerKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Calls the handler: each call with copies of everything, on a thread of its own, and never longer than its
/// deadline.
public final class HandlerCaller {

    private static final String ACCOUNT = "123456789012";
    private static final String REGION = "local";

    /// One call of so many is killed, for a process takes its time to start.
    private static final int KILLED_OF = 4;

    private final Subject subject;
    private final Settings settings;
    private final SkippingClock clock;
    private final Transcript transcript;
    private final Findings findings;
    private final Random chance;
    private final UnansweredCalls unanswered;
    private final KnownModels models;

    public HandlerCaller(
            Subject subject, Settings settings, SkippingClock clock, Transcript transcript, Findings findings) {
        this(subject, settings, clock, transcript, findings, new UnansweredCalls(), new KnownModels(subject.schema()));
    }

    private HandlerCaller(
            Subject subject,
            Settings settings,
            SkippingClock clock,
            Transcript transcript,
            Findings findings,
            UnansweredCalls unanswered,
            KnownModels models) {
        this.subject = subject;
        this.settings = settings;
        this.clock = clock;
        this.transcript = transcript;
        this.findings = findings;
        this.chance = new Random(settings.seed());
        this.unanswered = unanswered;
        this.models = models;
    }

    /// Which handlers did not answer, and the calls that are still under way.
    private static final class UnansweredCalls {

        private static final Duration PATIENCE = Duration.ofSeconds(5);

        private final Set<HandlerKind> kinds = EnumSet.noneOf(HandlerKind.class);
        private final List<Thread> threads = new ArrayList<>();

        synchronized boolean has(HandlerKind kind) {
            return kinds.contains(kind);
        }

        /// Whether an earlier call is still under way, and may hold what this one waited for.
        synchronized boolean add(HandlerKind kind, Thread thread) {
            boolean stuck = isStuck();
            kinds.add(kind);
            threads.add(thread);
            return stuck;
        }

        private synchronized boolean isStuck() {
            return threads.stream().anyMatch(Thread::isAlive);
        }

        Duration limited(Duration limit) {
            return isStuck() && limit.compareTo(PATIENCE) > 0 ? PATIENCE : limit;
        }
    }

    /// The same calls, whose findings are kept elsewhere.
    public HandlerCaller reporting(Transcript otherTranscript, Findings otherFindings) {
        return new HandlerCaller(subject, settings, clock, otherTranscript, otherFindings, unanswered, models);
    }

    /// The same calls, with which nothing goes wrong on purpose.
    public HandlerCaller withoutChaos() {
        return new HandlerCaller(subject, settings.withoutChaos(), clock, transcript, findings, unanswered, models);
    }

    private interface Call<T> {
        @Nullable
        T with(Context context);
    }

    public Progress create(Create request, Delivery delivery) {
        ObjectNode shown = shown(request.memo(), delivery.tags());
        shown.set("desired", request.desired());
        Progress answer = delivered(
                HandlerKind.CREATE,
                delivery,
                shown,
                context -> subject.handler()
                        .create(
                                new Create(
                                        request.desired().deepCopy(),
                                        request.memo().map(ObjectNode::deepCopy),
                                        request.reached().map(ObjectNode::deepCopy)),
                                context));
        return models.heard(request.desired(), answer);
    }

    public Progress update(Update request, Delivery delivery) {
        ObjectNode shown = shown(request.memo(), delivery.tags());
        shown.set("identifier", request.identifier());
        shown.set("desired", request.desired());
        shown.set("previous", request.previous());
        Progress answer = delivered(
                HandlerKind.UPDATE,
                delivery,
                shown,
                context -> ((Updatable) subject.handler())
                        .update(
                                new Update(
                                        request.identifier().deepCopy(),
                                        request.desired().deepCopy(),
                                        request.previous().deepCopy(),
                                        request.memo().map(ObjectNode::deepCopy)),
                                context));
        return models.heard(request.desired(), answer);
    }

    public Progress delete(Delete request, Delivery delivery) {
        ObjectNode model = models.request(request.identifier());
        ObjectNode shown = shown(request.memo(), delivery.tags());
        shown.set("identifier", model);
        return delivered(
                HandlerKind.DELETE,
                delivery,
                shown,
                context -> subject.handler()
                        .delete(new Delete(model.deepCopy(), request.memo().map(ObjectNode::deepCopy)), context));
    }

    public Progress read(Read request, Delivery delivery) {
        ObjectNode model = models.request(request.identifier());
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        shown.set("identifier", model);
        return progress(
                HandlerKind.READ,
                delivery,
                shown,
                context -> subject.handler().read(new Read(model.deepCopy()), context));
    }

    public ListAnswer list(Query query, Delivery delivery) {
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        shown.set("filter", query.filter());
        shown.put("limit", query.limit());
        query.token().ifPresent(token -> shown.put("token", token));
        return this.<ListAnswer, Page>call(
                HandlerKind.LIST,
                delivery,
                shown,
                context -> ((Listable) subject.handler())
                        .list(new Query(query.filter().deepCopy(), query.limit(), query.token()), context),
                page -> new ListAnswer.Paged(
                        new Page(page.identifiers().stream().map(Models::copy).toList(), page.next())),
                ListAnswer.Refused::new);
    }

    private static ObjectNode shown(Optional<ObjectNode> memo, Tags tags) {
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        memo.ifPresent(held -> shown.set("memo", held));
        if (!tags.equals(Tags.NONE)) {
            ObjectNode both = shown.putObject("tags");
            tags.desired().forEach(both.putObject("desired")::put);
            tags.previous().forEach(both.putObject("previous")::put);
        }
        return shown;
    }

    // -- with what may go wrong -----------------------------------------------------------------------------------

    private Progress delivered(HandlerKind kind, Delivery delivery, ObjectNode shown, Call<Progress> call) {
        if (settings.chaos().contains(FaultInjection.SLOW)) {
            clock.skip(Duration.ofSeconds(20));
        }
        if (settings.chaos().contains(FaultInjection.KILL) && chance.nextInt(KILLED_OF) == 0) {
            killed(kind, delivery, call);
            return repeated(kind, progress(kind, next(delivery), shown, call));
        }
        boolean twice = settings.chaos().contains(FaultInjection.DUPLICATES);
        boolean lost = settings.chaos().contains(FaultInjection.LOST_ANSWERS) && chance.nextBoolean();
        Progress first = progress(kind, delivery, shown, call);
        if (!twice && !lost) {
            return first;
        }
        Progress second = progress(kind, lost ? next(delivery) : delivery, shown, call);
        return first instanceof Progress.Gone ? repeated(kind, second) : second;
    }

    /// A delete that is repeated may find that the first has done it all.
    private static Progress repeated(HandlerKind kind, Progress answer) {
        boolean gone = kind == HandlerKind.DELETE
                && answer instanceof Progress.Failed(var code, var _)
                && code == ErrorCode.NOT_FOUND;
        return gone ? Progress.gone() : answer;
    }

    private static Delivery next(Delivery delivery) {
        return delivery.attempt(delivery.attempt() + 1);
    }

    /// The process dies a few milliseconds into the call, whose answer is lost.
    private void killed(HandlerKind kind, Delivery delivery, Call<Progress> call) {
        FutureTask<@Nullable Progress> task = new FutureTask<>(() -> call.with(context(kind, delivery)));
        Thread thread = Thread.ofPlatform().daemon().start(task);
        try {
            thread.join(Duration.ofMillis(chance.nextInt(8)));
            settings.kill().run();
            thread.join(limit(kind));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ScenarioAborted("interrupted");
        }
    }

    // -- one call -------------------------------------------------------------------------------------------------

    private Progress progress(HandlerKind kind, Delivery delivery, ObjectNode shown, Call<Progress> call) {
        return this.<Progress, Progress>call(kind, delivery, shown, call, this::sound, Progress::failed);
    }

    private <R, T> R call(
            HandlerKind kind,
            Delivery delivery,
            ObjectNode shown,
            Call<T> call,
            Function<T, R> answered,
            java.util.function.BiFunction<ErrorCode, String, R> failed) {
        if (unanswered.has(kind)) {
            throw new ScenarioAborted("the " + kind.wireName() + " handler did not answer before");
        }
        FutureTask<@Nullable T> task = new FutureTask<>(() -> call.with(context(kind, delivery)));
        Thread thread =
                Thread.ofPlatform().daemon().name("contract " + kind.wireName()).start(task);
        findings.looked(Rule.deadline(kind), "calls");
        R answer;
        Optional<Throwable> thrown = Optional.empty();
        try {
            T given = task.get(unanswered.limited(limit(kind)).toMillis(), TimeUnit.MILLISECONDS);
            if (given == null) {
                throw silent(kind);
            }
            answer = answered.apply(given);
        } catch (TimeoutException _) {
            transcript.add(unanswered(kind, delivery, shown));
            throw late(kind, thread);
        } catch (InterruptedException _) {
            thread.interrupt();
            Thread.currentThread().interrupt();
            throw new ScenarioAborted("interrupted");
        } catch (ExecutionException e) {
            answer = failed.apply(code(e.getCause()), message(e.getCause()));
            thrown = Optional.ofNullable(e.getCause());
        }
        transcript.add(new Exchange(kind.wireName(), delivery.token(), AnswerJson.copy(shown), AnswerJson.of(answer)));
        thrown.ifPresent(failure -> broken(kind, failure));
        return answer;
    }

    private Duration limit(HandlerKind kind) {
        return switch (kind) {
            case CREATE, UPDATE, DELETE -> settings.change();
            case READ, LIST -> settings.look();
        };
    }

    private Context context(HandlerKind kind, Delivery delivery) {
        return Context.builder(
                        subject.schema().typeName().toString(),
                        delivery.token(),
                        clock.instant().plus(limit(kind)),
                        clock)
                .in(ACCOUNT, REGION)
                .name(delivery.name())
                .tags(delivery.tags())
                .attempt(delivery.attempt())
                .configuration(subject.configuration().deepCopy())
                .build();
    }

    private static Exchange unanswered(HandlerKind kind, Delivery delivery, ObjectNode shown) {
        ObjectNode none = JsonNodeFactory.instance.objectNode().put("status", "no answer");
        return new Exchange(kind.wireName(), delivery.token(), shown.deepCopy(), none);
    }

    private ScenarioAborted late(HandlerKind kind, Thread thread) {
        boolean behindAnother = unanswered.add(kind, thread);
        thread.interrupt();
        if (!behindAnother) {
            findings.failed(
                    Rule.deadline(kind),
                    "The %s had not answered after %d s."
                            .formatted(kind.wireName(), Math.max(1, limit(kind).toSeconds())));
        }
        return new ScenarioAborted("the " + kind.wireName() + " did not answer");
    }

    private ScenarioAborted silent(HandlerKind kind) {
        findings.failed(Rule.deadline(kind), "The " + kind.wireName() + " answered nothing at all.");
        return new ScenarioAborted("the " + kind.wireName() + " answered nothing");
    }

    /// What the host of a provider says of an answer, and that there was no progress event by its code.
    private void broken(HandlerKind kind, Throwable thrown) {
        if (!(thrown instanceof HandlerException failure)) {
            return;
        }
        failure.rule().flatMap(Rule::parse).ifPresent(rule -> findings.failed(rule, message(failure)));
        if (failure.code() == ErrorCode.HANDLER_INTERNAL_FAILURE) {
            findings.failed(
                    Rule.deadline(kind),
                    "The " + kind.wireName() + " was not answered with a progress event. " + message(failure));
        }
    }

    private static ErrorCode code(@Nullable Throwable thrown) {
        return thrown instanceof HandlerException failure ? failure.code() : ErrorCode.INTERNAL_FAILURE;
    }

    private static String message(@Nullable Throwable thrown) {
        if (thrown instanceof HandlerException) {
            return Optional.ofNullable(thrown.getMessage()).orElse("");
        }
        return "The handler threw " + (thrown == null ? "nothing" : RemoteFailure.said(thrown)) + ".";
    }

    /// A copy of an answer, without the nulls that a careless handler puts where none belong.
    private Progress sound(Progress answer) {
        return switch (answer) {
            case Progress.Done(@Nullable ObjectNode model) ->
                model == null ? Progress.gone() : Progress.done(Models.copy(model));
            case Progress.Gone() -> answer;
            case Progress.Again again ->
                new Progress.Again(
                        or(again.properties()), again.after(), or(again.memo()), again.percent(), again.message());
            case Progress.Failed(@Nullable ErrorCode code, @Nullable String message) -> {
                if (code == null) {
                    findings.failed(Guard.withoutErrorCode());
                }
                yield Progress.failed(code == null ? ErrorCode.INTERNAL_FAILURE : code, message == null ? "" : message);
            }
        };
    }

    private static ObjectNode or(@Nullable ObjectNode node) {
        return node == null ? JsonNodeFactory.instance.objectNode() : Models.copy(node);
    }
}
