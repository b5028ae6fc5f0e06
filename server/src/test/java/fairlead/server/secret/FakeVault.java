package fairlead.server.secret;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Answers as the pages "Transit secrets engine (API)" and "KV secrets engine - version 2 (API)" of OpenBao's
/// documentation say: `POST /v1/MOUNT/encrypt/KEY`, `POST /v1/MOUNT/decrypt/KEY` and `POST /v1/MOUNT/data/PATH`, with
/// the
/// token in `X-Vault-Token`, a `data` member in what it answers, and `errors` in what it refuses.
public final class FakeVault implements AutoCloseable {

    public static final String TOKEN = "s.test";

    private final HttpServer server;
    private final Map<String, String> plaintexts = new HashMap<>();
    private final Map<String, JsonNode> secrets = new HashMap<>();
    private int version;
    private volatile boolean sealed;

    public FakeVault() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /// As long as it is sealed it does nothing.
    public void beSealed(boolean now) {
        sealed = now;
    }

    /// What was stored under `MOUNT/data/PATH`.
    public synchronized JsonNode secret(String path) {
        return secrets.getOrDefault(path, JsonNodeFactory.instance.missingNode());
    }

    public synchronized int writes() {
        return version;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode body =
                    JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes());
            String[] path = exchange.getRequestURI().getPath().split("/", 5);
            if (sealed) {
                send(exchange, 503, errors("Vault is sealed"));
            } else if (!TOKEN.equals(exchange.getRequestHeaders().getFirst("X-Vault-Token"))) {
                send(exchange, 403, errors("permission denied"));
            } else {
                answer(exchange, path, body);
            }
        }
    }

    private synchronized void answer(HttpExchange exchange, String[] path, JsonNode body) throws IOException {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        switch (path[3]) {
            case "encrypt" -> {
                String plaintext = body.path("plaintext").asString("");
                Base64.getDecoder().decode(plaintext);
                String ciphertext = "vault:v1:" + UUID.randomUUID();
                plaintexts.put(path[4] + ciphertext, plaintext);
                data.put("ciphertext", ciphertext).put("key_version", 1);
            }
            case "decrypt" -> {
                String plaintext =
                        plaintexts.get(path[4] + body.path("ciphertext").asString(""));
                if (plaintext == null) {
                    send(exchange, 400, errors("invalid ciphertext: no prefix"));
                    return;
                }
                data.put("plaintext", plaintext);
            }
            case "data" -> {
                secrets.put(path[2] + "/data/" + path[4], body.path("data"));
                data.put("version", ++version);
            }
            default -> {
                send(exchange, 404, errors("no handler for route"));
                return;
            }
        }
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.set("data", data);
        send(exchange, 200, answer);
    }

    private static ObjectNode errors(String text) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.putArray("errors").add(text);
        return answer;
    }

    private static void send(HttpExchange exchange, int status, JsonNode body) throws IOException {
        byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
