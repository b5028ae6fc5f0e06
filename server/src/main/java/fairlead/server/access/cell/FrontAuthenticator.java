package fairlead.server.access.cell;

import fairlead.server.access.Authenticator;
import fairlead.server.access.Identity;
import fairlead.server.access.PresentedCredentials;
import fairlead.server.access.Subject;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;

/// Knows fronts by their tokens, and leaves all others to another authenticator.
///
/// @param others finds out who callers are
public record FrontAuthenticator(FrontTokens tokens, Authenticator others) implements Authenticator {

    private static final Identity KNOWN = new Identity.Known(FrontTokens.FRONT, Subject.of(FrontTokens.FRONT.id()));

    @Override
    public Identity identify(PresentedCredentials presented) {
        String authorization = presented.authorization().orElse("");
        if (!FrontTokens.isOwn(authorization)) {
            return others.identify(presented);
        }
        return tokens.isOwn(presented.method(), presented.target(), authorization)
                ? KNOWN
                : new Identity.Refused(new Problem.Unauthenticated(
                        ProblemCode.INVALID_AUTHENTICATION_TOKEN,
                        "The token of the front was made with another key, for another request, or more than 30 seconds"
                                + " ago by the clock of this cell. All cells and fronts have to have the same"
                                + " --cell-key-file, and the time.",
                        "Bearer"));
    }
}
