package fairlead.server.registry.sts;

import fairlead.server.access.Action;
import fairlead.server.access.identity.accesskey.AccessKeys;
import fairlead.server.registry.query.CommonErrors;
import fairlead.server.registry.query.QueryCall;
import fairlead.server.registry.query.QueryService;
import fairlead.server.registry.query.UnsignedCall;
import fairlead.server.registry.query.XmlWriter;
import fairlead.server.signature.AssumedRoles;
import fairlead.server.signature.Signed;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// The AWS Security Token Service, as far as tools need it to sign in: who they are, temporary keys of their own, and
/// those of roles. A role is a service principal that others may assume.
public final class SecurityTokens implements QueryService {

    static final String VERSION = "2011-06-15";
    private static final String WEB_IDENTITY = "AssumeRoleWithWebIdentity";

    private final Optional<Sessions> sessions;

    /// @param sessions begins sessions; empty in development mode, where there are no principals
    public SecurityTokens(Optional<Sessions> sessions) {
        this.sessions = sessions;
    }

    @Override
    public String version() {
        return VERSION;
    }

    @Override
    public String namespace() {
        return "https://sts.amazonaws.com/doc/2011-06-15/";
    }

    @Override
    public String signingName() {
        return "sts";
    }

    /// A session changes nothing that is stored.
    @Override
    public boolean changes(String action) {
        return false;
    }

    @Override
    public Optional<Action> asks(String action) {
        return Optional.empty();
    }

    /// The token that it brings says who asks.
    @Override
    public boolean isUnsigned(String action) {
        return action.equals(WEB_IDENTITY) && sessions.isPresent();
    }

    @Override
    public void answer(QueryCall call, XmlWriter result) {
        if (call.action().equals("GetCallerIdentity")) {
            identity(call.signed(), result);
            return;
        }
        Sessions own = sessions.orElseThrow(() -> CommonErrors.noSuchAction(call.action(), VERSION));
        switch (call.action()) {
            case "GetSessionToken" -> credentials(own.ofSelf(call), result);
            case "AssumeRole" -> role(own.ofRole(call), result);
            case "DecodeAuthorizationMessage" -> result.text("DecodedMessage", own.decoded(call));
            case "GetAccessKeyInfo" -> result.text("Account", own.accountOf(call));
            default -> throw CommonErrors.noSuchAction(call.action(), VERSION);
        }
    }

    @Override
    public void answer(UnsignedCall call, XmlWriter result) {
        Sessions own = sessions.orElseThrow(() -> CommonErrors.noSuchAction(call.action(), VERSION));
        Sessions.OfWebIdentity begun = own.ofWebIdentity(call);
        role(begun.role(), result);
        result.text("SubjectFromWebIdentityToken", begun.subject())
                .text("Provider", begun.issuer())
                .text("Audience", begun.audience());
    }

    private static void identity(Signed signed, XmlWriter result) {
        result.text("Arn", AssumedRoles.arn(signed.holder(), signed.account()))
                .text("UserId", AssumedRoles.userId(signed.holder()))
                .text("Account", signed.account().number());
    }

    private static void role(Sessions.OfRole begun, XmlWriter result) {
        credentials(begun.keys(), result);
        result.element(
                "AssumedRoleUser",
                user -> user.text("AssumedRoleId", begun.id()).text("Arn", begun.arn()));
    }

    private static void credentials(AccessKeys.Temporary keys, XmlWriter result) {
        result.element(
                "Credentials",
                credentials -> credentials
                        .text("AccessKeyId", keys.id())
                        .text("SecretAccessKey", keys.secret())
                        .text("SessionToken", keys.token())
                        .text(
                                "Expiration",
                                keys.session()
                                        .ends()
                                        .truncatedTo(ChronoUnit.SECONDS)
                                        .toString()));
    }
}
