package fairlead.armtemplate.expression;

import java.io.Serial;

/// A string that begins and ends as an expression is none.
public final class ParseException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    /// @param message the whole text for the author of the template
    public ParseException(String message) {
        super(message, null, false, false);
    }
}
