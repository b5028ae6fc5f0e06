package fairlead.smithy.protocol;

/// An answer that is not what the model and the protocol say it is.
public final class MalformedAnswer extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public MalformedAnswer(String message) {
        super(message);
    }

    public MalformedAnswer(String message, Throwable cause) {
        super(message, cause);
    }
}
