package fairlead.server;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.event.webhook.Receiver;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The process is killed again and again while it delivers to a receiver that refuses some of it. Whatever was
/// acknowledged arrives, and what arrives for the first time does so in its order.
class WebhookKillTest {

    private static final int KILLS = Integer.getInteger("kills", 5);
    private static final int A_CYCLE = 8;

    @TempDir
    private Path folder;

    @Test
    void losesNoEventAndKeepsTheirOrder() throws IOException, InterruptedException {
        List<String> acknowledged = new ArrayList<>();
        Path data = folder.resolve("data");
        try (Receiver receiver = new Receiver()) {
            for (int cycle = 0; cycle < KILLS; cycle++) {
                ServerProcess server = new ServerProcess(data);
                if (cycle == 0) {
                    add(server, receiver);
                }
                if (cycle % 2 == 1) {
                    // Seldom: the more refusals in a row, the longer the pause before the next attempt.
                    receiver.refuse(500);
                }
                for (int i = 0; i < A_CYCLE; i++) {
                    String name = "thing-" + cycle + "-" + i;
                    assertThat(server.put(name, "{}").statusCode()).isBetween(200, 202);
                    acknowledged.add(name);
                }
                server.kill();
            }
            try (ServerProcess _ = new ServerProcess(data)) {
                Set<String> arrived = new LinkedHashSet<>();
                while (arrived.size() < acknowledged.size()) {
                    arrived.addAll(names(receiver.next()));
                }
                assertThat(List.copyOf(arrived)).isEqualTo(acknowledged);
            }
        }
    }

    private static List<String> names(Receiver.Delivery delivery) {
        List<String> names = new ArrayList<>();
        if (delivery.status() == 204) {
            for (JsonNode event : delivery.json().path("events")) {
                String id = event.path("resourceId").stringValue();
                names.add(id.substring(id.lastIndexOf('/') + 1));
            }
        }
        return names;
    }

    private static void add(ServerProcess server, Receiver receiver) throws IOException, InterruptedException {
        String body = "{\"url\": \"" + receiver.url() + "\", \"changes\": [\"Creating\"],"
                + " \"secret\": \"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\"}";
        HttpRequest put = HttpRequest.newBuilder(URI.create(server.address() + "/fairlead/webhooks/hook"))
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString(body))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            assertThat(client.send(put, BodyHandlers.ofString()).statusCode()).isEqualTo(201);
        }
    }
}
