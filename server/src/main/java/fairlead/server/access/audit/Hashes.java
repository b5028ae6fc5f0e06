package fairlead.server.access.audit;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/// "Merkle Hash Trees" of "RFC 6962", section 2.1: how two hashes become one.
final class Hashes {

    /// How long a hash is.
    static final int LENGTH = 32;

    private static final byte NODE = 1;

    private Hashes() {}

    /// The root of a tree without leaves.
    static byte[] empty() {
        return sha256().digest();
    }

    /// The hash above two others.
    static byte[] node(byte[] left, byte[] right) {
        MessageDigest digest = sha256();
        digest.update(NODE);
        digest.update(left);
        digest.update(right);
        return digest.digest();
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
