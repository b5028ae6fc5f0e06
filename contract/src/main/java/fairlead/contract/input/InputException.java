package fairlead.contract.input;

/// The inputs of a project can't be used; the message says which file, and why.
public final class InputException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public InputException(String message) {
        super(message);
    }
}
