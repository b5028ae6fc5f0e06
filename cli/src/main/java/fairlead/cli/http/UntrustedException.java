package fairlead.cli.http;

/// The server showed a certificate that no trusted authority has issued, so no request was sent to it.
public final class UntrustedException extends RuntimeException {
    public UntrustedException(String message, Throwable cause) {
        super(message, cause);
    }
}
