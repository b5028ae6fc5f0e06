package fairlead.server.signature;

import fairlead.server.http.Request;
import fairlead.smithy.checksum.Fields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// A request as far as it is signed.
///
/// @param path as it was written
/// @param headerNames all that are there, in any case
/// @param headers the value of a header, several of a name joined with commas
record SignedMessage(
        String method,
        String path,
        RawQuery query,
        List<String> headerNames,
        Function<String, Optional<String>> headers,
        byte[] body) {

    static final String TOKEN = "X-Amz-Security-Token";

    static SignedMessage of(Request request, long bodyLimit) {
        return new SignedMessage(
                request.method(),
                request.path(),
                RawQuery.parse(request.rawQuery()),
                request.headerNames(),
                name -> name.equalsIgnoreCase("Host") ? Optional.of(request.authority()) : request.header(name),
                request.body(bodyLimit));
    }

    /// The same without the session token in the query, which some clients add after they have signed.
    SignedMessage withoutToken() {
        return new SignedMessage(method, path, query.without(TOKEN), headerNames, headers, body);
    }

    /// The headers, as far as checksums need them.
    Fields fields() {
        Map<String, String> fields = new LinkedHashMap<>();
        headerNames.forEach(name -> header(name).ifPresent(value -> fields.put(name, value)));
        return Fields.of(fields);
    }

    Optional<String> header(String name) {
        return headers.apply(name);
    }
}
