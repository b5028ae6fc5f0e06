package fairlead.smithy.checksum;

import java.io.IOException;
import java.io.Serial;

/// The checksum of a message is not what it has to be. Of a stream it is thrown where its end is read.
public final class ChecksumException extends IOException {

    @Serial
    private static final long serialVersionUID = 1;

    /// What is wrong with a checksum.
    public enum Flaw {
        /// It is not there, and has to be.
        MISSING,
        /// It is of an unknown algorithm, or one that the operation does not take.
        UNSUPPORTED,
        /// It is not a value of its algorithm: no base64, or of another length.
        MALFORMED,
        /// The payload has another.
        MISMATCH
    }

    private final Flaw flaw;
    private final String name;

    ChecksumException(Flaw flaw, String name, String message) {
        super(message);
        this.flaw = flaw;
        this.name = name;
    }

    static ChecksumException mismatch(String name, String said, String computed) {
        return new ChecksumException(
                Flaw.MISMATCH,
                name,
                "The payload is not what its checksum says: " + name + " is '" + said + "', computed '" + computed
                        + "'.");
    }

    static ChecksumException malformed(String name, String said, int size) {
        return new ChecksumException(
                Flaw.MALFORMED,
                name,
                "The checksum " + name + " is malformed: expected " + size + " bytes in base64, found '" + said + "'.");
    }

    static ChecksumException missing(String name, String why) {
        return new ChecksumException(Flaw.MISSING, name, "The checksum " + name + " is missing: " + why);
    }

    static ChecksumException unsupported(String name, String supported) {
        return new ChecksumException(
                Flaw.UNSUPPORTED,
                name,
                "The checksum " + name + " is not supported; expected one of " + supported + ".");
    }

    public Flaw flaw() {
        return flaw;
    }

    /// The name of the header or trailer.
    public String name() {
        return name;
    }
}
