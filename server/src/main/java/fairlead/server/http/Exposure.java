package fairlead.server.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.jetty.server.Request;

/// Which machines a server takes requests from, and whom it believes about where these came from.
///
/// @param network whether from others than this machine
/// @param proxies those whose `X-Forwarded-For` is believed
/// @param proxiesAlone whether they, and this machine, are the only ones
public record Exposure(boolean network, List<AddressRange> proxies, boolean proxiesAlone) {

    private static final String FORWARDED_FOR = "X-Forwarded-For";

    /// What such a header can hold: no name, which would have to be looked up.
    private static final Pattern LITERAL = Pattern.compile("\\[?([0-9A-Fa-f:.]+)]?");

    /// Requests of programs on this machine alone.
    public static final Exposure THIS_MACHINE = new Exposure(false, List.of(), false);

    public Exposure {
        proxies = List.copyOf(proxies);
    }

    /// Whether requests that come over a connection from there are taken.
    boolean takes(SocketAddress peer) {
        if (!(peer instanceof InetSocketAddress internet) || internet.getAddress() == null) {
            return false;
        }
        InetAddress address = internet.getAddress();
        return address.isLoopbackAddress() || (network && (!proxiesAlone || isProxy(address)));
    }

    private boolean isProxy(InetAddress address) {
        for (AddressRange range : proxies) {
            if (range.contains(address)) {
                return true;
            }
        }
        return false;
    }

    /// The address that a request comes from: the last one that no trusted proxy has, as the proxies say. What
    /// was before it could have been said by anything.
    String origin(Request request) {
        String peer = Request.getRemoteAddr(request);
        if (proxies.isEmpty()
                || !(request.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress internet)
                || !isProxy(internet.getAddress())) {
            return peer;
        }
        String told = peer;
        List<String> hops = request.getHeaders().getValuesList(FORWARDED_FOR).stream()
                .flatMap(value -> List.of(value.split(",")).stream())
                .map(String::strip)
                .toList();
        for (String hop : hops.reversed()) {
            Optional<InetAddress> address = literal(hop);
            if (address.isEmpty()) {
                return told;
            }
            told = address.get().getHostAddress();
            if (!isProxy(address.get())) {
                return told;
            }
        }
        return told;
    }

    private static Optional<InetAddress> literal(String text) {
        var literal = LITERAL.matcher(text);
        try {
            return literal.matches() ? Optional.of(InetAddress.ofLiteral(literal.group(1))) : Optional.empty();
        } catch (IllegalArgumentException notOne) {
            return Optional.empty();
        }
    }
}
