package fairlead.smithy.endpoint;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// An address that was discovered, and for how long.
public record Endpoint(URI address, Duration period) {

    /// How long an endpoint counts that does not say it.
    private static final Duration UNSAID = Duration.ofMinutes(60);

    /// The endpoints of the operation's output, in their order, which is that of preference. An address without a
    /// scheme is one of HTTPS; what is no address is left out.
    public static List<Endpoint> all(JsonNode output) {
        List<Endpoint> endpoints = new ArrayList<>();
        for (JsonNode endpoint : output.path("Endpoints")) {
            address(endpoint.path("Address").asString(""))
                    .ifPresent(address ->
                            endpoints.add(new Endpoint(address, period(endpoint.path("CachePeriodInMinutes")))));
        }
        return endpoints;
    }

    private static Duration period(JsonNode minutes) {
        return minutes.isNumber() ? Duration.ofMinutes(Math.max(0, minutes.asLong())) : UNSAID;
    }

    private static Optional<URI> address(String text) {
        try {
            URI address = new URI(text.contains("://") ? text : "https://" + text);
            return Optional.of(address).filter(one -> one.getHost() != null);
        } catch (URISyntaxException malformed) {
            return Optional.empty();
        }
    }
}
