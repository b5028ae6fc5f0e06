package fairlead.server.region;

import fairlead.server.arm.Plane.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// A client of one address.
final class Api implements AutoCloseable {

    static final String VERSION = "?api-version=2026-11-01";

    private final URI url;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    private final Map<String, String> headers;

    Api(URI url) {
        this(url, Map.of());
    }

    /// @param headers of each request
    Api(URI url, Map<String, String> headers) {
        this.url = url;
        this.headers = headers;
    }

    /// The same address, for a caller with such a token.
    Api as(String token) {
        return new Api(url, Map.of("Authorization", "Bearer " + token));
    }

    URI url() {
        return url;
    }

    /// @param path with its query, or a whole address
    Answer send(String method, String path, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(path.startsWith("/") ? url + path : path))
                .timeout(Duration.ofSeconds(60))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        return exchange(request, method + " " + path);
    }

    Map<String, String> headers() {
        return headers;
    }

    Answer form(String path, String form) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form));
        return exchange(request, path);
    }

    Answer post(String path, byte[] archive) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .header("Content-Type", "application/zip")
                .POST(BodyPublishers.ofByteArray(archive));
        return exchange(request, path);
    }

    private Answer exchange(HttpRequest.Builder request, String what) {
        headers.forEach(request::header);
        try {
            return new Answer(client.send(request.build(), BodyHandlers.ofString()));
        } catch (IOException failure) {
            throw new UncheckedIOException(what, failure);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    Answer get(String path) {
        return send("GET", path + VERSION, "");
    }

    Answer delete(String path) {
        return send("DELETE", path + VERSION, "");
    }

    Answer putIn(String location, String path) {
        return send("PUT", path + VERSION, "{\"location\": \"" + location + "\"}");
    }

    /// The names of everything on all pages of a list.
    List<String> names(String path, String query) {
        List<String> names = new ArrayList<>();
        String next = path + VERSION + query;
        while (!next.isEmpty()) {
            JsonNode page = send("GET", next, "").json();
            page.path("value").forEach(item -> names.add(item.path("name").asString()));
            next = page.path("nextLink").asString("");
        }
        return names;
    }

    /// Reads an address until it no longer says that something goes on.
    Answer ended(String address) {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (System.nanoTime() < deadline) {
            Answer answer = send("GET", address, "");
            if (answer.status() != 202) {
                return answer;
            }
            Thread.onSpinWait();
        }
        throw new AssertionError(address + " does not end");
    }

    @Override
    public void close() {
        client.close();
    }
}
