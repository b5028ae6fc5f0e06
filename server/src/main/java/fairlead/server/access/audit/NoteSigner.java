package fairlead.server.access.audit;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;

/// Signs notes with an Ed25519 key: "C2SP signed-note".
final class NoteSigner {

    private final VerifierKey verifier;
    private final PrivateKey key;

    private NoteSigner(VerifierKey verifier, PrivateKey key) {
        this.verifier = verifier;
        this.key = key;
    }

    /// A fresh key of that name.
    static NoteSigner fresh(String name) {
        try {
            KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
            return new NoteSigner(VerifierKey.of(name, pair.getPublic()), pair.getPrivate());
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("can't make a signing key", missing);
        }
    }

    /// The key that [#encoded] has given; throws [IllegalArgumentException] if it does not fit to the public
    /// one.
    static NoteSigner of(VerifierKey verifier, byte[] encoded) {
        try {
            PrivateKey key = KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(encoded));
            NoteSigner signer = new NoteSigner(verifier, key);
            byte[] probe = "probe".getBytes(StandardCharsets.US_ASCII);
            if (!verifier.verifies(probe, signer.signature(probe))) {
                throw new IllegalArgumentException("the private key is not the one of " + verifier);
            }
            return signer;
        } catch (GeneralSecurityException malformed) {
            throw new IllegalArgumentException("the private key of " + verifier + " can't be read", malformed);
        }
    }

    VerifierKey verifier() {
        return verifier;
    }

    /// The private key, "PKCS #8".
    byte[] encoded() {
        return key.getEncoded();
    }

    /// The text with its signature.
    ///
    /// @param text ends in a newline
    String sign(String text) {
        byte[] signature = signature(text.getBytes(StandardCharsets.UTF_8));
        byte[] named = ByteBuffer.allocate(Integer.BYTES + signature.length)
                .putInt(verifier.id())
                .put(signature)
                .array();
        return text + "\n— " + verifier.name() + " " + Hashes.base64(named) + "\n";
    }

    private byte[] signature(byte[] text) {
        try {
            Signature signing = Signature.getInstance("Ed25519");
            signing.initSign(key);
            signing.update(text);
            return signing.sign();
        } catch (GeneralSecurityException failure) {
            throw new IllegalStateException("can't sign", failure);
        }
    }
}
