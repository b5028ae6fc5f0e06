package fairlead.server.database;

import fairlead.server.telemetry.Activity;
import fairlead.server.telemetry.Span;
import fairlead.server.telemetry.Tracer;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A database whose transactions leave spans, from the request to write to the moment when it is durable. It is
/// only there when the operator asks for spans.
public final class TracedDatabase implements Database {

    private final Database real;
    private final Tracer tracer;

    private TracedDatabase(Database real, Tracer tracer) {
        this.real = real;
        this.tracer = tracer;
    }

    /// The database itself where no spans are recorded.
    public static Database over(Database real, Tracer tracer) {
        return tracer.records() ? new TracedDatabase(real, tracer) : real;
    }

    @Override
    public Dialect dialect() {
        return real.dialect();
    }

    @Override
    public <T extends @Nullable Object> T write(Work<T> work) {
        return traced(() -> real.write(work));
    }

    @Override
    public <T extends @Nullable Object> T rehearse(Work<T> work) {
        return traced(() -> real.rehearse(work));
    }

    /// What the server does for no caller, such as renewing its leases, is part of no trace.
    private <T extends @Nullable Object> T traced(Supplier<T> transaction) {
        Optional<Activity> activity = Activity.current();
        if (activity.isEmpty()) {
            return transaction.get();
        }
        Span span =
                tracer.begin(Tracer.Kind.INTERNAL, "transaction", activity.get().origin());
        span.note("db.system.name", dialect().name().toLowerCase(Locale.ROOT));
        try {
            return transaction.get();
        } catch (DatabaseException failure) {
            span.fail(failure.kind().name());
            throw failure;
        } finally {
            span.end();
        }
    }

    @Override
    public <T extends @Nullable Object> T read(Work<T> work) {
        return real.read(work);
    }

    @Override
    public boolean keeps() {
        return real.keeps();
    }

    @Override
    public OptionalLong state() {
        return real.state();
    }

    @Override
    public Usage usage() {
        return real.usage();
    }

    @Override
    public void close() {
        real.close();
    }
}
