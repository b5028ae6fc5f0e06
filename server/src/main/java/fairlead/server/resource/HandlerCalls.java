package fairlead.server.resource;

import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Progress;
import fairlead.server.operation.OperationId;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Calls handlers, each call on a virtual thread of its own and with a deadline.
///
/// A call that overruns is interrupted. While it still does not come back, no other call is made for the same
/// operation: two calls for one resource never overlap on this node.
final class HandlerCalls {

    /// "MUST always return a ProgressEvent object within 60 seconds": create, update and delete.
    static final Duration CHANGE = Duration.ofSeconds(60);

    /// "... within 30 seconds": read and list.
    static final Duration LOOK = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(HandlerCalls.class);
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final Map<OperationId, Thread> overdue = new ConcurrentHashMap<>();

    /// What became of a call.
    sealed interface Answer {
        /// @param thrown whether the handler threw something other than a [HandlerException]: then nobody knows
        ///     what it has done
        record Progressed(Progress progress, boolean thrown) implements Answer {}

        /// It did not come back in time; or an earlier one still has not.
        record Overran() implements Answer {}
    }

    Answer call(OperationId operation, Duration limit, Supplier<Progress> handler) {
        if (stillRunning(operation)) {
            return new Answer.Overran();
        }
        Call call = new Call(handler);
        Thread thread = Thread.ofVirtual().name("handler-" + operation).start(call);
        try {
            if (!thread.join(limit)) {
                thread.interrupt();
                if (!thread.join(GRACE)) {
                    overdue.put(operation, thread);
                    LOG.error("a handler call of operation {} ignores its deadline and the interrupt", operation);
                }
                return new Answer.Overran();
            }
        } catch (InterruptedException interrupted) {
            thread.interrupt();
            Thread.currentThread().interrupt();
            return new Answer.Overran();
        }
        Answer answer = call.answer;
        return answer == null ? new Answer.Overran() : answer;
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
        private volatile @Nullable Answer answer;

        Call(Supplier<Progress> handler) {
            this.handler = handler;
        }

        @Override
        public void run() {
            try {
                answer = new Answer.Progressed(Objects.requireNonNull(handler.get()), false);
            } catch (HandlerException failure) {
                answer = new Answer.Progressed(
                        Progress.failed(failure.code(), String.valueOf(failure.getMessage())), false);
            } catch (RuntimeException | LinkageError | StackOverflowError | OutOfMemoryError bug) {
                LOG.warn("a handler threw", bug);
                answer = new Answer.Progressed(
                        Progress.failed(
                                ErrorCode.INTERNAL_FAILURE,
                                "The handler threw " + bug.getClass().getName() + "."),
                        true);
            }
        }
    }
}
