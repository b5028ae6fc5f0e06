package fairlead.server.region;

import fairlead.server.access.cell.FrontTokens;
import fairlead.server.access.cell.FrontTokens.Passed;
import fairlead.server.http.Request;
import fairlead.server.region.cell.PlacementTokens;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/// A request to a cell.
///
/// @param target path and query
/// @param headers names and values
/// @param abandoned whether the caller no longer waits for the answer
/// @param passed of a caller's request, how it came to the front; empty of what the front asks itself
record CellRequest(
        String method,
        String target,
        List<Map.Entry<String, String>> headers,
        Body body,
        BooleanSupplier abandoned,
        Optional<Passed> passed) {

    /// What follows the headers.
    sealed interface Body {

        record None() implements Body {}

        record Bytes(byte[] bytes) implements Body {}

        /// @param length -1 if it is not known
        record Flow(InputStream bytes, long length) implements Body {}
    }

    private static final Body NONE = new Body.None();
    private static final BooleanSupplier NEVER = CellRequest::never;

    /// What concerns only one connection, or is said anew by the front. What fronts and cells say to each
    /// other, and callers never do.
    private static final Set<String> INTERNAL =
            Set.of(FrontTokens.HEADER, PlacementTokens.HEADER, PlacementTokens.MISDIRECTED);

    private static final Set<String> OWN = Set.of(
            "connection",
            "content-length",
            "expect",
            "forwarded",
            "host",
            "keep-alive",
            "proxy-authenticate",
            "proxy-authorization",
            "proxy-connection",
            "referer",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "x-ms-client-ip-address",
            "x-ms-correlation-request-id");

    /// What says how one request is meant, and not whose it is.
    private static final Set<String> OF_ONE_REQUEST = Set.of(
            "accept",
            "content-encoding",
            "content-type",
            "if-match",
            "if-modified-since",
            "if-none-match",
            "if-unmodified-since",
            "last-event-id",
            "prefer",
            "range");

    private static final Set<String> IDEMPOTENT = Set.of("GET", "HEAD", "PUT", "DELETE", "OPTIONS");

    private static boolean never() {
        return false;
    }

    /// A question of the front's own, in the course of a request.
    static CellRequest own(String method, String target, Optional<byte[]> json) {
        List<Map.Entry<String, String>> headers =
                json.isPresent() ? List.of(Map.entry("Content-Type", "application/json")) : List.of();
        return new CellRequest(
                method, target, headers, json.<Body>map(Body.Bytes::new).orElse(NONE), NEVER, Optional.empty());
    }

    /// The same with bytes of any kind.
    static CellRequest own(String method, String target, byte[] bytes) {
        return new CellRequest(
                method,
                target,
                List.of(Map.entry("Content-Type", "application/octet-stream")),
                new Body.Bytes(bytes),
                NEVER,
                Optional.empty());
    }

    /// A caller's request, as it goes on to a cell.
    static CellRequest passing(Request request, Body body) {
        List<Map.Entry<String, String>> headers = new ArrayList<>();
        for (Map.Entry<String, String> header : request.headers()) {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            boolean ofTrailers = request.hasTrailers() && name.equals("x-amz-sdk-checksum-algorithm");
            boolean own = OWN.contains(name) || name.startsWith("x-forwarded-") || INTERNAL.contains(name);
            if (!own && !ofTrailers) {
                headers.add(header);
            }
        }
        String target = request.targetWith(Map.of());
        String base = request.baseUrl();
        int authority = base.indexOf("://");
        headers.add(Map.entry("Referer", base + target));
        headers.add(Map.entry("X-Forwarded-Proto", base.substring(0, authority)));
        headers.add(Map.entry("X-Forwarded-Host", base.substring(authority + 3)));
        headers.add(Map.entry("X-Forwarded-For", request.caller().address()));
        headers.add(Map.entry("x-ms-client-ip-address", request.caller().address()));
        headers.add(Map.entry("x-ms-correlation-request-id", request.caller().correlationId()));
        Passed passed = new Passed(base, request.authority(), request.caller().address());
        return new CellRequest(request.method(), target, headers, body, NEVER, Optional.of(passed));
    }

    /// The same, with another header.
    CellRequest with(String name, String value) {
        List<Map.Entry<String, String>> more = new ArrayList<>(headers);
        more.add(Map.entry(name, value));
        return new CellRequest(method, target, more, body, abandoned, passed);
    }

    /// The same, called off once its caller has gone.
    CellRequest whileAsked(BooleanSupplier gone) {
        return new CellRequest(method, target, headers, body, gone, passed);
    }

    /// The same method and headers for another address, without a body.
    CellRequest to(String anotherTarget) {
        return new CellRequest(method, anotherTarget, headers, NONE, abandoned, passed);
    }

    /// A question of the same caller.
    CellRequest question(String anotherTarget) {
        List<Map.Entry<String, String>> kept = headers.stream()
                .filter(header -> !OF_ONE_REQUEST.contains(header.getKey().toLowerCase(Locale.ROOT)))
                .toList();
        return new CellRequest("GET", anotherTarget, kept, NONE, abandoned, passed);
    }

    /// The target without the query.
    String path() {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    boolean idempotent() {
        return IDEMPOTENT.contains(method);
    }
}
