package fairlead.server.access.audit;

/// The key that signs the audit trail is missing. Thrown when a server starts: it does not start then. The message says
/// which key, and what to do.
public final class AuditKeyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    AuditKeyException(String message) {
        super(message);
    }
}
