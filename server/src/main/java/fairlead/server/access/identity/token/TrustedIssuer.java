package fairlead.server.access.identity.token;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Whose tokens are taken, and what of them counts. The shape follows Kubernetes' "Structured Authentication
/// Configuration".
///
/// @param issuer as tokens name it, exactly
/// @param audiences for one of which a token has to be
/// @param keys where its keys are: a `file:` or `https:` URI; empty where its discovery document says so
/// @param algorithms in which it signs
/// @param required claims that a token has to have, with these values
/// @param program as which the command line signs people in there; empty if it does not
public record TrustedIssuer(
        String issuer,
        Set<String> audiences,
        Optional<URI> keys,
        Set<String> algorithms,
        Claims claims,
        Map<String, String> required,
        Optional<Program> program) {

    /// The algorithms that are ever taken: none without a key, and none with one that both sides know.
    public static final List<String> ALGORITHMS =
            List.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA");

    /// Which claims say what.
    ///
    /// @param principal who it is: never a mail address, which can change hands
    /// @param name for people
    /// @param groups empty if groups are kept here alone
    public record Claims(String principal, String name, Optional<String> groups) {}

    /// A client of the issuer that keeps no secret ("OAuth 2.0 for Native Apps", RFC 8252).
    ///
    /// @param scope what it asks for, separated by blanks
    public record Program(String clientId, String scope) {}

    public TrustedIssuer {
        audiences = Set.copyOf(audiences);
        algorithms = Set.copyOf(algorithms);
        required = Map.copyOf(required);
    }
}
