package fairlead.server.region;

import fairlead.server.http.Response;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpHeaders;
import java.util.Locale;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The answer of a cell. Its body is read once, or passed on while it arrives; otherwise it must be closed.
final class CellResponse implements AutoCloseable {

    /// What concerns only one connection or one cell, or is said by the front's own server.
    private static final Set<String> OWN = Set.of(
            "connection",
            "content-length",
            "content-type",
            "date",
            "keep-alive",
            "server",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "x-fairlead-watch",
            "x-ms-routing-request-id");

    private final int status;
    private final HttpHeaders headers;
    private final InputStream body;

    CellResponse(int status, HttpHeaders headers, InputStream body) {
        this.status = status;
        this.headers = headers;
        this.body = body;
    }

    int status() {
        return status;
    }

    boolean succeeded() {
        return status / 100 == 2;
    }

    String header(String name) {
        return headers.firstValue(name).orElse("");
    }

    /// The body as a JSON object; an empty one if it is none.
    ObjectNode json() {
        try (body) {
            return JsonMapper.shared().readTree(body.readAllBytes()) instanceof ObjectNode object
                    ? object
                    : JsonNodeFactory.instance.objectNode();
        } catch (JacksonException notJson) {
            return JsonNodeFactory.instance.objectNode();
        } catch (IOException brokenOff) {
            throw new UncheckedIOException(brokenOff);
        }
    }

    /// The body as it arrives.
    InputStream bytes() {
        return body;
    }

    /// Passes it on.
    Response passedOn() {
        long length = headers.firstValueAsLong("content-length").orElse(-1);
        return headed(Response.flowing(status, header("content-type"), body, length));
    }

    /// The whole of it.
    Response read() {
        try (body) {
            return headed(Response.of(status, header("content-type"), body.readAllBytes()));
        } catch (IOException brokenOff) {
            throw new UncheckedIOException(brokenOff);
        }
    }

    /// The same answer around a body that was read before, or another one.
    Response with(ObjectNode json) {
        return headed(
                Response.of(status, header("content-type"), JsonMapper.shared().writeValueAsBytes(json)));
    }

    private Response headed(Response response) {
        headers.map().forEach((name, values) -> {
            if (!OWN.contains(name.toLowerCase(Locale.ROOT))) {
                response.with(name, String.join(", ", values));
            }
        });
        return response;
    }

    @Override
    public void close() {
        try {
            body.close();
        } catch (IOException ignored) {
            // What is not wanted may break off.
        }
    }
}
