package fairlead.host.wire;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Optional;

/// A piece of what is said: its length as four bytes, its kind as one, its number as eight, and its body.
///
/// @param number which call, or which question of a handler, it is about
public record Frame(Kind kind, long number, byte[] body) {

    /// The largest body that a handler's process may send.
    public static final int LARGEST = 6 << 20;

    /// What a frame is.
    public enum Kind {
        /// To the process: a call begins.
        CALL(1),
        /// To the process: a call is given up.
        CANCEL(2),
        /// To the process: the answer to a question.
        REPLY(3),
        /// From the process: the handler is made, or can't be.
        READY(4),
        /// From the process: a call has ended.
        ANSWER(5),
        /// From the process: a handler asks the control plane for something.
        QUESTION(6),
        /// From the process: a line that was printed in a call; 0 where no call is known.
        LINE(7);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        private static Kind of(int code) throws IOException {
            for (Kind kind : values()) {
                if (kind.code == code) {
                    return kind;
                }
            }
            throw new IOException("a frame of kind " + code);
        }
    }

    public void write(DataOutputStream out) throws IOException {
        out.writeInt(body.length);
        out.writeByte(kind.code);
        out.writeLong(number);
        out.write(body);
    }

    /// The next one; empty at the end.
    ///
    /// @param largest the most bytes that a body may have
    public static Optional<Frame> read(DataInputStream in, int largest) throws IOException {
        int length;
        try {
            length = in.readInt();
        } catch (EOFException end) {
            return Optional.empty();
        }
        Kind kind = Kind.of(in.readUnsignedByte());
        long number = in.readLong();
        if (length < 0 || length > largest) {
            throw new IOException("a frame with " + length + " bytes");
        }
        return Optional.of(new Frame(kind, number, in.readNBytes(length)));
    }
}
