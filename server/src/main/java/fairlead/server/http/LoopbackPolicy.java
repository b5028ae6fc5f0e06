package fairlead.server.http;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/// Which requests are accepted while there is no login: those of programs on this machine, not those of web
/// pages.
///
/// A web page in a browser on this machine can reach a loopback address in two ways: through a name of its own
/// (DNS rebinding), which `Host` shows, or from another site, which `Origin` shows. Both are refused.
final class LoopbackPolicy {

    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|.*\\.localhost|127\\.\\d+\\.\\d+\\.\\d+|\\[?::1]?|\\[?0:0:0:0:0:0:0:1]?");

    private final Optional<String> publicHost;

    LoopbackPolicy(Optional<URI> publicUrl) {
        publicHost = publicUrl.map(URI::getHost).map(host -> host.toLowerCase(Locale.ROOT));
    }

    void require(Request request) {
        SocketAddress peer = request.getConnectionMetaData().getRemoteSocketAddress();
        if (!(peer instanceof InetSocketAddress address)
                || !address.getAddress().isLoopbackAddress()) {
            throw refused("In development mode there is no login, and requests are only taken from this machine.");
        }
        String host = Request.getServerName(request);
        if (!isLocal(host)) {
            throw refused("In development mode requests have to be addressed to localhost, not to '" + host + "'.");
        }
        String origin = request.getHeaders().get("Origin");
        if (origin != null && !isLocal(host(origin))) {
            throw refused("In development mode requests from web pages of '" + origin + "' are not taken.");
        }
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

    private static @Nullable String host(String origin) {
        try {
            return URI.create(origin).getHost();
        } catch (IllegalArgumentException notOne) {
            return null;
        }
    }

    private static ProblemException refused(String message) {
        return new ProblemException(new Problem.Forbidden(message));
    }
}
