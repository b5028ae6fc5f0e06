package fairlead.server.http;

import java.util.ArrayList;
import java.util.List;

/// An answer: a status, headers, and the bytes of the body. The headers of every answer, such as the request's id,
/// are added
/// by the server.
public final class Response {

    private static final byte[] NOTHING = {};

    private final int status;
    private final byte[] body;
    private final String contentType;
    private final List<Header> headers = new ArrayList<>(4);

    record Header(String name, String value) {}

    private Response(int status, byte[] body, String contentType) {
        this.status = status;
        this.body = body;
        this.contentType = contentType;
    }

    public static Response empty(int status) {
        return new Response(status, NOTHING, "");
    }

    public static Response json(int status, byte[] body) {
        return new Response(status, body, "application/json; charset=utf-8");
    }

    public static Response of(int status, String contentType, byte[] body) {
        return new Response(status, body, contentType);
    }

    /// What a GET would be answered with, as a HEAD is: without the body, but with its length.
    public static Response head(int status, String contentType, long length) {
        return new Response(status, NOTHING, contentType).with("Content-Length", Long.toString(length));
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

    String contentType() {
        return contentType;
    }

    List<Header> headers() {
        return headers;
    }
}
