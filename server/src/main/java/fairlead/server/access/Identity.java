package fairlead.server.access;

import fairlead.server.problem.Problem;

/// Who makes a request, as far as its headers tell.
public sealed interface Identity {

    /// A caller that is known.
    record Known(Principal principal, Subject subject) implements Identity {}

    /// The request does not say, or says it in a way that only the surface can check.
    record Unknown() implements Identity {}

    /// What it says is not so.
    record Refused(Problem problem) implements Identity {}

    /// Everybody, in development mode.
    Identity DEVELOPER = new Known(Principal.DEVELOPER, Subject.of(Principal.DEVELOPER.id()));

    Identity UNKNOWN = new Unknown();
}
