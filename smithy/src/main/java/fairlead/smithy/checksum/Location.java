package fairlead.smithy.checksum;

/// Where the checksum of a request is put.
public enum Location {
    /// In the header: the whole payload is read before anything is sent.
    HEADER,
    /// Behind the payload: it is read once, while it is sent.
    TRAILER;

    /// The table of "Resolving checksum location". A payload that does not stream is known before it is sent, however
    /// the request is signed.
    public static Location of(boolean streaming, Signing signing) {
        return switch (signing) {
            case HEADER -> HEADER;
            case STREAMING, UNSIGNED -> streaming ? TRAILER : HEADER;
        };
    }
}
