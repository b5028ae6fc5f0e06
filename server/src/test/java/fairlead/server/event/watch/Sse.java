package fairlead.server.event.watch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A reader of server-sent events, by the rules of the HTML standard as far as they are needed.
final class Sse implements AutoCloseable {

    private final HttpClient client = HttpClient.newHttpClient();
    private final BufferedReader lines;
    private String lastId = "";
    private String name = "";

    Sse(URI address, String lastEventId) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address).header("Accept", "text/event-stream");
        if (!lastEventId.isEmpty()) {
            request.header("Last-Event-ID", lastEventId);
        }
        try {
            HttpResponse<InputStream> response = client.send(request.build(), BodyHandlers.ofInputStream());
            if (response.statusCode() != 200) {
                throw new AssertionError("answered with " + response.statusCode());
            }
            lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /// The id of what came last, with or without data.
    String lastId() {
        return lastId;
    }

    /// The name of the event that came last; empty for the usual.
    String name() {
        return name;
    }

    /// Reads until an id came.
    Sse begun() {
        while (lastId.isEmpty()) {
            line(new ArrayList<>());
        }
        return this;
    }

    /// The next event; the stream has to go on that long.
    JsonNode next() {
        name = "";
        List<String> data = new ArrayList<>();
        while (true) {
            if (line(data) && !data.isEmpty()) {
                return JsonMapper.shared().readTree(String.join("\n", data));
            }
        }
    }

    List<JsonNode> next(int count) {
        List<JsonNode> events = new ArrayList<>();
        while (events.size() < count) {
            events.add(next());
        }
        return events;
    }

    /// Whether the server has ended the stream, once all is read.
    boolean ends() {
        try {
            while (lines.readLine() != null) {
                // What comes before the end is of no interest.
            }
            return true;
        } catch (IOException cut) {
            return false;
        }
    }

    /// Whether the line ends an event.
    private boolean line(List<String> data) {
        String line = read();
        if (line.startsWith("id: ")) {
            lastId = line.substring(4);
        } else if (line.startsWith("data: ")) {
            data.add(line.substring(6));
        } else if (line.startsWith("event: ")) {
            name = line.substring(7);
        }
        return line.isEmpty();
    }

    private String read() {
        try {
            String line = lines.readLine();
            if (line == null) {
                throw new AssertionError("the stream has ended");
            }
            return line;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
