package fairlead.server.resource.change;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// The bytes in which an operation keeps what it was accepted with: fields one after the other, in a fixed order, each
/// behind its length. A field that an earlier version did not write is empty, so new ones are added at the end.
final class OperationFields {

    private OperationFields() {}

    /// Writes fields into memory.
    static final class Writer {

        private final ByteArrayOutputStream bytes;
        private final DataOutputStream out;

        /// @param size about how many bytes there will be
        Writer(int size) {
            bytes = new ByteArrayOutputStream(size);
            out = new DataOutputStream(bytes);
        }

        /// A short text: at most 64 KiB in UTF-8.
        Writer word(String value) {
            return put(() -> out.writeUTF(value));
        }

        Writer number(int value) {
            return put(() -> out.writeInt(value));
        }

        Writer text(String value) {
            return document(value.getBytes(StandardCharsets.UTF_8));
        }

        Writer document(byte[] value) {
            return put(() -> {
                out.writeInt(value.length);
                out.write(value);
            });
        }

        /// The last field, which needs no length.
        Writer rest(byte[] value) {
            return put(() -> out.write(value));
        }

        byte[] written() {
            return bytes.toByteArray();
        }

        private Writer put(Write write) {
            try {
                write.run();
            } catch (IOException memoryDoesNotFail) {
                throw new UncheckedIOException(memoryDoesNotFail);
            }
            return this;
        }
    }

    private interface Write {
        void run() throws IOException;
    }

    /// Reads fields in the order in which they were written.
    static final class Reader {

        private final DataInputStream in;

        Reader(byte[] bytes) {
            in = new DataInputStream(new ByteArrayInputStream(bytes));
        }

        String word() {
            return get(in::readUTF);
        }

        int number() {
            return get(in::readInt);
        }

        String text() {
            return new String(document(), StandardCharsets.UTF_8);
        }

        byte[] document() {
            return get(() -> in.available() == 0 ? new byte[0] : in.readNBytes(in.readInt()));
        }

        byte[] rest() {
            return get(in::readAllBytes);
        }

        private static <T> T get(Read<T> read) {
            try {
                return read.run();
            } catch (IOException damaged) {
                throw new UncheckedIOException("an operation's input can't be read", damaged);
            }
        }
    }

    private interface Read<T> {
        T run() throws IOException;
    }
}
