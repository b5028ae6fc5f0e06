package fairlead.server.access.identity.token;

/// A token is not taken. The reason is for the log; callers are told its kind alone.
public final class TokenRefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final Kind kind;

    /// What is wrong with a token.
    public enum Kind {
        INVALID,
        EXPIRED,
        WRONG_AUDIENCE,
        /// A claim is not as its issuer's tokens have to have it.
        REJECTED
    }

    public TokenRefusedException(Kind kind, String reason) {
        super(reason);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
