package fairlead.bench.robust;

import fairlead.bench.robust.server.Node;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/// The nodes of a run, and how to ask them.
final class Cluster {

    private static final Duration ANSWERING = Duration.ofSeconds(30);
    private static final Duration CONNECTING = Duration.ofSeconds(20);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECTING)
            .build();

    private final List<Node> nodes;
    private final Violations violations;
    private final Duration patience;
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicInteger turn = new AtomicInteger();

    /// @param patience in which everything comes to an end that was begun
    Cluster(List<Node> nodes, Violations violations, Duration patience) {
        this.patience = patience;
        this.nodes = List.copyOf(nodes);
        this.violations = violations;
    }

    List<Node> nodes() {
        return nodes;
    }

    /// The moment at which everything has ended that is begun now, as [System#nanoTime] tells it.
    long end() {
        return System.nanoTime() + patience.toNanos();
    }

    Duration patience() {
        return patience;
    }

    HttpClient http() {
        return http;
    }

    /// How many requests were sent, and perhaps answered.
    long requests() {
        return requests.get();
    }

    /// How many changes were answered as done.
    long acknowledged() {
        return acknowledged.get();
    }

    /// Notes that a change has been answered as done.
    void acknowledge() {
        acknowledged.incrementAndGet();
    }

    /// A node that listens, each in its turn; any if none does.
    Node any() {
        int first = turn.getAndIncrement() & Integer.MAX_VALUE;
        for (int i = 0; i < nodes.size(); i++) {
            Node node = nodes.get((first + i) % nodes.size());
            if (node.port() != 0) {
                return node;
            }
        }
        return nodes.get(first % nodes.size());
    }

    /// A GET at any node.
    Answer get(String path) {
        return send(any(), "GET", path, "");
    }

    /// Sends a request, of which an answer, or none, is always there within half a minute.
    ///
    /// @param headers names and values in turn
    Answer send(Node node, String method, String path, String body, String... headers) {
        int port = node.port();
        long begin = System.nanoTime();
        if (port == 0) {
            rest(20);
            return Answer.unsent(begin);
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(ANSWERING)
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        requests.incrementAndGet();
        try {
            HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
            Answer told =
                    new Answer(answer.statusCode(), json(answer.body()), answer.headers(), begin, System.nanoTime());
            violations.require(!isBug(told), Law.SERVES, method + " " + path + ": " + told.shown());
            return told;
        } catch (ConnectException refused) {
            rest(20);
            return Answer.unsent(begin);
        } catch (IOException lost) {
            return Answer.lost(begin);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Answer.lost(begin);
        }
    }

    /// No fault of the storage or of the clock is answered as an internal error.
    private static boolean isBug(Answer answer) {
        return answer.status() == 500 && answer.code().equals("InternalServerError");
    }

    private static JsonNode json(String body) {
        try {
            return body.isEmpty()
                    ? MissingNode.getInstance()
                    : JsonMapper.shared().readTree(body);
        } catch (JacksonException text) {
            return JsonMapper.shared().getNodeFactory().stringNode(body);
        }
    }

    /// A moment in which a client does nothing.
    static void rest(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
