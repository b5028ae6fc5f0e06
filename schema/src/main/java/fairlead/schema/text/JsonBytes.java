package fairlead.schema.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import tools.jackson.core.io.JsonStringEncoder;

/// JSON being written as bytes, so that stored documents are copied and not parsed. Used by those for whom a generator
/// of
/// the JSON library takes too long. What is added is not checked: commas and brackets are the caller's.
public final class JsonBytes {

    private byte[] bytes;
    private int size;

    /// @param capacity bytes for which there is room without copying
    public JsonBytes(int capacity) {
        bytes = new byte[capacity];
    }

    /// A part that is always the same, to be kept in a constant.
    public static byte[] constant(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }

    /// Adds JSON as it is.
    public JsonBytes add(byte[] json) {
        return add(json, 0, json.length);
    }

    /// Adds the bytes from `from` up to `to` as they are.
    public JsonBytes add(byte[] json, int from, int to) {
        room(to - from);
        System.arraycopy(json, from, bytes, size, to - from);
        size += to - from;
        return this;
    }

    /// Adds one character of ASCII as it is.
    public JsonBytes add(char ascii) {
        room(1);
        bytes[size++] = (byte) ascii;
        return this;
    }

    /// A string, in quotes.
    public JsonBytes string(String text) {
        add('"');
        return content(text).add('"');
    }

    /// What stands between the quotes of a string.
    public JsonBytes content(String text) {
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

    /// How many bytes have been added.
    public int size() {
        return size;
    }

    /// What has been added; nothing is added after.
    public byte[] toBytes() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }
}
