package fairlead.server.signature;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;

/// A request that has been found to be signed.
///
/// @param caller the request's ids, with the key's user as the principal
/// @param region of the credential scope: the location
/// @param service of the credential scope, `s3` for example
/// @param body as it was meant: chunks joined, their signatures and checksums found right
public record Signed(Caller caller, Account account, String region, String service, byte[] body) {

    /// The same, once it is decided that the signer may do that anywhere in its account.
    public Signed permitted(Authorizer authorizer, Action action) {
        AccessScope scope = AccessScope.subscription(account.subscription());
        return by(caller.with(authorizer.requireInAccount(caller, action, scope)));
    }

    /// The same, if the signer may do anything at all in its account; what exactly is decided by the verbs.
    public Signed admitted(Authorizer authorizer, Action action) {
        return authorizer.concerns(caller, account.subscription()) ? this : permitted(authorizer, action);
    }

    private Signed by(Caller other) {
        return new Signed(other, account, region, service, body);
    }
}
