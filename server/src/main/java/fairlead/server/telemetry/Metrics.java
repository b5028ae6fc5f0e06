package fairlead.server.telemetry;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.instrumentation.jvm.JvmBufferPoolMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmClassLoadingMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmRuntimeInfoMetric;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The metrics of one control plane. Each class declares its own ones here, and counts with what it gets.
///
/// Names follow the conventions of Prometheus: `fairlead_` in front, the base unit behind (`_seconds`,
/// `_bytes`), counters end in `_total`. Labels have few values: methods, statuses, types, never ids. A name
/// may be declared again with the same labels: the metric is the same then.
public final class Metrics {

    private static final Logger LOG = LoggerFactory.getLogger(Metrics.class);

    private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final Map<String, Counter> counters = new ConcurrentHashMap<>();
    private final Map<String, Durations> durations = new ConcurrentHashMap<>();
    private boolean scraped;

    /// The metrics as a scrape reads them.
    ///
    /// @param contentType names the format and its version
    public record Exposition(String contentType, byte[] body) {

        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    /// Takes the values of a gauge, each with the values of its labels.
    public interface Samples {
        void add(double value, String... labels);
    }

    /// The unit of every duration.
    public static double seconds(long nanos) {
        return nanos / NANOS;
    }

    // -- declaring --------------------------------------------------------------------------------------------------

    /// @param name ends in `_total`
    public Counter counter(String name, String help, String... labels) {
        return counters.computeIfAbsent(
                name,
                _ -> Counter.builder()
                        .name(name)
                        .help(help)
                        .labelNames(labels)
                        .withoutExemplars()
                        .register(registry));
    }

    /// A distribution of durations.
    ///
    /// @param name ends in `_seconds`
    public Durations durations(String name, String help, String... labels) {
        return durations.computeIfAbsent(name, _ -> {
            Durations created = new Durations(name, help, List.of(labels));
            registry.register(created);
            return created;
        });
    }

    /// Something of which there is more or less at a time, read at each scrape.
    public void gauge(String name, String help, LongSupplier value) {
        gauge(name, help, List.of(), samples -> samples.add((double) value.getAsLong()));
    }

    /// As [#gauge(String, String, LongSupplier)], with labels. A source that fails has no values in this
    /// scrape, and the others are shown.
    public void gauge(String name, String help, List<String> labels, Consumer<Samples> source) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames(labels.toArray(String[]::new))
                .callback(callback -> read(name, source, callback::call))
                .register(registry);
    }

    /// What is counted elsewhere, and read at each scrape.
    ///
    /// @param name ends in `_total`
    public void total(String name, String help, List<String> labels, Consumer<Samples> source) {
        CounterWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames(labels.toArray(String[]::new))
                .callback(callback -> read(name, source, callback::call))
                .register(registry);
    }

    private static void read(String name, Consumer<Samples> source, Samples samples) {
        try {
            source.accept(samples);
        } catch (RuntimeException failure) {
            LOG.debug("no value of {}", name, failure);
        }
    }

    /// What does not change while the server runs: a gauge that is always 1.
    ///
    /// @param name ends in `_info`
    public void info(String name, String help, Map<String, String> labels) {
        List<String> names = labels.keySet().stream().sorted().toList();
        Info.builder()
                .name(name)
                .help(help)
                .labelNames(names.toArray(String[]::new))
                .register(registry)
                .setLabelValues(names.stream().map(labels::get).toArray(String[]::new));
    }

    // -- showing ----------------------------------------------------------------------------------------------------

    /// All of them, in the format that the `Accept` header prefers: OpenMetrics if it is asked for, else the
    /// text format of Prometheus.
    public Exposition scrape(String accept) {
        declareMachine();
        ExpositionFormatWriter writer = ExpositionFormats.init().findWriter(accept);
        ByteArrayOutputStream body = new ByteArrayOutputStream(16 << 10);
        try {
            writer.write(body, registry.scrape());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return new Exposition(writer.getContentType(), body.toByteArray());
    }

    /// The JVM and the process, not before the first scrape: the management beans that they are read from
    /// would make every start slower. No listener is added to these beans, which outlive a control plane.
    private synchronized void declareMachine() {
        if (!scraped) {
            scraped = true;
            JvmBufferPoolMetrics.builder().register(registry);
            JvmClassLoadingMetrics.builder().register(registry);
            JvmGarbageCollectorMetrics.builder().register(registry);
            JvmMemoryMetrics.builder().register(registry);
            JvmRuntimeInfoMetric.builder().register(registry);
            JvmThreadsMetrics.builder().register(registry);
            ProcessMetrics.builder().register(registry);
        }
    }
}
