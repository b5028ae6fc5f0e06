package fairlead.server.telemetry;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricFamilyDescriptor;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A histogram of durations, made to be counted in by many threads at once.
///
/// Each request counts in two of them. The histograms of the library put every observation through one number that all
/// threads change, which costs more than half a microsecond where two do so at once.
public final class Durations implements Collector {

    private static final long[] BOUNDS = LongStream.of(
                    1_000,
                    2_500,
                    5_000,
                    10_000,
                    25_000,
                    50_000,
                    100_000,
                    250_000,
                    500_000,
                    1_000_000,
                    2_500_000,
                    5_000_000,
                    10_000_000,
                    30_000_000,
                    60_000_000)
            .map(TimeUnit.MICROSECONDS::toNanos)
            .toArray();

    private static final List<Double> UPPER_BOUNDS = IntStream.rangeClosed(0, BOUNDS.length)
            .mapToObj(bucket -> bucket < BOUNDS.length ? Metrics.seconds(BOUNDS[bucket]) : Double.POSITIVE_INFINITY)
            .toList();

    private final String name;
    private final String help;
    private final List<String> labels;
    private final Map<List<String>, Point> points = new ConcurrentHashMap<>();

    Durations(String name, String help, List<String> labels) {
        this.name = name;
        this.help = help;
        this.labels = List.copyOf(labels);
        if (labels.isEmpty()) {
            labelValues();
        }
    }

    /// The durations that have the same values of the labels.
    public static final class Point {

        private final LongAdder[] counts =
                Stream.generate(LongAdder::new).limit(UPPER_BOUNDS.size()).toArray(LongAdder[]::new);
        private final LongAdder sum = new LongAdder();

        private Point() {}

        /// Counts one.
        public void observe(long nanos) {
            int bucket = 0;
            while (bucket < BOUNDS.length && nanos > BOUNDS[bucket]) {
                bucket++;
            }
            counts[bucket].increment();
            sum.add(nanos);
        }

        private HistogramDataPointSnapshot snapshot(List<String> names, List<String> values) {
            return HistogramDataPointSnapshot.builder()
                    .classicHistogramBuckets(ClassicHistogramBuckets.of(
                            UPPER_BOUNDS, Stream.of(counts).map(LongAdder::sum).toList()))
                    .sum(Metrics.seconds(sum.sum()))
                    .labels(Labels.of(names, values))
                    .build();
        }
    }

    /// @param values in the order of the labels
    public Point labelValues(String... values) {
        List<String> key = List.of(values);
        @Nullable Point known = points.get(key);
        if (known != null) {
            return known;
        }
        if (key.size() != labels.size()) {
            throw new IllegalArgumentException(name + " has the labels " + labels + ", not " + key.size());
        }
        return points.computeIfAbsent(key, _ -> new Point());
    }

    @Override
    public MetricSnapshot collect() {
        HistogramSnapshot.Builder snapshot =
                HistogramSnapshot.builder().name(name).help(help);
        points.forEach((values, point) -> snapshot.dataPoint(point.snapshot(labels, values)));
        return snapshot.build();
    }

    @Override
    public MetricFamilyDescriptor getMetricFamilyDescriptor() {
        return MetricFamilyDescriptor.histogram(name)
                .help(help)
                .labelNames(labels)
                .build();
    }
}
