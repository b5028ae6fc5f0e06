package fairlead.server.access;

/// What a request asks to do, in the words of permissions. Every surface says it of every request before it answers
/// one;
/// that it may is decided in one place, before the surface is asked for the answer.
public sealed interface Asked {

    /// Open to every caller, known or not: how to sign in, and whether the server is alive.
    record Nothing() implements Asked {}

    /// To everybody who has said who they are. What they get to see is decided by the verbs, for each thing that is
    /// shown
    /// or changed.
    record Known() implements Asked {}

    /// The request is signed, body and all: the surface finds out by whom, and the verbs decide.
    record Signed() implements Asked {}

    /// One action at one scope.
    record Of(Action action, AccessScope scope) implements Asked {}

    Asked NOTHING = new Nothing();
    Asked KNOWN = new Known();
    Asked SIGNED = new Signed();

    /// An action on the server as a whole.
    static Asked ofServer(Action action) {
        return new Of(action, AccessScope.ROOT);
    }
}
