package fairlead.smithy.checksum;

/// How a request is signed, as far as the place of its checksum depends on it.
public enum Signing {
    /// The signature in the header covers the payload.
    HEADER,
    /// Each chunk of the payload has a signature of its own.
    STREAMING,
    /// The signature leaves out the payload, or there is none.
    UNSIGNED
}
