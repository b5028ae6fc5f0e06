package fairlead.server.telemetry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/// What is counted, and how it is shown: the text format of Prometheus, version 0.0.4.
///
/// Counting takes no lock. Labels have few values: methods, statuses, types, never ids.
public final class Metrics {

    private static final double[] BOUNDS = {
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60
    };

    private final List<Shown> shown = new CopyOnWriteArrayList<>();

    private final Family<Histogram> requests = new Family<>(
            "fairlead_http_request_duration_seconds", "Requests that were answered.", "histogram", "method", "code");
    private final Family<Counter> shed = new Family<>(
            "fairlead_http_requests_shed_total", "Requests refused because of too many others.", "counter");
    private final Family<Counter> limited = new Family<>(
            "fairlead_http_requests_limited_total", "Requests beyond a caller's limit.", "counter", "budget");
    private final Family<Histogram> operations = new Family<>(
            "fairlead_operation_duration_seconds", "Operations that have ended.", "histogram", "kind", "state");
    private final Family<Histogram> calls = new Family<>(
            "fairlead_handler_call_duration_seconds", "Calls of handlers.", "histogram", "type", "action", "outcome");
    private final Family<Counter> driftChecks =
            new Family<>("fairlead_drift_checks_total", "Resources looked at for drift.", "counter", "type", "status");
    private final Family<Counter> driftAlerts = new Family<>(
            "fairlead_drift_alerts_total",
            "Resources found to have drifted whose policy is to tell.",
            "counter",
            "type",
            "status");

    public Metrics() {
        shown.addAll(List.of(requests, shed, limited, operations, calls, driftChecks, driftAlerts));
    }

    private interface Shown {
        void show(StringBuilder text);
    }

    // -- what happens -----------------------------------------------------------------------------------------------

    public void request(String method, int status, long nanos) {
        requests.with(List.of(method, status), Histogram::new).record(nanos);
    }

    public void shed() {
        shed.with(List.of(), Counter::new).add();
    }

    /// @param budget `reads`, `writes` or `deletes`
    public void limited(String budget) {
        limited.with(List.of(budget), Counter::new).add();
    }

    public void operation(String kind, String state, Duration duration) {
        operations.with(List.of(kind, state), Histogram::new).record(duration.toNanos());
    }

    public void call(String type, String action, String outcome, long nanos) {
        calls.with(List.of(type, action, outcome), Histogram::new).record(nanos);
    }

    /// @param status what was found, `Drifted` for example
    public void driftCheck(String type, String status) {
        driftChecks.with(List.of(type, status), Counter::new).add();
    }

    public void driftAlert(String type, String status) {
        driftAlerts.with(List.of(type, status), Counter::new).add();
    }

    /// Something of which there is more or less at a time.
    public void gauge(String name, String help, LongSupplier value) {
        shown.add(text -> head(text, name, help, "gauge")
                .append(name)
                .append(' ')
                .append(value.getAsLong())
                .append('\n'));
    }

    // -- how it is shown --------------------------------------------------------------------------------------------

    /// All of it, as a scrape reads it.
    public String text() {
        StringBuilder text = new StringBuilder(8 << 10);
        shown.forEach(one -> one.show(text));
        return text.toString();
    }

    private static StringBuilder head(StringBuilder text, String name, String help, String type) {
        return text.append("# HELP %s %s\n# TYPE %s %s\n".formatted(name, help, name, type));
    }

    private interface Instrument {
        void show(StringBuilder text, String name, String labels);
    }

    /// All instruments of a name, by the values of their labels.
    private static final class Family<T extends Instrument> implements Shown {

        private final String name;
        private final String help;
        private final String type;
        private final List<String> labels;
        private final Map<List<Object>, T> instruments = new ConcurrentHashMap<>();

        Family(String name, String help, String type, String... labels) {
            this.name = name;
            this.help = help;
            this.type = type;
            this.labels = List.of(labels);
        }

        T with(List<Object> values, java.util.function.Supplier<T> fresh) {
            T known = instruments.get(values);
            return known != null ? known : instruments.computeIfAbsent(values, _ -> fresh.get());
        }

        @Override
        public void show(StringBuilder text) {
            head(text, name, help, type);
            instruments.forEach((values, instrument) -> instrument.show(text, name, pairs(values)));
        }

        private String pairs(List<Object> values) {
            List<String> pairs = new ArrayList<>();
            for (int i = 0; i < values.size(); i++) {
                String value = values.get(i).toString().replace("\\", "\\\\").replace("\"", "\\\"");
                pairs.add(labels.get(i) + "=\"" + value.replace("\n", "\\n") + "\"");
            }
            return String.join(",", pairs);
        }
    }

    private static String braces(String labels) {
        return labels.isEmpty() ? "" : "{" + labels + "}";
    }

    private static final class Counter implements Instrument {

        private final LongAdder count = new LongAdder();

        void add() {
            count.increment();
        }

        @Override
        public void show(StringBuilder text, String name, String labels) {
            text.append(name).append(braces(labels)).append(' ').append(count).append('\n');
        }
    }

    private static final class Histogram implements Instrument {

        private final LongAdder[] buckets = new LongAdder[BOUNDS.length + 1];
        private final LongAdder nanoseconds = new LongAdder();

        Histogram() {
            for (int i = 0; i < buckets.length; i++) {
                buckets[i] = new LongAdder();
            }
        }

        void record(long nanos) {
            double seconds = (double) nanos / TimeUnit.SECONDS.toNanos(1);
            int bucket = 0;
            while (bucket < BOUNDS.length && seconds > BOUNDS[bucket]) {
                bucket++;
            }
            buckets[bucket].increment();
            nanoseconds.add(nanos);
        }

        @Override
        public void show(StringBuilder text, String name, String labels) {
            String before = labels.isEmpty() ? "" : labels + ",";
            long count = 0;
            for (int i = 0; i < buckets.length; i++) {
                count += buckets[i].sum();
                String bound = i < BOUNDS.length ? Double.toString(BOUNDS[i]) : "+Inf";
                text.append("%s_bucket{%sle=\"%s\"} %d\n".formatted(name, before, bound, count));
            }
            double seconds = (double) nanoseconds.sum() / TimeUnit.SECONDS.toNanos(1);
            text.append("%s_sum%s %s\n".formatted(name, braces(labels), seconds));
            text.append("%s_count%s %d\n".formatted(name, braces(labels), count));
        }
    }
}
