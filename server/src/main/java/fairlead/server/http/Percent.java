package fairlead.server.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/// Percent-encoding, strictly: what is encoded has to be UTF-8.
final class Percent {

    private Percent() {}

    /// Throws [IllegalArgumentException] with what is wrong.
    static String decode(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < raw.length; i++) {
            if (raw[i] == '%') {
                bytes.write(hex(raw, i + 1) << 4 | hex(raw, i + 2));
                i += 2;
            } else {
                bytes.write(raw[i]);
            }
        }
        return utf8(bytes.toByteArray(), text);
    }

    private static int hex(byte[] raw, int at) {
        int digit = at < raw.length ? Character.digit(raw[at], 16) : -1;
        if (digit < 0) {
            throw new IllegalArgumentException("two hexadecimal digits have to follow a %");
        }
        return digit;
    }

    private static String utf8(byte[] bytes, String text) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException notUtf8) {
            throw new IllegalArgumentException("'" + text + "' does not encode UTF-8", notUtf8);
        }
    }
}
