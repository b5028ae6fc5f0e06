package fairlead.server.http;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// An answer: a status, headers, and the bytes of the body. The headers of every answer, such as the request's id,
/// are added by the server.
public final class Response {

    private static final byte[] NOTHING = {};
    private static final String EVENTS = "text/event-stream";

    private final int status;
    private final byte[] body;
    private final String contentType;
    private final Optional<Flow> flow;
    private final List<Header> headers = new ArrayList<>(4);

    record Header(String name, String value) {}

    /// A body that is read while it is sent.
    ///
    /// @param length -1 if it is not known
    record Flow(InputStream bytes, long length) {}

    private Response(int status, byte[] body, String contentType, Optional<Flow> flow) {
        this.status = status;
        this.body = body;
        this.contentType = contentType;
        this.flow = flow;
    }

    public static Response empty(int status) {
        return of(status, "", NOTHING);
    }

    public static Response json(int status, byte[] body) {
        return of(status, "application/json; charset=utf-8", body);
    }

    public static Response of(int status, String contentType, byte[] body) {
        return new Response(status, body, contentType, Optional.empty());
    }

    /// With a body that is read while it is sent, and closed then.
    ///
    /// @param length -1 if it is not known
    public static Response flowing(int status, String contentType, InputStream body, long length) {
        return new Response(status, NOTHING, contentType, Optional.of(new Flow(body, length)));
    }

    /// Server-sent events, until there are no more to read, or the caller has gone.
    public static Response events(InputStream body) {
        return flowing(200, EVENTS, body, -1).with("Cache-Control", "no-store").with("X-Accel-Buffering", "no");
    }

    /// What a GET would be answered with, as a HEAD is: without the body, but with its length.
    public static Response head(int status, String contentType, long length) {
        return of(status, contentType, NOTHING).with("Content-Length", Long.toString(length));
    }

    /// Adds a header; itself, for a chain of calls.
    public Response with(String name, String value) {
        headers.add(new Header(name, value));
        return this;
    }

    public int status() {
        return status;
    }

    byte[] body() {
        return body;
    }

    Optional<Flow> flow() {
        return flow;
    }

    /// Whether it is sent for as long as the caller follows it.
    boolean isEndless() {
        return contentType.equals(EVENTS);
    }

    String contentType() {
        return contentType;
    }

    List<Header> headers() {
        return headers;
    }
}
