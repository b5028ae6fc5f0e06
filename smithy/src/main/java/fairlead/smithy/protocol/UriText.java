package fairlead.smithy.protocol;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/// Percent-encoding: everything but letters, digits and `-._~`.
final class UriText {

    private static final HexFormat UPPER = HexFormat.of().withUpperCase();
    private static final String MARKS = "-._~";

    private UriText() {}

    static String encode(String text) {
        return encode(text, MARKS);
    }

    /// The same, but slashes stay: a label may take the rest of a path.
    static String encodePath(String text) {
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
}
