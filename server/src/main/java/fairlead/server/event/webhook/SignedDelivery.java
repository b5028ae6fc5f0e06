package fairlead.server.event.webhook;

import fairlead.server.http.OutgoingPost;
import fairlead.server.secret.Vault;
import fairlead.server.telemetry.Durations;
import fairlead.server.telemetry.Metrics;
import java.io.IOException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/// Signs a delivery and posts it.
final class SignedDelivery {

    private final OutgoingPost post;
    private final Vault vault;
    private final Clock clock;
    private final Durations deliveries;

    SignedDelivery(OutgoingPost post, Vault vault, Metrics metrics, Clock clock) {
        this.post = post;
        this.vault = vault;
        this.clock = clock;
        deliveries = metrics.durations(
                "fairlead_webhook_delivery_duration_seconds",
                "Deliveries to webhooks, repetitions and tests too.",
                "outcome");
    }

    /// Whether receivers may be in private networks and on this machine.
    boolean anywhere() {
        return post.anywhere();
    }

    /// @param id of the delivery, the same if it is repeated
    OutgoingPost.Answer send(Webhook webhook, String id, byte[] body) throws IOException {
        Instant now = clock.instant();
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "application/json");
        headers.put("User-Agent", "fairlead");
        headers.put("webhook-id", id);
        headers.put("webhook-timestamp", Long.toString(now.getEpochSecond()));
        headers.put("webhook-signature", WebhookSecrets.open(vault, webhook).signatures(id, now, body));
        long begin = System.nanoTime();
        String outcome = "unreachable";
        try {
            OutgoingPost.Answer answer = post.send(webhook.url(), headers, body);
            outcome = answer.status() / 100 == 2 ? "delivered" : "refused";
            return answer;
        } finally {
            deliveries.labelValues(outcome).observe(System.nanoTime() - begin);
        }
    }

    /// What went wrong, for those who look after the receiver.
    static String reason(IOException failure) {
        return switch (failure) {
            case UnknownHostException _ -> "there is no host " + failure.getMessage();
            case SocketException closed
            when String.valueOf(closed.getMessage()).contains("closed") -> "no answer in time";
            default -> String.valueOf(failure.getMessage());
        };
    }
}
