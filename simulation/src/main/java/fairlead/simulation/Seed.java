package fairlead.simulation;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// What looks like chance and is the same each time: a digest of what an operation is known by.
record Seed(byte[] digest) {

    /// Of an attempt to make something in an operation.
    static Seed of(String type, String scope, String token, int attempt) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            for (String part : new String[] {type, scope, token, "" + attempt}) {
                sha256.update(part.getBytes(StandardCharsets.UTF_8));
                sha256.update((byte) 0);
            }
            return new Seed(sha256.digest());
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }

    long number() {
        return ByteBuffer.wrap(digest).getLong();
    }

    /// 64 hexadecimal digits.
    String hex() {
        return HexFormat.of().formatHex(digest);
    }

    /// 64 decimal digits.
    String digits() {
        StringBuilder digits = new StringBuilder();
        for (char c : hex().toCharArray()) {
            digits.append(Character.digit(c, 16) % 10);
        }
        return digits.toString();
    }
}
