package fairlead.server.signature;

import fairlead.server.access.Principal;
import fairlead.server.access.Subject;
import fairlead.server.access.identity.DirectoryObject;
import fairlead.server.access.identity.accesskey.Holder;
import java.util.Optional;

/// An access key.
///
/// @param secret never leaves this package
/// @param sessionToken what has to come with the key, if it is a temporary one
/// @param holder who has it
public record Key(String id, String secret, Optional<String> sessionToken, Holder holder, Account account) {

    /// One of a credential file.
    static Key ofFile(String id, String secret, Optional<String> sessionToken, String user, Account account) {
        Principal principal = new Principal(user, "Key", DirectoryObject.idOf(issuer(account.number()), user));
        Holder holder = new Holder(principal, Subject.of(principal.id()), Holder.Kind.FILE);
        return new Key(id, secret, sessionToken, holder, account);
    }

    /// What its holder is called: the same for all keys of a user in an account.
    public String user() {
        return holder.principal().name();
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
