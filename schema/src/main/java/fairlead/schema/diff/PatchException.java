package fairlead.schema.diff;

import java.util.OptionalInt;

/// A patch that can't be read, or does not fit what it is applied to. Nothing has been changed then.
public final class PatchException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int operation;
    private final String pointer;

    PatchException(int operation, String pointer, String reason) {
        super(operation < 0 ? reason : "operation " + operation + " at '" + pointer + "': " + reason);
        this.operation = operation;
        this.pointer = pointer;
    }

    /// Which operation, counted from 0; empty if it is about the patch as a whole.
    public OptionalInt operation() {
        return operation < 0 ? OptionalInt.empty() : OptionalInt.of(operation);
    }

    /// Where in the patched document, as the operation says it.
    public String pointer() {
        return pointer;
    }
}
