package fairlead.smithy.client;

/// A call that brought no answer, or none that can be read.
public final class TransportException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /// What went wrong.
    public enum Kind {
        /// The request has certainly not been carried out: there was no connection.
        UNREACHABLE,
        /// The connection broke: the request may have been carried out.
        BROKEN,
        /// No answer in time: the request may have been carried out.
        TIMEOUT,
        /// The answer is larger than is accepted.
        TOO_LARGE
    }

    private final Kind kind;

    TransportException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
