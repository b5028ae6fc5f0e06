package fairlead.schema.text;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/// Percent-encoding of UTF-8 (RFC 3986).
public final class Percent {

    private static final HexFormat UPPER = HexFormat.of().withUpperCase();
    private static final String MARKS = "-._~";

    private Percent() {}

    /// Encodes everything but letters, digits and `-._~`.
    public static String encode(String text) {
        return encode(text, MARKS);
    }

    /// The same, but slashes stay.
    public static String encodePath(String text) {
        return encode(text, MARKS + "/");
    }

    private static String encode(String text, String kept) {
        StringBuilder encoded = new StringBuilder(text.length() + 16);
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = (octet >= 'A' && octet <= 'Z')
                    || (octet >= 'a' && octet <= 'z')
                    || (octet >= '0' && octet <= '9')
                    || kept.indexOf(octet) >= 0;
            if (plain) {
                encoded.append((char) octet);
            } else {
                encoded.append('%').append(UPPER.toHexDigits(octet));
            }
        }
        return encoded.toString();
    }

    /// A plus sign stands for itself.
    ///
    /// @throws IllegalArgumentException with what is wrong: a `%` without two digits, or what is not UTF-8
    public static String decode(String text) {
        return text.indexOf('%') < 0 ? text : utf8(octets(text, false), text);
    }

    /// The same, but a `%` that begins no octet stands for itself, and what is not UTF-8 is replaced.
    public static String decodeLeniently(String text) {
        return text.indexOf('%') < 0 ? text : new String(octets(text, true), StandardCharsets.UTF_8);
    }

    private static byte[] octets(String text, boolean lenient) {
        byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream octets = new ByteArrayOutputStream(raw.length);
        for (int i = 0; i < raw.length; i++) {
            boolean encoded = raw[i] == '%' && hex(raw, i + 1) >= 0 && hex(raw, i + 2) >= 0;
            if (raw[i] == '%' && !encoded && !lenient) {
                throw new IllegalArgumentException("two hexadecimal digits have to follow a %");
            }
            octets.write(encoded ? hex(raw, i + 1) << 4 | hex(raw, i + 2) : raw[i]);
            i += encoded ? 2 : 0;
        }
        return octets.toByteArray();
    }

    private static int hex(byte[] raw, int at) {
        return at < raw.length ? Character.digit(raw[at], 16) : -1;
    }

    private static String utf8(byte[] octets, String text) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(octets))
                    .toString();
        } catch (CharacterCodingException notUtf8) {
            throw new IllegalArgumentException("'" + text + "' does not encode UTF-8", notUtf8);
        }
    }
}
