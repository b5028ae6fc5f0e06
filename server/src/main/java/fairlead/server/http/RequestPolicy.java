package fairlead.server.http;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/// Which requests are looked at, whatever their caller says: those from machines that the server is for, and not those
/// of web pages of others.
///
/// A web page can have a browser reach the server in two ways: through a name of its own (DNS rebinding), which `Host`
/// shows, or from another origin. Scripts and forms show that by `Origin`, and what a page only embeds, an image for
/// example, by `Sec-Fetch-Site` alone. All of them are refused. Another port of this machine is another origin,
/// though browsers call it the same site: it is another program. An address in place of a name can't be rebound.
final class RequestPolicy {

    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|.*\\.localhost|127\\.\\d+\\.\\d+\\.\\d+|\\[?::1]?|\\[?0:0:0:0:0:0:0:1]?");

    private static final Pattern ADDRESS =
            Pattern.compile("\\d+\\.\\d+\\.\\d+\\.\\d+|\\[?[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*]?");

    /// What a browser says of a request to the page's own origin, and of one that its user has typed.
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private final Exposure exposure;
    private final Optional<String> publicHost;
    private final Optional<WebOrigin> publicOrigin;

    /// @param publicUrl the address under which callers know the server
    RequestPolicy(Exposure exposure, Optional<URI> publicUrl) {
        this.exposure = exposure;
        publicHost = publicUrl.map(URI::getHost).map(host -> host.toLowerCase(Locale.ROOT));
        publicOrigin = publicUrl.map(URI::toString).flatMap(WebOrigin::of);
    }

    /// Throws [Problem.Forbidden] for a request that a machine that the server is not for, or a web page, may
    /// have caused.
    ///
    /// @param addressed scheme and authority under which the caller has addressed the server
    void require(Request request, Supplier<String> addressed) {
        requirePeer(request);
        String host = Request.getServerName(request);
        if (!isOwnName(host)) {
            throw refused("Requests have to be addressed to " + names() + ", not to '" + host + "'.");
        }
        for (HttpField header : request.getHeaders()) {
            requireOwnPage(header, addressed);
        }
    }

    /// The same of the machine alone.
    void requirePeer(Request request) {
        if (!exposure.takes(request.getConnectionMetaData().getRemoteSocketAddress())) {
            throw refused(
                    exposure.network()
                            ? "Requests are only taken from this server's proxies."
                            : "Requests are only taken from this machine.");
        }
    }

    private String names() {
        return publicHost
                .filter(_ -> exposure.network())
                .map(host -> "'" + host + "'")
                .orElse("localhost");
    }

    private void requireOwnPage(HttpField header, Supplier<String> addressed) {
        String value = String.valueOf(header.getValue());
        if (header.is("Origin") && !isOwn(value, addressed.get())) {
            throw refused(
                    "Requests from web pages of '" + value + "' are not taken, only of '" + addressed.get() + "'.");
        }
        if (header.is("Sec-Fetch-Site") && !OWN_SITES.contains(value)) {
            throw refused("Requests that a browser sends for a page of another origin are not taken: Sec-Fetch-Site"
                    + " is '" + value + "', expected 'same-origin' or 'none'.");
        }
    }

    private boolean isOwn(String text, String addressed) {
        Optional<WebOrigin> origin = WebOrigin.of(text);
        return origin.isPresent() && (origin.equals(WebOrigin.of(addressed)) || origin.equals(publicOrigin));
    }

    private boolean isOwnName(@Nullable String host) {
        if (host == null) {
            return false;
        }
        if (host.equals("127.0.0.1") || host.equals("localhost")) {
            return true;
        }
        String name = host.toLowerCase(Locale.ROOT);
        return LOOPBACK.matcher(name).matches()
                || publicHost.filter(name::equals).isPresent()
                || (exposure.network() && ADDRESS.matcher(name).matches());
    }

    private static ProblemException refused(String message) {
        return new ProblemException(new Problem.Forbidden(message));
    }
}
