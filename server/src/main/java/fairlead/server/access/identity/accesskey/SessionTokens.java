package fairlead.server.access.identity.accesskey;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.json.JsonMapper;

/// Session tokens, which have in them all that is to be known of a session, sealed with AES-256-GCM by a key that is
/// derived from the root. So every node takes those of every other, and none is stored.
final class SessionTokens {

    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;
    private static final int LONGEST = 4096;
    private static final byte FORM = 1;

    private final KeyRoots roots;
    private final Supplier<byte[]> random;

    SessionTokens(KeyRoots roots, Supplier<byte[]> random) {
        this.roots = roots;
        this.random = random;
    }

    /// A token that goes with the key of this id alone.
    String seal(String keyId, long generation, Session session) {
        byte[] nonce = Arrays.copyOf(random.get(), NONCE);
        byte[] clear = JsonMapper.shared().writeValueAsBytes(session.json());
        try {
            Cipher cipher =
                    cipher(Cipher.ENCRYPT_MODE, generation, nonce, keyId).orElseThrow();
            byte[] sealed = cipher.doFinal(clear);
            ByteBuffer token = ByteBuffer.allocate(1 + Long.BYTES + NONCE + sealed.length);
            token.put(FORM).putLong(generation).put(nonce).put(sealed);
            return Base64.getEncoder().withoutPadding().encodeToString(token.array());
        } catch (GeneralSecurityException failure) {
            throw new IllegalStateException("can't seal a session token", failure);
        }
    }

    /// A session, and from which generation its key is derived.
    record Opened(long generation, Session session) {}

    /// What a token says; empty for one that is not of this control plane, or not of that key.
    Optional<Opened> open(String keyId, String token) {
        if (token.isEmpty() || token.length() > LONGEST) {
            return Optional.empty();
        }
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(token));
            if (bytes.remaining() <= 1 + Long.BYTES + NONCE || bytes.get() != FORM) {
                return Optional.empty();
            }
            long generation = bytes.getLong();
            byte[] nonce = new byte[NONCE];
            bytes.get(nonce);
            byte[] sealed = new byte[bytes.remaining()];
            bytes.get(sealed);
            Optional<Cipher> cipher = cipher(Cipher.DECRYPT_MODE, generation, nonce, keyId);
            if (cipher.isEmpty()) {
                return Optional.empty();
            }
            byte[] clear = cipher.get().doFinal(sealed);
            return Optional.of(
                    new Opened(generation, Session.of(JsonMapper.shared().readTree(clear))));
        } catch (GeneralSecurityException | IllegalArgumentException notOurs) {
            return Optional.empty();
        }
    }

    private Optional<Cipher> cipher(int mode, long generation, byte[] nonce, String keyId)
            throws GeneralSecurityException {
        Optional<byte[]> root = roots.find(generation);
        if (root.isEmpty()) {
            return Optional.empty();
        }
        Cipher cipher = Cipher.getInstance(CIPHER);
        byte[] key = KeyMaterial.hmac(root.get(), "session tokens");
        cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(keyId.getBytes(StandardCharsets.UTF_8));
        return Optional.of(cipher);
    }
}
