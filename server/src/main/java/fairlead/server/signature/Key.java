package fairlead.server.signature;

import fairlead.server.access.Principal;
import fairlead.server.access.identity.DirectoryObject;
import java.util.Optional;

/// An access key.
///
/// @param secret never leaves this package
/// @param sessionToken what has to come with the key, if it is a temporary one
/// @param user who has it
public record Key(String id, String secret, Optional<String> sessionToken, String user, Account account) {

    /// Who has it, as roles are assigned to them: the same for all keys of a user in an account.
    Principal principal() {
        return new Principal(user, "Key", DirectoryObject.idOf(issuer(account.number()), user));
    }

    /// Who vouches for the users of an account.
    public static String issuer(String account) {
        return "arn:aws:iam::" + account + ":root";
    }

    @Override
    public String toString() {
        return id;
    }
}
