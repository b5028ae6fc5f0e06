package fairlead.server.secret;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A HashiCorp Vault or an OpenBao, asked by its HTTP API with the token in a file. The file is read at each request,
/// so
/// that an agent can renew the token.
public final class VaultServer {

    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(10);

    private final URI address;
    private final Path tokenFile;
    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    /// @param address without a path: `https://vault.example.com:8200`
    public VaultServer(URI address, Path tokenFile) {
        this.address = address;
        this.tokenFile = tokenFile;
    }

    /// In words, for messages.
    public String name() {
        return "the Vault at " + address;
    }

    /// It has refused, or does not answer. The message has no secret.
    public static final class Failed extends Exception {

        private static final long serialVersionUID = 1L;

        Failed(String message) {
            super(message);
        }

        Failed(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /// Posts a document and gives the `data` of the answer.
    ///
    /// @param path behind `/v1/`
    public JsonNode post(String path, ObjectNode body) throws Failed, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address.resolve("/v1/" + path))
                .timeout(ANSWER)
                .header("X-Vault-Token", token())
                .header("X-Vault-Request", "true")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(JsonMapper.shared().writeValueAsBytes(body)))
                .build();
        try {
            HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            JsonNode document = parsed(answer.body());
            if (answer.statusCode() != 200 && answer.statusCode() != 204) {
                throw new Failed(name() + " has answered " + answer.statusCode() + errors(document));
            }
            return document.path("data");
        } catch (IOException away) {
            throw new Failed(name() + " does not answer: " + away, away);
        }
    }

    private String token() throws Failed {
        try {
            String token =
                    Files.readString(tokenFile, StandardCharsets.US_ASCII).strip();
            if (!token.matches("[!-~]+")) {
                throw new Failed("there is no token in " + tokenFile);
            }
            return token;
        } catch (IOException unreadable) {
            throw new Failed("the token in " + tokenFile + " can't be read", unreadable);
        }
    }

    private static JsonNode parsed(byte[] body) {
        try {
            return JsonMapper.shared().readTree(body);
        } catch (JacksonException none) {
            return JsonMapper.shared().missingNode();
        }
    }

    private static String errors(JsonNode document) {
        List<String> all = new ArrayList<>();
        document.path("errors").forEach(error -> all.add(error.asString("")));
        return all.isEmpty() ? "" : ": " + String.join("; ", all).strip();
    }
}
