package fairlead.smithy.checksum;

import java.io.IOException;
import java.io.Serial;

/// A body is not in the chunks that it says it is in. It is thrown where the flaw is read.
public final class ChunksException extends IOException {

    @Serial
    private static final long serialVersionUID = 1;

    /// What is wrong with chunks.
    public enum Flaw {
        /// They can't be taken apart, or they are not all there.
        FORM,
        /// One, or the trailers, are signed with something else.
        SIGNATURE
    }

    private final Flaw flaw;

    ChunksException(Flaw flaw, String message) {
        super(message);
        this.flaw = flaw;
    }

    static ChunksException form(String what) {
        return new ChunksException(Flaw.FORM, "The chunks of the body are malformed: " + what + ".");
    }

    public Flaw flaw() {
        return flaw;
    }
}
