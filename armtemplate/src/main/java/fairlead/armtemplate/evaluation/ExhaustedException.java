package fairlead.armtemplate.evaluation;

import java.io.Serial;

/// A compilation would do more than it may. Nothing of it goes on.
public final class ExhaustedException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    /// @param message for the author of the template
    ExhaustedException(String message) {
        super(message, null, false, false);
    }
}
