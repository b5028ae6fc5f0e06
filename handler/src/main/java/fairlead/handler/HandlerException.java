package fairlead.handler;

/// A failure that a handler throws instead of returning [Progress.Failed]; the only way for `list` to fail.
public final class HandlerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    public HandlerException(ErrorCode code, String message) {
        super(message);
        this.code = code;
    }

    public HandlerException(ErrorCode code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    public ErrorCode code() {
        return code;
    }
}
