package fairlead.smithy.protocol;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/// A request as an operation makes it, wherever the service is.
///
/// @param hostPrefix what stands before the service's host
/// @param path encoded, with a slash in front
/// @param query encoded, `name=value` each
/// @param body empty if there is none
/// @param sendsBody whether a body belongs to the request, if only an empty one
public record HttpCall(
        String method,
        String hostPrefix,
        String path,
        List<String> query,
        Headers headers,
        byte[] body,
        boolean sendsBody) {

    public HttpCall {
        query = List.copyOf(query);
    }

    /// A request with no body at all.
    static HttpCall without(String method, String path, List<String> query, Headers headers) {
        return new HttpCall(method, "", path, query, headers, new byte[0], false);
    }

    static HttpCall with(String method, String path, List<String> query, Headers headers, byte[] body) {
        return new HttpCall(method, "", path, query, headers, body, true);
    }

    public HttpCall withHeaders(Headers changed) {
        return new HttpCall(method, hostPrefix, path, query, changed, body, sendsBody);
    }

    public HttpCall withBody(byte[] changed) {
        return new HttpCall(method, hostPrefix, path, query, headers, changed, true);
    }

    HttpCall withHostPrefix(String prefix) {
        return new HttpCall(method, prefix, path, query, headers, body, sendsBody);
    }

    /// Where it goes, if the service is there.
    ///
    /// @param endpoint with a path of its own, perhaps, and a query
    public URI at(URI endpoint) {
        String base = endpoint.getRawPath() == null ? "" : endpoint.getRawPath();
        while (base.endsWith("/")) {
            base = base.substring(0, base.length() - 1);
        }
        List<String> parameters = new ArrayList<>();
        if (endpoint.getRawQuery() != null) {
            parameters.add(endpoint.getRawQuery());
        }
        parameters.addAll(query);
        String address = endpoint.getScheme() + "://" + hostPrefix + endpoint.getRawAuthority() + base + path;
        return URI.create(parameters.isEmpty() ? address : address + "?" + String.join("&", parameters));
    }
}
