package fairlead.smithy.client;

import java.util.Optional;

/// With what requests are signed.
///
/// @param secret is in no text of this
/// @param sessionToken what goes with a temporary key
public record Credentials(String keyId, String secret, Optional<String> sessionToken) {

    @Override
    public String toString() {
        return keyId;
    }
}
