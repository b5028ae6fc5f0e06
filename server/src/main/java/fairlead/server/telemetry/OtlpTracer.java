package fairlead.server.telemetry;

import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.trace.IdGenerator;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.slf4j.LoggerFactory;

/// Sends spans to a collector by OTLP over HTTP, a batch at a time, without delaying the work: what can't be sent
/// is dropped.
///
/// The standard environment variables of OpenTelemetry hold, such as `OTEL_SERVICE_NAME`,
/// `OTEL_EXPORTER_OTLP_HEADERS` and `OTEL_TRACES_SAMPLER`. Nothing of the library is loaded before there is one of
/// these.
public final class OtlpTracer implements Tracer {

    private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(OtlpTracer.class);

    private static final Map<String, String> STANDARD = Map.of(
            "otel.service.name", "fairlead",
            "otel.metrics.exporter", "none",
            "otel.logs.exporter", "none");

    /// The span that is begun next on this thread has these ids.
    private static final ScopedValue<TraceContext> NAMED = ScopedValue.newInstance();

    private final OpenTelemetrySdk sdk;
    private final io.opentelemetry.api.trace.Tracer tracer;

    /// The library logs its troubles, a collector that is away for example, by means of the JDK.
    private final Logger troubles = Logger.getLogger("io.opentelemetry");

    private OtlpTracer(OpenTelemetrySdk sdk) {
        this.sdk = sdk;
        tracer = sdk.getTracer("fairlead");
        troubles.setUseParentHandlers(false);
        troubles.addHandler(new ToLog());
    }

    /// @param endpoint in place of what the environment says
    public static OtlpTracer open(Optional<URI> endpoint) {
        Map<String, String> always =
                Map.of("otel.traces.exporter", "otlp", "otel.exporter.otlp.protocol", "http/protobuf");
        Map<String, String> given = endpoint.map(url -> Map.of("otel.exporter.otlp.endpoint", url.toString()))
                .orElse(Map.of());
        OpenTelemetrySdk sdk = AutoConfiguredOpenTelemetrySdk.builder()
                .addPropertiesSupplier(() -> STANDARD)
                .addPropertiesCustomizer(_ -> always)
                .addPropertiesCustomizer(_ -> given)
                .addTracerProviderCustomizer((provider, _) -> provider.setIdGenerator(new Ids()))
                .disableShutdownHook()
                .build()
                .getOpenTelemetrySdk();
        return new OtlpTracer(sdk);
    }

    private static final class Ids implements IdGenerator {

        private final IdGenerator random = IdGenerator.random();

        @Override
        public String generateSpanId() {
            return NAMED.isBound() ? NAMED.get().spanId() : random.generateSpanId();
        }

        @Override
        public String generateTraceId() {
            return NAMED.isBound() ? NAMED.get().traceId() : random.generateTraceId();
        }
    }

    private static final class ToLog extends Handler {

        @Override
        public void publish(LogRecord trouble) {
            LOG.warn("{}", trouble.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    @Override
    public boolean records() {
        return true;
    }

    @Override
    public Span begin(Kind kind, String name, Origin origin) {
        SpanKind theirs = switch (kind) {
            case SERVER -> SpanKind.SERVER;
            case CLIENT -> SpanKind.CLIENT;
            case INTERNAL -> SpanKind.INTERNAL;
        };
        return new Recorded(under(origin, name).setSpanKind(theirs).startSpan());
    }

    private SpanBuilder under(Origin origin, String name) {
        return tracer.spanBuilder(name)
                .setParent(origin.trace().map(OtlpTracer::parent).orElse(Context.root()));
    }

    private static Context parent(TraceContext place) {
        TraceFlags flags = place.sampled() ? TraceFlags.getSampled() : TraceFlags.getDefault();
        SpanContext context =
                SpanContext.createFromRemoteParent(place.traceId(), place.spanId(), flags, TraceState.getDefault());
        return Context.root().with(io.opentelemetry.api.trace.Span.wrap(context));
    }

    @Override
    public Origin operation(UUID id, Origin origin) {
        return origin.at(place(id, origin));
    }

    /// An operation that was accepted while tracing was off is the root of a trace that is named by it, too.
    private static TraceContext place(UUID id, Origin origin) {
        String high = "%016x".formatted(id.getMostSignificantBits());
        String low = "%016x".formatted(id.getLeastSignificantBits());
        return origin.trace().map(trace -> trace.at(low)).orElseGet(() -> new TraceContext(high + low, low, true, ""));
    }

    @Override
    public void ended(Ended operation) {
        SpanBuilder builder = under(operation.origin(), operation.name()).setStartTimestamp(operation.begin());
        operation.notes().forEach(builder::setAttribute);
        io.opentelemetry.api.trace.Span span = ScopedValue.where(NAMED, place(operation.id(), operation.origin()))
                .call(builder::startSpan);
        operation.failure().ifPresent(code -> span.setStatus(StatusCode.ERROR, code));
        span.end(operation.end());
    }

    @Override
    public void close() {
        sdk.getSdkTracerProvider().shutdown().join(5, TimeUnit.SECONDS);
        sdk.close();
    }

    private record Recorded(io.opentelemetry.api.trace.Span span) implements Span {

        @Override
        public Origin within(Origin origin) {
            SpanContext own = span.getSpanContext();
            String state = origin.trace().map(TraceContext::state).orElse("");
            return origin.at(new TraceContext(own.getTraceId(), own.getSpanId(), own.isSampled(), state));
        }

        @Override
        public void note(String key, String value) {
            span.setAttribute(key, value);
        }

        @Override
        public void note(String key, long value) {
            span.setAttribute(key, value);
        }

        @Override
        public void fail(String code) {
            span.setStatus(StatusCode.ERROR, code);
        }

        @Override
        public void end() {
            span.end();
        }
    }
}
