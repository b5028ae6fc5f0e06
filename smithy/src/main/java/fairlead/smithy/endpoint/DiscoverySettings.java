package fairlead.smithy.endpoint;

import java.net.URI;
import java.util.Optional;

/// How a client is configured.
///
/// @param standard the service's endpoint for everything else
/// @param custom the endpoint that the user has set: it is used for everything
/// @param background whether [DiscoveryMode#AUTO] discovers endpoints of operations that do not need them, while calls
///     go to the standard endpoint
public record DiscoverySettings(DiscoveryMode mode, boolean background, URI standard, Optional<URI> custom) {

    /// As the specification has it where nothing is configured.
    public static DiscoverySettings of(URI standard) {
        return new DiscoverySettings(DiscoveryMode.AUTO, true, standard, Optional.empty());
    }
}
