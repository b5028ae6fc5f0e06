package fairlead.server.resource.record;

import java.util.Optional;

/// What an operation leaves behind: what is empty stays as it is.
public record EndState(
        ProvisioningState state,
        Optional<String> identifier,
        Optional<byte[]> tags,
        Optional<byte[]> desired,
        Optional<byte[]> properties,
        Optional<byte[]> secrets,
        Optional<byte[]> sku,
        Optional<String> doubt) {}
