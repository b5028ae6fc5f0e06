package fairlead.server.arm;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import tools.jackson.core.io.JsonStringEncoder;

/// JSON being written as bytes, so that stored documents are copied and not parsed.
final class JsonBytes {

    private byte[] bytes;
    private int size;

    JsonBytes(int capacity) {
        bytes = new byte[capacity];
    }

    static byte[] constant(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }

    JsonBytes add(byte[] json) {
        return add(json, 0, json.length);
    }

    JsonBytes add(byte[] json, int from, int to) {
        room(to - from);
        System.arraycopy(json, from, bytes, size, to - from);
        size += to - from;
        return this;
    }

    JsonBytes add(char ascii) {
        room(1);
        bytes[size++] = (byte) ascii;
        return this;
    }

    /// A string, in quotes.
    JsonBytes string(String text) {
        add('"');
        return content(text).add('"');
    }

    /// What stands between the quotes of a string.
    JsonBytes content(String text) {
        int length = text.length();
        room(length);
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < 0x20 || c > 0x7e || c == '"' || c == '\\') {
                return add(JsonStringEncoder.getInstance().quoteAsUTF8(text.substring(i)));
            }
            bytes[size++] = (byte) c;
        }
        return this;
    }

    int size() {
        return size;
    }

    byte[] toBytes() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }
}
