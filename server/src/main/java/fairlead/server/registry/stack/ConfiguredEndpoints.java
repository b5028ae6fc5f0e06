package fairlead.server.registry.stack;

import fairlead.server.http.OutgoingPost;
import fairlead.server.stack.custom.CustomEndpoints;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// The endpoints for custom resources that the operator has configured. A `ServiceToken` is the name of one, or an ARN
/// that
/// ends with it: `arn:aws:lambda:eu-west-1:123456789012:function:NAME`.
public final class ConfiguredEndpoints implements CustomEndpoints {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Map<String, String> HEADERS =
            Map.of("Content-Type", "application/json", "User-Agent", "fairlead");

    private final Map<String, URI> addresses;
    private final OutgoingPost post;

    /// @param addresses by their names
    /// @param anywhere whether they may be in private networks and on this machine
    public ConfiguredEndpoints(Map<String, URI> addresses, boolean anywhere) {
        this.addresses = Map.copyOf(addresses);
        post = new OutgoingPost(anywhere, PATIENCE);
    }

    @Override
    public boolean isEmpty() {
        return addresses.isEmpty();
    }

    @Override
    public boolean has(String serviceToken) {
        return address(serviceToken).isPresent();
    }

    private Optional<URI> address(String serviceToken) {
        String name = serviceToken.startsWith("arn:")
                ? serviceToken.substring(serviceToken.lastIndexOf(':') + 1)
                : serviceToken;
        return Optional.ofNullable(addresses.get(name));
    }

    @Override
    public int send(String serviceToken, byte[] body) throws IOException {
        URI address = address(serviceToken).orElseThrow(() -> new IOException("there is no endpoint " + serviceToken));
        return post.send(address, HEADERS, body).status();
    }
}
