package fairlead.providers.tls;

import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// Seals secrets at rest: AES-256-GCM with a fresh nonce. What is sealed for one owner can't be opened as
/// another's.
final class Seal {

    static final int KEY_BYTES = 32;

    private static final byte VERSION = 1;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final SecretKey key;
    private final SecureRandom random;

    Seal(byte[] key, SecureRandom random) {
        this.key = new SecretKeySpec(key, "AES");
        this.random = random;
    }

    String seal(byte[] secret, String owner) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        byte[] sealed = crypt(Cipher.ENCRYPT_MODE, nonce, owner, secret);
        ByteBuffer all = ByteBuffer.allocate(1 + NONCE_BYTES + sealed.length)
                .put(VERSION)
                .put(nonce)
                .put(sealed);
        return Base64.getEncoder().encodeToString(all.array());
    }

    /// @throws HandlerException if it was sealed with another key, for another owner, or was changed
    byte[] open(String text, String owner) {
        ByteBuffer all = ByteBuffer.wrap(Base64.getDecoder().decode(text));
        if (all.remaining() <= NONCE_BYTES || all.get() != VERSION) {
            throw unusable(owner);
        }
        byte[] nonce = new byte[NONCE_BYTES];
        all.get(nonce);
        byte[] sealed = new byte[all.remaining()];
        all.get(sealed);
        return crypt(Cipher.DECRYPT_MODE, nonce, owner, sealed);
    }

    private byte[] crypt(int mode, byte[] nonce, String owner, byte[] input) {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(owner.getBytes(StandardCharsets.UTF_8));
            return cipher.doFinal(input);
        } catch (AEADBadTagException _) {
            throw unusable(owner);
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every Java platform has AES-GCM", missing);
        }
    }

    private static HandlerException unusable(String owner) {
        return new HandlerException(
                ErrorCode.GENERAL_SERVICE_EXCEPTION,
                "the private key of " + owner
                        + " can't be opened: it was sealed with another sealing key, or was changed");
    }
}
