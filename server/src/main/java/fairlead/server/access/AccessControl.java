package fairlead.server.access;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;

/// What every request passes: who it is, and whether they may.
///
/// @param records where it is told who was recognised and who was refused
public record AccessControl(Authenticator authenticator, Authorizer authorizer, AccessRecords records) {

    /// Everybody is the developer, who may do everything.
    public static AccessControl development() {
        return new AccessControl(Authenticator.DEVELOPMENT, Authorizer.open(), AccessRecords.NONE);
    }

    /// The same, which records what is refused even so.
    public static AccessControl development(AccessRecords records) {
        return new AccessControl(Authenticator.DEVELOPMENT, Authorizer.open(), records);
    }

    /// Refuses who has to say who they are, and has not.
    ///
    /// @param challenge how a caller can say who it is: the value of `WWW-Authenticate`
    public void requireKnown(Identity identity, Asked asked, String challenge) {
        if (asked instanceof Asked.Nothing || asked instanceof Asked.Signed) {
            return;
        }
        switch (identity) {
            case Identity.Known _ -> {}
            case Identity.Refused(var problem) -> throw new ProblemException(problem);
            case Identity.Unknown _ ->
                throw new ProblemException(new Problem.Unauthenticated(
                        ProblemCode.AUTHENTICATION_FAILED,
                        "Authentication failed. The 'Authorization' header is missing.",
                        challenge));
        }
    }

    /// The caller with what was decided for it; a problem if it may not.
    public Caller decide(Caller caller, Asked asked) {
        return asked instanceof Asked.Of(var action, var scope)
                ? caller.with(authorizer.require(caller, action, scope))
                : caller;
    }
}
