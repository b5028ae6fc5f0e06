package fairlead.server.http;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/// Which requests are accepted while there is no login: those of programs on this machine, not those of web
/// pages.
///
/// A web page in a browser on this machine can reach a loopback address in two ways: through a name of its own
/// (DNS rebinding), which `Host` shows, or from another origin. Scripts and forms show that by `Origin`, and what a
/// page only embeds, an image for example, by `Sec-Fetch-Site` alone. All of them are refused. Another port of this
/// machine is another origin, though browsers call it the same site: it is another program.
final class LoopbackPolicy {

    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|.*\\.localhost|127\\.\\d+\\.\\d+\\.\\d+|\\[?::1]?|\\[?0:0:0:0:0:0:0:1]?");

    /// What a browser says of a request to the page's own origin, and of one that its user has typed.
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private final Optional<String> publicHost;
    private final Optional<WebOrigin> publicOrigin;

    LoopbackPolicy(Optional<URI> publicUrl) {
        publicHost = publicUrl.map(URI::getHost).map(host -> host.toLowerCase(Locale.ROOT));
        publicOrigin = publicUrl.map(URI::toString).flatMap(WebOrigin::of);
    }

    /// Throws [Problem.Forbidden] for a request that another machine or a web page may have caused.
    ///
    /// @param addressed scheme and authority under which the caller has addressed the server
    void require(Request request, Supplier<String> addressed) {
        SocketAddress peer = request.getConnectionMetaData().getRemoteSocketAddress();
        if (!(peer instanceof InetSocketAddress address)
                || !address.getAddress().isLoopbackAddress()) {
            throw refused("In development mode there is no login, and requests are only taken from this machine.");
        }
        String host = Request.getServerName(request);
        if (!isLocal(host)) {
            throw refused("In development mode requests have to be addressed to localhost, not to '" + host + "'.");
        }
        for (HttpField header : request.getHeaders()) {
            requireOwnPage(header, addressed);
        }
    }

    private void requireOwnPage(HttpField header, Supplier<String> addressed) {
        String value = String.valueOf(header.getValue());
        if (header.is("Origin") && !isOwn(value, addressed.get())) {
            throw refused("In development mode requests from web pages of '" + value + "' are not taken, only of '"
                    + addressed.get() + "'.");
        }
        if (header.is("Sec-Fetch-Site") && !OWN_SITES.contains(value)) {
            throw refused("In development mode requests that a browser sends for a page of another origin are not"
                    + " taken: Sec-Fetch-Site is '" + value + "', expected 'same-origin' or 'none'.");
        }
    }

    private boolean isOwn(String text, String addressed) {
        Optional<WebOrigin> origin = WebOrigin.of(text);
        return origin.isPresent() && (origin.equals(WebOrigin.of(addressed)) || origin.equals(publicOrigin));
    }

    private boolean isLocal(@Nullable String host) {
        if (host == null) {
            return false;
        }
        if (host.equals("127.0.0.1") || host.equals("localhost")) {
            return true;
        }
        String name = host.toLowerCase(Locale.ROOT);
        return LOOPBACK.matcher(name).matches()
                || publicHost.filter(name::equals).isPresent();
    }

    private static ProblemException refused(String message) {
        return new ProblemException(new Problem.Forbidden(message));
    }
}
