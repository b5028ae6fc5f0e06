package fairlead.server.resource.record;

import java.util.Optional;

/// The values that an operation writes into its resource's record at its end. A value that is empty leaves the
/// record's own as it is.
public record EndState(
        ProvisioningState state,
        Optional<String> identifier,
        Optional<byte[]> tags,
        Optional<byte[]> desired,
        Optional<byte[]> properties,
        Optional<byte[]> secrets,
        Optional<byte[]> sku,
        Optional<String> doubt) {}
