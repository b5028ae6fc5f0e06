package fairlead.stack.document;

/// A function of a template can't be evaluated with the values that it got.
public final class EvaluationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /// @param message for the author of the template: what was expected, and what was found
    public EvaluationException(String message) {
        super(message, null, false, false);
    }
}
