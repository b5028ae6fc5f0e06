package fairlead.bench;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;

/// An HTTP/1.1 answer as it arrives: its status, and as many bytes as its `Content-Length` names.
final class Answer {

    private static final byte[] LENGTH = "content-length:".getBytes(StandardCharsets.US_ASCII);
    private static final int STATUS_AT = 9;

    private ByteBuffer bytes = ByteBuffer.allocateDirect(16_384);
    private int looked;
    private int lineBegin;
    private int length;
    private boolean head = true;

    /// Reads what is there.
    ///
    /// @return whether the answer is whole
    boolean readFrom(ReadableByteChannel channel) throws IOException {
        if (!bytes.hasRemaining()) {
            bytes = ByteBuffer.allocateDirect(2 * bytes.capacity()).put(bytes.flip());
        }
        if (channel.read(bytes) < 0) {
            throw new EOFException("the server closed the connection");
        }
        while (head && looked < bytes.position()) {
            if (bytes.get(looked++) == '\n') {
                line(lineBegin, looked - 2);
                lineBegin = looked;
            }
        }
        return !head && bytes.position() >= lineBegin + length;
    }

    private void line(int begin, int end) {
        if (begin == end) {
            head = false;
        } else if (isLength(begin, end)) {
            length = 0;
            for (int i = begin + LENGTH.length; i < end; i++) {
                byte digit = bytes.get(i);
                length = digit == ' ' ? length : length * 10 + digit - '0';
            }
        }
    }

    private boolean isLength(int begin, int end) {
        if (end - begin <= LENGTH.length) {
            return false;
        }
        for (int i = 0; i < LENGTH.length; i++) {
            if (Character.toLowerCase(bytes.get(begin + i)) != LENGTH[i]) {
                return false;
            }
        }
        return true;
    }

    int status() {
        return (bytes.get(STATUS_AT) - '0') * 100
                + (bytes.get(STATUS_AT + 1) - '0') * 10
                + bytes.get(STATUS_AT + 2)
                - '0';
    }

    /// For the next answer of the same connection.
    void clear() {
        bytes.clear();
        looked = 0;
        lineBegin = 0;
        length = 0;
        head = true;
    }

    String body() {
        return text(lineBegin, length);
    }

    @Override
    public String toString() {
        return text(0, bytes.position());
    }

    private String text(int begin, int many) {
        byte[] text = new byte[many];
        bytes.get(begin, text);
        return new String(text, StandardCharsets.UTF_8);
    }
}
