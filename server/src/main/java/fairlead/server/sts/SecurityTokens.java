package fairlead.server.sts;

import fairlead.server.query.Call;
import fairlead.server.query.QueryService;
import fairlead.server.query.Refusals;
import fairlead.server.query.Xml;
import fairlead.server.signature.Signed;

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
    public void answer(Call call, Xml result) {
        if (!call.action().equals("GetCallerIdentity")) {
            throw Refusals.noSuchAction(call.action(), VERSION);
        }
        Signed signed = call.signed();
        String account = signed.account().number();
        String user = signed.caller().principal().name();
        result.text("Arn", "arn:aws:iam::" + account + ":user/" + user)
                .text("UserId", user)
                .text("Account", account);
    }
}
