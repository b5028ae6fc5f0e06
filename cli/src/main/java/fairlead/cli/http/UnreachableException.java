package fairlead.cli.http;

/// The server gave no answer: it isn't there, it hung up, or it is too busy for all repetitions.
public final class UnreachableException extends RuntimeException {
    public UnreachableException(String message) {
        super(message);
    }
}
