package fairlead.server.telemetry;

import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/// What a thread is at work on: a request, or an operation. It is bound to the thread for as long as that lasts,
/// so that no method has to pass on what only logs and spans need.
///
/// @param routingId the front's own id of a request (`x-ms-routing-request-id`)
/// @param operationId of an operation
/// @param waiting of the caller, for the result
/// @param records that were read for it
public record Activity(
        Telemetry telemetry,
        Origin origin,
        Optional<String> routingId,
        Optional<String> operationId,
        CallerWait waiting,
        RecordsRead records) {

    private static final ScopedValue<Activity> CURRENT = ScopedValue.newInstance();

    public static Activity ofRequest(
            Telemetry telemetry, Origin origin, String routingId, CallerWait waiting, RecordsRead records) {
        return new Activity(telemetry, origin, Optional.of(routingId), Optional.empty(), waiting, records);
    }

    /// As if a caller waited for it as long as it takes.
    public static Activity ofRequest(Telemetry telemetry, Origin origin, String routingId) {
        return ofRequest(telemetry, origin, routingId, CallerWait.ENDLESS, new RecordsRead());
    }

    public static Activity ofOperation(Telemetry telemetry, Origin origin, String operationId) {
        return new Activity(
                telemetry, origin, Optional.empty(), Optional.of(operationId), CallerWait.ENDLESS, new RecordsRead());
    }

    /// That of the calling thread; empty on threads that serve no caller.
    public static Optional<Activity> current() {
        return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
    }

    /// Ends what the calling thread does for a caller that has gone: throws [AbandonedException]. Called between the
    /// parts of what can take long and changes nothing.
    public static void requireWaiting() {
        if (CURRENT.isBound() && CURRENT.get().waiting.isOver()) {
            throw new AbandonedException();
        }
    }

    /// Notes that what the calling thread does has to be finished, even if no caller waits for it.
    public static void changes() {
        if (CURRENT.isBound()) {
            CURRENT.get().waiting.changes();
        }
    }

    /// Counts records that a query for many has read for what the calling thread is at work on.
    public static void read(int records) {
        if (CURRENT.isBound()) {
            CURRENT.get().records.add(records);
        }
    }

    /// Notes what the answer to the request that the calling thread works on has to say besides.
    public static void warn(String text) {
        if (CURRENT.isBound()) {
            CURRENT.get().records.warn(text);
        }
    }

    /// The same work for another thread: there it is a part of what this thread is at work on.
    public static Runnable carried(Runnable work) {
        return current()
                .map(Activity::onAnotherThread)
                .<Runnable>map(activity -> () -> activity.telemetry.atWork().of(() -> activity.run(work)))
                .orElse(work);
    }

    /// The same at another place of the trace.
    public Activity at(Origin place) {
        return place.equals(origin) ? this : new Activity(telemetry, place, routingId, operationId, waiting, records);
    }

    /// A connection is looked at by one thread.
    private Activity onAnotherThread() {
        return new Activity(telemetry, origin, routingId, operationId, CallerWait.ENDLESS, new RecordsRead());
    }

    public void run(Runnable work) {
        ScopedValue.where(CURRENT, this).run(work);
    }

    public <T> T call(Supplier<T> work) {
        return ScopedValue.where(CURRENT, this).call(work::get);
    }

    /// The ids, each by the name that it has in log lines.
    public void forEachId(BiConsumer<String, String> reader) {
        reader.accept("requestId", origin.requestId());
        reader.accept("correlationId", origin.correlationId());
        origin.clientRequestId().ifPresent(id -> reader.accept("clientRequestId", id));
        routingId.ifPresent(id -> reader.accept("routingId", id));
        operationId.ifPresent(id -> reader.accept("operationId", id));
        origin.trace().ifPresent(trace -> {
            reader.accept("traceId", trace.traceId());
            reader.accept("spanId", trace.spanId());
        });
    }
}
