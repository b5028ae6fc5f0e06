package fairlead.server.signature;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;

/// Percent-encoding as signatures have it: everything but letters, digits and `-._~`.
final class UriText {

    private static final HexFormat UPPER = HexFormat.of().withUpperCase();

    private UriText() {}

    static String encode(String text) {
        return encode(text, false);
    }

    private static String encode(String text, boolean keepSlashes) {
        StringBuilder encoded = new StringBuilder(text.length() + 16);
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            if (isUnreserved(octet) || (keepSlashes && octet == '/')) {
                encoded.append((char) octet);
            } else {
                encoded.append('%').append(UPPER.toHexDigits(octet));
            }
        }
        return encoded.toString();
    }

    private static boolean isUnreserved(byte octet) {
        return (octet >= 'A' && octet <= 'Z')
                || (octet >= 'a' && octet <= 'z')
                || (octet >= '0' && octet <= '9')
                || octet == '-'
                || octet == '.'
                || octet == '_'
                || octet == '~';
    }

    /// A `%` that begins no octet stands for itself.
    static String decode(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length);
        for (int i = 0; i < raw.length; i++) {
            boolean octet = raw[i] == '%' && hex(raw, i + 1) >= 0 && hex(raw, i + 2) >= 0;
            bytes.write(octet ? hex(raw, i + 1) << 4 | hex(raw, i + 2) : raw[i]);
            i += octet ? 2 : 0;
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static int hex(byte[] raw, int at) {
        return at < raw.length ? Character.digit(raw[at], 16) : -1;
    }

    /// The path as it is signed: encoded once for S3, whose keys may hold anything; elsewhere without `.`, `..` and
    /// empty segments, and encoded once more than it was sent.
    static String canonicalPath(String path, boolean s3) {
        return s3 ? encode(decode(path), true) : encode(normal(path), true);
    }

    private static String normal(String path) {
        if (path.equals("/")) {
            return path;
        }
        Deque<String> kept = new ArrayDeque<>();
        for (String segment : path.split("/", -1)) {
            if (segment.equals("..")) {
                kept.pollLast();
            } else if (!segment.isEmpty() && !segment.equals(".")) {
                kept.addLast(segment);
            }
        }
        String joined = "/" + String.join("/", kept);
        return path.endsWith("/") && !kept.isEmpty() ? joined + "/" : joined;
    }
}
