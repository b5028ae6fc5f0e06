package fairlead.server.access.identity.accesskey;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The texts that keys are made of.
public final class KeyMaterial {

    /// What begins the id of a key that lasts, of a session's, and the ids of users and roles.
    static final String LASTING = "AKIA";

    static final String TEMPORARY = "ASIA";
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int RANDOM = 10;
    private static final int SECRET = 30;

    private KeyMaterial() {}

    /// An id of 16 characters behind its beginning.
    static String id(String begin, byte[] random) {
        return begin + base32(random, RANDOM);
    }

    /// The id of a user as AWS has it: the same for a principal at all times.
    public static String userId(UUID principal) {
        return "AIDA" + base32(bytes(principal), 16);
    }

    /// The id of a role as AWS has it.
    public static String roleId(UUID principal) {
        return "AROA" + base32(bytes(principal), 16);
    }

    /// The secret of a key: 40 characters.
    static String secret(byte[] root, String id) {
        byte[] hash = hmac(root, "secret\n" + id);
        byte[] begin = new byte[SECRET];
        System.arraycopy(hash, 0, begin, 0, SECRET);
        return Base64.getEncoder().encodeToString(begin);
    }

    static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK has HmacSHA256", impossible);
        }
    }

    private static byte[] bytes(UUID id) {
        return java.nio.ByteBuffer.allocate(16)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
    }

    private static String base32(byte[] bytes, int count) {
        StringBuilder text = new StringBuilder();
        int held = 0;
        int bits = 0;
        for (int i = 0; i < count; i++) {
            held = (held << 8) | (bytes[i] & 0xff);
            bits += 8;
            while (bits >= 5) {
                text.append(ALPHABET.charAt((held >> (bits - 5)) & 31));
                bits -= 5;
            }
            held &= 0xff;
        }
        if (bits > 0) {
            text.append(ALPHABET.charAt((held << (5 - bits)) & 31));
        }
        return text.toString();
    }
}
