package fairlead.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import fairlead.cli.input.Documents;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.JsonNode;

/// A server that gives prepared answers, the last one of a request line again and again, and keeps what it was
/// asked.
public final class ScriptedServer implements AutoCloseable {

    /// What was asked.
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    public record Asked(String line, Map<String, List<String>> headers, byte[] body) {
        public JsonNode json() {
            return Documents.MAPPER.readTree(body);
        }

        public String header(String name) {
            return headers.getOrDefault(name, List.of("")).getFirst();
        }
    }

    /// An answer; one with status 0 hangs up instead.
    public record Reply(int status, String body, Map<String, String> headers) {
        public Reply with(String name, String value) {
            var all = new java.util.HashMap<>(headers);
            all.put(name, value);
            return new Reply(status, body, all);
        }
    }

    private final HttpServer http;
    private final Map<String, Deque<Reply>> replies = new ConcurrentHashMap<>();
    public final List<Asked> asked = new CopyOnWriteArrayList<>();

    public ScriptedServer() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/", this::serve);
        http.start();
    }

    public String url() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    public static Reply reply(int status, String body) {
        return new Reply(status, body, Map.of());
    }

    public static Reply hangUp() {
        return reply(0, "");
    }

    /// The answers to a request line such as `GET /fairlead/version`, in order.
    public ScriptedServer on(String line, Reply... answers) {
        replies.put(line, new ArrayDeque<>(List.of(answers)));
        return this;
    }

    /// What was asked with that request line, in order.
    public List<Asked> asked(String line) {
        return asked.stream().filter(one -> one.line().equals(line)).toList();
    }

    private void serve(HttpExchange exchange) throws IOException {
        String line = exchange.getRequestMethod() + " " + exchange.getRequestURI();
        asked.add(new Asked(
                line, exchange.getRequestHeaders(), exchange.getRequestBody().readAllBytes()));
        Reply reply = next(line);
        if (reply.status() == 0) {
            exchange.close();
            return;
        }
        byte[] body = reply.body().replace("$URL", url()).getBytes(StandardCharsets.UTF_8);
        reply.headers().forEach((name, value) -> exchange.getResponseHeaders().add(name, value.replace("$URL", url())));
        exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private synchronized Reply next(String line) {
        Deque<Reply> known = replies.getOrDefault(line, new ArrayDeque<>());
        if (known.isEmpty()) {
            return reply(418, "{\"error\":{\"code\":\"NotPrepared\",\"message\":\"no answer for " + line + "\"}}");
        }
        return known.size() > 1 ? known.removeFirst() : known.getFirst();
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
