package fairlead.server.signature;

import java.util.Optional;

/// An access key.
///
/// @param secret never leaves this package
/// @param sessionToken what has to come with the key, if it is a temporary one
/// @param user who has it
public record Key(String id, String secret, Optional<String> sessionToken, String user, Account account) {

    @Override
    public String toString() {
        return id;
    }
}
