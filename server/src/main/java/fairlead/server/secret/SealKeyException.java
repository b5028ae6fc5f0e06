package fairlead.server.secret;

/// The sealing key is missing, damaged, or not the one with which this database is sealed. Thrown when a server
/// starts: it does not start then. The message says which key, what is wrong with it, and what to do.
public final class SealKeyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SealKeyException(String message) {
        super(message);
    }

    SealKeyException(String message, Throwable cause) {
        super(message, cause);
    }
}
