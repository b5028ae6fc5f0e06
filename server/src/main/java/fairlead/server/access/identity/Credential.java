package fairlead.server.access.identity;

import java.time.Instant;
import java.util.UUID;

/// By what a service principal shows that it is the one.
///
/// @param ends after this it is taken no more
/// @param label for people; perhaps empty
/// @param proof what is compared
public record Credential(UUID id, UUID principal, Instant ends, String label, Proof proof) {

    /// What a principal has to show.
    public sealed interface Proof {

        /// A secret of ours with 256 random bits, of which the hash is kept: there is nothing to guess.
        ///
        /// @param sha256 in hexadecimal
        /// @param hint its first characters, by which people tell secrets apart
        record Secret(String sha256, String hint) implements Proof {}

        /// A token of another issuer, which has to be for exactly this subject and audience.
        record Federated(String issuer, String subject, String audience) implements Proof {}

        /// The private key of a certificate.
        ///
        /// @param der in Base64
        record Certificate(String der) implements Proof {}

        /// A name in the certificate that a client shows on the connection.
        ///
        /// @param name `URI:`, `DNS:` or `DN:` and the name
        record CertificateName(String name) implements Proof {}
    }
}
