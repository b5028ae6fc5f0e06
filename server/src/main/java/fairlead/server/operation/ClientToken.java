package fairlead.server.operation;

/// The token by which the server recognizes that a caller repeats a request.
///
/// @param value chosen by the caller
/// @param digest of what was asked for: under the same token nothing else may be asked for
/// @param verbatim a digest of the request as it was written, by which earlier versions told requests apart
public record ClientToken(String value, String digest, String verbatim) {

    /// A token of a request that has one form only.
    public ClientToken(String value, String digest) {
        this(value, digest, digest);
    }

    /// Whether an earlier request under the same token was this one.
    public boolean isOfSame(ClientToken earlier) {
        return value.equals(earlier.value) && (digest.equals(earlier.digest) || verbatim.equals(earlier.digest));
    }
}
