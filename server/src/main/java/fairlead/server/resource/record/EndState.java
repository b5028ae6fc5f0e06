package fairlead.server.resource.record;

import java.util.Optional;

/// The values that an operation writes into its resource's record at its end. A value that is empty leaves the
/// record's own as it is.
public record EndState(ProvisioningState state, Optional<String> identifier, Content content, Optional<String> doubt) {

    /// What becomes of the documents.
    public record Content(
            Optional<byte[]> tags,
            Optional<byte[]> desired,
            Optional<byte[]> properties,
            Optional<byte[]> secrets,
            Optional<byte[]> sku) {

        public static final Content UNCHANGED =
                new Content(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    public Optional<byte[]> tags() {
        return content.tags();
    }

    public Optional<byte[]> desired() {
        return content.desired();
    }

    public Optional<byte[]> properties() {
        return content.properties();
    }

    public Optional<byte[]> secrets() {
        return content.secrets();
    }

    public Optional<byte[]> sku() {
        return content.sku();
    }
}
