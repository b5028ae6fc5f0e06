package fairlead.armtemplate.function;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/// Hashes of text by which names are made.
public final class Hashes {

    private static final String BASE_32 = "abcdefghijklmnopqrstuvwxyz234567";
    private static final int C1 = 0x239B961B;
    private static final int C2 = 0xAB0E9789;
    private static final UUID GUIDS = UUID.fromString("11fb06fb-712d-4ddd-98c7-e71bbd588830");

    private Hashes() {}

    /// The 13 characters of a hash.
    static String uniqueString(String text) {
        long left = hash(text);
        StringBuilder made = new StringBuilder();
        for (int i = 0; i < 13; i++) {
            made.append(BASE_32.charAt((int) (left >>> 59)));
            left <<= 5;
        }
        return made.toString();
    }

    /// A UUID of version 5.
    static String guid(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-1");
            digest.update(ByteBuffer.allocate(16)
                    .putLong(GUIDS.getMostSignificantBits())
                    .putLong(GUIDS.getLeastSignificantBits())
                    .array());
            ByteBuffer hashed = ByteBuffer.wrap(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
            long high = (hashed.getLong() & ~0xF000L) | 0x5000L;
            long low = (hashed.getLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
            return new UUID(high, low).toString();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /// A hash of 64 bits, of the UTF-8 of a text.
    public static long hash(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int h1 = 0;
        int h2 = 0;
        int at = 0;
        for (; at + 8 <= bytes.length; at += 8) {
            h1 ^= Integer.rotateLeft(word(bytes, at, 4) * C1, 15) * C2;
            h1 = (Integer.rotateLeft(h1, 19) + h2) * 5 + 0x561CCD1B;
            h2 ^= Integer.rotateLeft(word(bytes, at + 4, 4) * C2, 17) * C1;
            h2 = (Integer.rotateLeft(h2, 13) + h1) * 5 + 0x0BCAA747;
        }
        int rest = bytes.length - at;
        if (rest > 0) {
            h1 ^= Integer.rotateLeft(word(bytes, at, Math.min(4, rest)) * C1, 15) * C2;
        }
        if (rest > 4) {
            h2 ^= Integer.rotateLeft(word(bytes, at + 4, rest - 4) * C2, 17) * C1;
        }
        h1 ^= bytes.length;
        h2 ^= bytes.length;
        h1 += h2;
        h2 += h1;
        h1 = mixed(h1);
        h2 = mixed(h2);
        h1 += h2;
        h2 += h1;
        return ((long) h2 << 32) | (h1 & 0xFFFFFFFFL);
    }

    /// Up to four bytes, the least significant one first.
    private static int word(byte[] bytes, int at, int count) {
        int word = 0;
        for (int i = 0; i < count; i++) {
            word |= (bytes[at + i] & 0xFF) << (8 * i);
        }
        return word;
    }

    private static int mixed(int hash) {
        int mixed = hash;
        mixed ^= mixed >>> 16;
        mixed *= 0x85EBCA6B;
        mixed ^= mixed >>> 13;
        mixed *= 0xC2B2AE35;
        return mixed ^ mixed >>> 16;
    }
}
