package fairlead.server.access.audit;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/// A public key by which signed notes are verified: "Verifier keys" of "C2SP signed-note", of Ed25519.
///
/// @param name of the key: that of the log that it signs
/// @param key 32 bytes, as in "RFC 8032"
public record VerifierKey(String name, byte[] key) {

    private static final byte ED25519 = 1;
    private static final int LENGTH = 32;

    /// What stands before the 32 bytes in the form in which Java takes them ("RFC 8410").
    private static final byte[] ENCODING = HexFormat.of().parseHex("302a300506032b6570032100");

    public VerifierKey {
        if (name.isEmpty() || name.chars().anyMatch(c -> c == '+' || Character.isWhitespace(c))) {
            throw new IllegalArgumentException("a key needs a name without spaces and '+', found '" + name + "'");
        }
        if (key.length != LENGTH) {
            throw new IllegalArgumentException("an Ed25519 key has 32 bytes, found " + key.length);
        }
    }

    /// The key of a text `name+id+key`; throws [IllegalArgumentException] if it is none.
    public static VerifierKey parse(String text) {
        String[] parts = text.strip().split("\\+", 3);
        if (parts.length != 3) {
            throw new IllegalArgumentException("expected a verifier key, name+id+key, found '" + text.strip() + "'");
        }
        byte[] encoded = Base64.getDecoder().decode(parts[2]);
        if (encoded.length != LENGTH + 1 || encoded[0] != ED25519) {
            throw new IllegalArgumentException("expected a verifier key of Ed25519, found '" + text.strip() + "'");
        }
        VerifierKey key = new VerifierKey(parts[0], Arrays.copyOfRange(encoded, 1, encoded.length));
        if (!HexFormat.of().toHexDigits(key.id()).equals(parts[1])) {
            throw new IllegalArgumentException("the id of the verifier key '" + text.strip() + "' is not the key's");
        }
        return key;
    }

    static VerifierKey of(String name, PublicKey key) {
        byte[] encoded = key.getEncoded();
        return new VerifierKey(name, Arrays.copyOfRange(encoded, ENCODING.length, encoded.length));
    }

    /// By which signatures name it.
    int id() {
        MessageDigest digest = Hashes.sha256();
        digest.update(name.getBytes(StandardCharsets.UTF_8));
        digest.update(new byte[] {'\n', ED25519});
        return ByteBuffer.wrap(digest.digest(key)).getInt();
    }

    /// Whether the signature is of this key and of this text.
    boolean verifies(byte[] text, byte[] signature) {
        byte[] encoded = Arrays.copyOf(ENCODING, ENCODING.length + LENGTH);
        System.arraycopy(key, 0, encoded, ENCODING.length, LENGTH);
        try {
            Signature verifier = Signature.getInstance("Ed25519");
            verifier.initVerify(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded)));
            verifier.update(text);
            return verifier.verify(signature);
        } catch (GeneralSecurityException malformed) {
            return false;
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof VerifierKey(var otherName, var otherKey)
                && name.equals(otherName)
                && Arrays.equals(key, otherKey);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + Arrays.hashCode(key);
    }

    /// As a text, which [#parse] reads.
    @Override
    public String toString() {
        byte[] encoded = new byte[LENGTH + 1];
        encoded[0] = ED25519;
        System.arraycopy(key, 0, encoded, 1, LENGTH);
        return name + "+" + HexFormat.of().toHexDigits(id()) + "+" + Hashes.base64(encoded);
    }
}
