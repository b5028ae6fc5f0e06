package fairlead.server.signature;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.access.RequestContext;
import fairlead.server.access.Subject;
import fairlead.server.access.identity.accesskey.Holder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// A request that has been found to be signed.
///
/// @param caller the request's ids, with the key's user as the principal
/// @param holder who has the key
/// @param region of the credential scope: the location
/// @param service of the credential scope, `s3` for example
/// @param body as it was meant: chunks joined, their signatures and checksums found right
public record Signed(Caller caller, Holder holder, Account account, String region, String service, byte[] body) {

    /// The same, once it is decided that the signer may do that anywhere in its account.
    public Signed permitted(Authorizer authorizer, Action action) {
        AccessScope scope = AccessScope.subscription(account.subscription());
        return by(caller.with(authorizer.requireInAccount(caller, action, scope)));
    }

    /// The same, if the signer may do anything at all in its account; what exactly is decided by the verbs.
    public Signed admitted(Authorizer authorizer, Action action) {
        return authorizer.concerns(caller, account.subscription()) ? this : permitted(authorizer, action);
    }

    /// The same, made as a role that the signer may assume.
    Signed as(Principal role) {
        Subject subject = new Subject(
                role.id(), Set.of(), true, Long.MAX_VALUE, caller.subject().credential());
        List<Subject> sources = new ArrayList<>(List.of(caller.subject()));
        sources.addAll(holder.sources());
        Holder session = new Holder(role, subject, Holder.Kind.ROLE, "cloudcontrol", sources);
        RequestContext way = caller.context()
                .key()
                .map(key -> caller.context().signedBy(AssumedRoles.used(key.id(), session, account)))
                .orElse(caller.context());
        Caller other = caller.undecided().as(role, subject).by(way);
        return new Signed(other, session, account, region, service, body);
    }

    private Signed by(Caller other) {
        return new Signed(other, holder, account, region, service, body);
    }
}
