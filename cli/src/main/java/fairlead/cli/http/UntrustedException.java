package fairlead.cli.http;

/// The server showed a certificate that nobody vouches for, so that it was asked nothing.
public final class UntrustedException extends RuntimeException {
    public UntrustedException(String message, Throwable cause) {
        super(message, cause);
    }
}
