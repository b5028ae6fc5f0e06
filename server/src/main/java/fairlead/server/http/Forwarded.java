package fairlead.server.http;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;

/// The address that a caller has used in front of this server, by the headers of a proxy: `X-Forwarded-Proto` and
/// `X-Forwarded-Host`. To be used only where every request comes through a trusted proxy.
final class Forwarded {

    private static final Set<String> SCHEMES = Set.of("http", "https");
    private static final Pattern AUTHORITY = Pattern.compile("[A-Za-z0-9.:\\[\\]-]{1,255}");

    private Forwarded() {}

    /// Scheme and authority, without a slash at the end; empty if they are not both there and well-formed.
    static Optional<String> baseUrl(HttpFields headers) {
        String scheme = headers.get("X-Forwarded-Proto");
        String authority = headers.get("X-Forwarded-Host");
        boolean sound = scheme != null
                && authority != null
                && SCHEMES.contains(scheme)
                && AUTHORITY.matcher(authority).matches();
        return sound ? Optional.of(scheme + "://" + authority) : Optional.empty();
    }
}
