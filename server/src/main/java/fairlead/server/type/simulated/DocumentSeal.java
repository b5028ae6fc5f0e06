package fairlead.server.type.simulated;

/// Seals documents where they are stored, and opens them again.
public interface DocumentSeal {

    /// The document, sealed.
    ///
    /// @param owner what it is about: it can only be opened as the same part of the same
    byte[] close(byte[] document, Object owner, String part);

    /// A stored document in clear, whether it was sealed or not.
    byte[] open(byte[] stored, Object owner, String part);
}
