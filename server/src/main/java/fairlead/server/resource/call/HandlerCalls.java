package fairlead.server.resource.call;

import fairlead.contract.Breach;
import fairlead.contract.Rule;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Progress;
import fairlead.handler.RemoteFailure;
import fairlead.handler.ResourceHandler;
import fairlead.handler.Trace;
import fairlead.schema.data.HandlerOutput;
import fairlead.schema.data.Redaction;
import fairlead.server.health.failstop.FailStop;
import fairlead.server.operation.OperationId;
import fairlead.server.resource.call.HandlerResult.Manner;
import fairlead.server.telemetry.Activity;
import fairlead.server.telemetry.Origin;
import fairlead.server.telemetry.Span;
import fairlead.server.telemetry.Telemetry;
import fairlead.server.telemetry.TraceContext;
import fairlead.server.telemetry.Tracer;
import fairlead.server.time.Deadlines;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Calls handlers, each call with a deadline: on a virtual thread of its own, or, where that is asked for, on the
/// thread that waits for the answer.
///
/// A call that overruns is interrupted. While one on a thread of its own still does not come back, no other call is
/// made for the same operation: two calls for one resource never overlap on this node.
final class HandlerCalls {

    /// "MUST always return a ProgressEvent object within 60 seconds": create, update and delete.
    static final Duration CHANGE = Duration.ofSeconds(60);

    /// "... within 30 seconds": read and list.
    static final Duration LOOK = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(HandlerCalls.class);
    private static final Duration GRACE = Duration.ofSeconds(2);

    /// By how much an answer may be waited for in vain too long.
    private static final Duration LATE = Duration.ofMillis(500);

    private static final Set<String> WELL = Set.of("done", "gone", "again");

    private final Deadlines deadlines;
    private final Map<OperationId, Thread> overdue = new ConcurrentHashMap<>();

    HandlerCalls() {
        this(new Deadlines(LATE));
    }

    HandlerCalls(Deadlines deadlines) {
        this.deadlines = deadlines;
    }

    /// The ids that a handler is told; asked for on the thread that calls it.
    static Trace trace() {
        return Activity.current().map(Activity::origin).map(HandlerCalls::trace).orElse(Trace.NONE);
    }

    private static Trace trace(Origin origin) {
        return new Trace(
                origin.requestId(),
                origin.correlationId(),
                origin.clientRequestId(),
                origin.trace().map(TraceContext::header),
                origin.trace().map(TraceContext::state).filter(state -> !state.isEmpty()));
    }

    /// Calls a handler on a thread of its own.
    HandlerAnswer call(CallTarget target, Duration limit, Supplier<Progress> handler) {
        return call(target, new Call(handler), (call, work) -> inTime(target.operation(), limit, call, work));
    }

    /// Asks a handler how something is: on this thread if it comes back when it is interrupted, which is the faster
    /// by far for what takes no time at all.
    HandlerAnswer read(ResourceHandler handler, CallTarget target, Supplier<Progress> read) {
        return handler.endsWhenInterrupted()
                ? call(target, new Call(read), (call, work) -> inTimeHere(target.operation(), call, work))
                : call(target, LOOK, read);
    }

    /// Has the work of a call done: the call itself, with all that is known of it while it runs.
    private interface Way {
        HandlerAnswer answer(Call call, Runnable work);
    }

    private static HandlerAnswer call(CallTarget target, Call call, Way way) {
        HandlerAnswer answer = Activity.current()
                .map(activity -> observed(target, call, way, activity))
                .orElseGet(() -> way.answer(call, call));
        HandlerRedaction.hear(answer);
        return answer;
    }

    private static HandlerAnswer observed(CallTarget target, Call call, Way way, Activity outer) {
        Telemetry telemetry = outer.telemetry();
        Span span = span(telemetry.tracer(), target, outer.origin());
        Activity inner = outer.at(span.within(outer.origin()));
        long begin = System.nanoTime();
        HandlerAnswer answer = telemetry.atWork().aside(() -> way.answer(call, () -> inner.run(call)));
        String outcome = outcome(answer);
        telemetry
                .metrics()
                .durations("fairlead_handler_call_duration_seconds", "Calls of handlers.", "type", "action", "outcome")
                .labelValues(target.type().toString(), target.action(), outcome)
                .observe(System.nanoTime() - begin);
        span.note("fairlead.handler.outcome", outcome);
        if (!WELL.contains(outcome)) {
            span.fail(outcome);
        }
        span.end();
        return answer;
    }

    private static Span span(Tracer tracer, CallTarget target, Origin origin) {
        if (!tracer.records()) {
            return Span.NONE;
        }
        Span span = tracer.begin(Tracer.Kind.CLIENT, "handler " + target.action() + " " + target.type(), origin);
        span.note("fairlead.type", target.type().toString());
        span.note("fairlead.handler.action", target.action());
        span.note("fairlead.operation.id", target.operation().toString());
        return span;
    }

    /// What is counted, and what a span says: never more of an answer than this.
    private static String outcome(HandlerAnswer answer) {
        return switch (answer) {
            case HandlerAnswer.Overran() -> "overran";
            case HandlerAnswer.Progressed(Progress.Done _, var _) -> "done";
            case HandlerAnswer.Progressed(Progress.Gone _, var _) -> "gone";
            case HandlerAnswer.Progressed(Progress.Again _, var _) -> "again";
            case HandlerAnswer.Progressed(Progress.Failed(var code, var _), var _) -> code.wireName();
        };
    }

    private HandlerAnswer inTimeHere(OperationId operation, Call call, Runnable work) {
        if (stillRunning(operation)) {
            return new HandlerAnswer.Overran();
        }
        boolean done = deadlines.within(LOOK, unwanted(), work);
        return done ? call.answer() : overran();
    }

    private HandlerAnswer inTime(OperationId operation, Duration limit, Call call, Runnable work) {
        if (stillRunning(operation)) {
            return new HandlerAnswer.Overran();
        }
        Thread thread = Thread.ofVirtual().name("handler-" + operation).unstarted(HandlerOutput.carried(work));
        try {
            if (!deadlines.within(limit, unwanted(), () -> runThrough(thread))) {
                thread.interrupt();
                if (!thread.join(GRACE)) {
                    overdue.put(operation, thread);
                    LOG.error("a handler call of operation {} ignores its deadline and the interrupt", operation);
                }
                return overran();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return new HandlerAnswer.Overran();
        }
        return call.answer();
    }

    /// Whether the caller for whom a handler is asked has gone, and nothing was changed for it.
    private static BooleanSupplier unwanted() {
        return Activity.current()
                .map(Activity::waiting)
                .<BooleanSupplier>map(caller -> caller::isOver)
                .orElse(() -> false);
    }

    /// Throws [fairlead.server.telemetry.AbandonedException] if the call was ended because its caller has gone.
    private static HandlerAnswer overran() {
        Activity.requireWaiting();
        return new HandlerAnswer.Overran();
    }

    private static void runThrough(Thread thread) {
        try {
            thread.start();
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean stillRunning(OperationId operation) {
        Thread earlier = overdue.get(operation);
        if (earlier != null && earlier.isAlive()) {
            return true;
        }
        overdue.remove(operation);
        return false;
    }

    private static final class Call implements Runnable {

        private final Supplier<Progress> handler;
        private volatile @Nullable HandlerAnswer answer;

        Call(Supplier<Progress> handler) {
            this.handler = handler;
        }

        HandlerAnswer answer() {
            HandlerAnswer known = answer;
            return known == null ? new HandlerAnswer.Overran() : known;
        }

        @Override
        public void run() {
            try {
                answer = new HandlerAnswer.Progressed(Objects.requireNonNull(handler.get()), Manner.ANSWERED);
            } catch (HandlerException failure) {
                answer = new HandlerAnswer.Progressed(
                        Progress.failed(failure.code(), words(failure)),
                        failure.hasEndedProcess() ? Manner.PROCESS_ENDED : Manner.ANSWERED);
            } catch (RuntimeException | LinkageError | StackOverflowError | OutOfMemoryError bug) {
                if (bug instanceof OutOfMemoryError) {
                    FailStop.caught(bug);
                }
                warn(bug);
                answer = new HandlerAnswer.Progressed(
                        Progress.failed(
                                ErrorCode.INTERNAL_FAILURE, "The handler threw " + RemoteFailure.className(bug) + "."),
                        Manner.THREW);
            }
        }

        /// A breach that a handler's host has seen names its rule as one does that the guard finds.
        private static String words(HandlerException failure) {
            String said = String.valueOf(failure.getMessage());
            return failure.rule()
                    .flatMap(Rule::parse)
                    .map(rule -> new Breach(rule, said).message())
                    .orElse(said);
        }

        private static void warn(Throwable bug) {
            Redaction hidden = HandlerOutput.hidden();
            if (hidden.isNothing()) {
                LOG.warn("a handler threw", bug);
            } else if (hidden.isAll()) {
                LOG.warn("a handler threw {} (its words are withheld){}", RemoteFailure.className(bug), frames(bug));
            } else {
                StringWriter trace = new StringWriter();
                bug.printStackTrace(new PrintWriter(trace));
                LOG.warn("a handler threw {}", hidden.apply(trace.toString()));
            }
        }

        private static String frames(Throwable bug) {
            StringBuilder text = new StringBuilder();
            for (StackTraceElement frame : bug.getStackTrace()) {
                text.append("\n\tat ").append(frame);
            }
            return text.toString();
        }
    }
}
