package fairlead.server.http;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/// The origin of a web page, as RFC 6454 ("The Web Origin Concept") has it: scheme, host and port.
///
/// @param scheme in lower case
/// @param host in lower case
/// @param port never left out: of `http` it is 80 unless it says something else, of `https` 443
record WebOrigin(String scheme, String host, int port) {

    /// The origin of an address; empty for a text that has none, such as `null`.
    static Optional<WebOrigin> of(String address) {
        URI uri;
        try {
            uri = URI.create(address);
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
        if (uri.getScheme() == null || uri.getHost() == null) {
            return Optional.empty();
        }
        String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
        return Optional.of(new WebOrigin(scheme, uri.getHost().toLowerCase(Locale.ROOT), port(uri, scheme)));
    }

    private static int port(URI uri, String scheme) {
        if (uri.getPort() >= 0) {
            return uri.getPort();
        }
        return scheme.equals("https") ? 443 : 80;
    }
}
