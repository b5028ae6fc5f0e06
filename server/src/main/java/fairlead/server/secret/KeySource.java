package fairlead.server.secret;

import java.util.Optional;

/// A place in which the keyset is kept. Read when a server starts, and again when a key is met that the server does
/// not have, or when the keyset is rotated.
///
/// All methods throw a [SealKeyException] if the place can't be asked, or has something else than a text.
public interface KeySource {

    /// In words, for messages: `the sealing key in /etc/fairlead/seal.key`.
    String name();

    /// What to do if it has no key or another one, as the end of a message.
    String remedy();

    /// The keyset in Tink's JSON form; empty if there is none.
    Optional<String> read();

    /// Empty if this server can change what is there; else how a key gets in there.
    Optional<String> changedBy();

    /// Puts a first keyset there, unless there is one.
    void make(String keyset);

    /// Puts another keyset there, durably and as a whole: who reads meanwhile reads the one or the other.
    void replace(String keyset);
}
