package fairlead.cli.http;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A request to the server.
///
/// @param target a path with its query, or an absolute URL that the server gave
public record Request(Method method, String target, Map<String, String> headers, Optional<byte[]> body) {

    /// The methods in use, and whether a request may be sent again when its answer was lost.
    public enum Method {
        GET(true),
        HEAD(true),
        PUT(true),
        PATCH(false),
        POST(false),
        DELETE(true);

        private final boolean idempotent;

        Method(boolean idempotent) {
            this.idempotent = idempotent;
        }
    }

    public static Request get(String target) {
        return new Request(Method.GET, target, Map.of(), Optional.empty());
    }

    public static Request delete(String target) {
        return new Request(Method.DELETE, target, Map.of(), Optional.empty());
    }

    /// Without a body.
    public static Request post(String target) {
        return new Request(Method.POST, target, Map.of(), Optional.empty());
    }

    public static Request of(Method method, String target, String contentType, byte[] body) {
        return new Request(method, target, Map.of("Content-Type", contentType), Optional.of(body));
    }

    public Request with(String header, String value) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(header, value);
        return new Request(method, target, Map.copyOf(all), body);
    }

    /// Whether sending it twice is the same as sending it once. A condition on the ETag fails the second time.
    boolean repeatable() {
        return method.idempotent && !headers.containsKey("If-Match") && !headers.containsKey("If-None-Match");
    }
}
