package fairlead.server.admin;

import fairlead.host.egress.EgressProxy;
import fairlead.lambda.Providers.Processes;
import fairlead.server.telemetry.Metrics;
import fairlead.server.telemetry.Sampled;
import fairlead.server.type.StateCount;
import fairlead.server.type.Types;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What a scrape shows of the server as a whole: which one it is, how many resources it has, and the
/// processes and connections of handlers.
public final class ServerMetrics {

    private static final Duration PAUSE = Duration.ofMinutes(1);

    private ServerMetrics() {}

    public static void declare(AdminSurface.About about, Types types, Metrics metrics) {
        metrics.info(
                "fairlead_build_info",
                "The version that runs, and on what.",
                Map.of(
                        "version", about.version(),
                        "java", String.valueOf(Runtime.version().feature()),
                        "database", about.database()));
        Sampled<List<StateCount>> resources = new Sampled<>(PAUSE, types::stateCounts);
        metrics.gauge(
                "fairlead_resources",
                "Resources on record, counted once a minute at most.",
                List.of("type", "state"),
                samples -> resources
                        .value()
                        .ifPresent(counts -> counts.forEach(
                                count -> samples.add((double) count.resources(), count.typeName(), count.state()))));
        metrics.gauge(
                "fairlead_provider_processes",
                "Processes of CloudFormation providers, by whether they are at a call.",
                List.of("state"),
                samples -> {
                    Processes processes = types.providerProcesses();
                    samples.add(processes.working(), "working");
                    samples.add(processes.idle(), "idle");
                });
        EgressProxy egress = types.egress();
        metrics.total(
                "fairlead_egress_connections_total",
                "Connections that handlers asked the proxy for, by what has become of them.",
                List.of("outcome"),
                samples -> {
                    for (EgressProxy.Outcome outcome : EgressProxy.Outcome.values()) {
                        samples.add((double) egress.count(outcome), word(outcome));
                    }
                });
    }

    private static String word(EgressProxy.Outcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
