package fairlead.host;

import java.security.SecureRandom;

/// Unguessable texts.
public final class Secret {

    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final SecureRandom RANDOM = new SecureRandom();

    private Secret() {}

    /// So many letters of five bits each.
    public static String text(int length) {
        byte[] bytes = new byte[length];
        RANDOM.nextBytes(bytes);
        StringBuilder text = new StringBuilder(length);
        for (byte next : bytes) {
            text.append(LETTERS.charAt(next & 31));
        }
        return text.toString();
    }
}
