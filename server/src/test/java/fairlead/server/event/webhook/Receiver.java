package fairlead.server.event.webhook;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A real HTTP server that takes deliveries, and refuses those that it is told to.
public final class Receiver implements AutoCloseable {

    private final HttpServer server;
    private final BlockingQueue<Delivery> deliveries = new LinkedBlockingQueue<>();
    private final Queue<Refusal> refusals = new ConcurrentLinkedQueue<>();

    private record Refusal(int status, Optional<String> retryAfter) {}

    /// What came, and how it was answered.
    public record Delivery(String id, String timestamp, String signature, byte[] body, int status) {

        public JsonNode json() {
            return JsonMapper.shared().readTree(body);
        }

        public List<String> changes() {
            List<String> changes = new ArrayList<>();
            json().path("events")
                    .forEach(event -> changes.add(event.path("change").stringValue()));
            return changes;
        }

        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    public Receiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::take);
        server.start();
    }

    private void take(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        Optional<Refusal> refusal = Optional.ofNullable(refusals.poll());
        int status = refusal.map(Refusal::status).orElse(204);
        refusal.flatMap(Refusal::retryAfter)
                .ifPresent(pause -> exchange.getResponseHeaders().set("Retry-After", pause));
        if (status / 100 == 3) {
            exchange.getResponseHeaders().set("Location", url() + "elsewhere");
        }
        deliveries.add(new Delivery(
                exchange.getRequestHeaders().getFirst("webhook-id"),
                exchange.getRequestHeaders().getFirst("webhook-timestamp"),
                exchange.getRequestHeaders().getFirst("webhook-signature"),
                body,
                status));
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    /// Answers one of the next deliveries with this.
    public void refuse(int status) {
        refusals.add(new Refusal(status, Optional.empty()));
    }

    /// As [#refuse(int)], with the header `Retry-After`.
    void refuse(int status, String retryAfter) {
        refusals.add(new Refusal(status, Optional.of(retryAfter)));
    }

    public Delivery next() throws InterruptedException {
        Delivery delivery = deliveries.poll(60, TimeUnit.SECONDS);
        if (delivery == null) {
            throw new AssertionError("nothing was delivered");
        }
        return delivery;
    }

    /// The changes of the next deliveries that were taken, until there are so many.
    public List<String> changes(int count) throws InterruptedException {
        List<String> changes = new ArrayList<>();
        while (changes.size() < count) {
            Delivery delivery = next();
            if (delivery.status() == 204) {
                changes.addAll(delivery.changes());
            }
        }
        return changes;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
