package fairlead.armtemplate.source;

import fairlead.schema.source.Position;
import java.io.Serial;

/// A text is not the JSON that deployments are written in.
public final class UnreadableException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private final transient Position position;
    private final String pointer;

    /// @param message what was expected and what was found, without the place
    /// @param pointer the value that was being read
    public UnreadableException(String message, String pointer, Position position) {
        super(message, null, false, false);
        this.pointer = pointer;
        this.position = position;
    }

    /// Where reading ended.
    public Position position() {
        return position;
    }

    /// The value that was being read, as a JSON pointer.
    public String pointer() {
        return pointer;
    }
}
