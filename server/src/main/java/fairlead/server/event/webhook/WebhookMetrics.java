package fairlead.server.event.webhook;

import fairlead.server.telemetry.Metrics;
import fairlead.server.telemetry.Sampled;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The metrics of webhooks: how many there are, and for how long a receiver has accepted no delivery.
final class WebhookMetrics {

    private static final Duration PAUSE = Duration.ofSeconds(10);

    private WebhookMetrics() {}

    static void declare(Webhooks webhooks, Clock clock, Metrics metrics) {
        Sampled<List<Webhook>> all = new Sampled<>(PAUSE, webhooks::list);
        metrics.gauge(
                "fairlead_webhooks",
                "Webhooks, by state.",
                List.of("state"),
                samples -> all.value()
                        .ifPresent(known -> Stream.of(Webhook.State.values())
                                .forEach(state -> samples.add(
                                        (double) known.stream()
                                                .filter(webhook -> webhook.state() == state)
                                                .count(),
                                        state.name().toLowerCase(Locale.ROOT)))));
        metrics.gauge(
                "fairlead_webhook_failing_seconds",
                "For how long an active webhook's receiver has taken nothing, of all webhooks the longest.",
                List.of(),
                samples -> all.value().ifPresent(known -> samples.add(longestFailure(known, clock))));
    }

    private static double longestFailure(List<Webhook> webhooks, Clock clock) {
        return webhooks.stream()
                .filter(webhook -> webhook.state() == Webhook.State.ACTIVE)
                .map(webhook -> webhook.deliveries().failingSince())
                .flatMap(Optional::stream)
                .mapToLong(since -> Duration.between(since, clock.instant()).toSeconds())
                .max()
                .orElse(0);
    }
}
