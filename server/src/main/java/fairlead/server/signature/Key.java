package fairlead.server.signature;

import java.util.UUID;
import java.nio.charset.StandardCharsets;
import fairlead.server.access.Principal;
import java.util.Optional;

/// An access key.
///
/// @param secret never leaves this package
/// @param sessionToken what has to come with the key, if it is a temporary one
/// @param user who has it
public record Key(String id, String secret, Optional<String> sessionToken, String user, Account account) {

    /// Who has it, as roles are assigned to them: the same for all keys of a user in an account.
    Principal principal() {
        String name = "key:" + account.number() + "/" + user;
        return new Principal(user, "Key", UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public String toString() {
        return id;
    }
}
