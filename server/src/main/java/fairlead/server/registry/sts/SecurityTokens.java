package fairlead.server.registry.sts;

import fairlead.server.access.Action;
import fairlead.server.registry.query.CommonErrors;
import fairlead.server.registry.query.QueryCall;
import fairlead.server.registry.query.QueryService;
import fairlead.server.registry.query.XmlWriter;
import fairlead.server.signature.Signed;
import java.util.Optional;

/// `GetCallerIdentity`, and nothing else: there are no roles to assume.
public final class SecurityTokens implements QueryService {

    private static final String VERSION = "2011-06-15";

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

    @Override
    public boolean changes(String action) {
        return false;
    }

    @Override
    public Optional<Action> asks(String action) {
        return Optional.empty();
    }

    @Override
    public void answer(QueryCall call, XmlWriter result) {
        if (!call.action().equals("GetCallerIdentity")) {
            throw CommonErrors.noSuchAction(call.action(), VERSION);
        }
        Signed signed = call.signed();
        String account = signed.account().number();
        String user = signed.caller().principal().name();
        result.text("Arn", "arn:aws:iam::" + account + ":user/" + user)
                .text("UserId", user)
                .text("Account", account);
    }
}
