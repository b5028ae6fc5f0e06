package fairlead.server.signature;

import fairlead.smithy.checksum.Algorithm;
import fairlead.smithy.checksum.Digest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The arithmetic of signatures. Derived keys are kept: one serves a key, a day, a region and a service.
final class SigningKeys {

    private static final String HMAC = "HmacSHA256";
    private static final int MOST_KEPT = 1000;

    /// To be copied: finding one takes longer than signing with it.
    private static final Mac UNUSED = unused();

    private final Map<String, byte[]> derived = new ConcurrentHashMap<>();

    /// The key that signs in a scope.
    byte[] derive(Key key, SignatureClaim.Scope scope) {
        String name = key.id() + "/" + scope;
        byte[] known = derived.get(name);
        if (known != null) {
            return known;
        }
        if (derived.size() >= MOST_KEPT) {
            derived.clear();
        }
        byte[] date = hmac(("AWS4" + key.secret()).getBytes(StandardCharsets.UTF_8), scope.date());
        byte[] signing = hmac(hmac(hmac(date, scope.region()), scope.service()), "aws4_request");
        derived.put(name, signing);
        return signing;
    }

    /// The signature of a request.
    static String sign(byte[] signingKey, SignatureClaim claim, String canonicalRequest) {
        return hex(hmac(signingKey, stringToSign(claim, canonicalRequest)));
    }

    static String stringToSign(SignatureClaim claim, String canonicalRequest) {
        return SignatureClaim.ALGORITHM + "\n" + claim.time() + "\n" + claim.scope() + "\n" + sha256(canonicalRequest);
    }

    static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = (Mac) UNUSED.clone();
            mac.init(new SecretKeySpec(key, HMAC));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException | CloneNotSupportedException impossible) {
            throw new IllegalStateException("every JDK has " + HMAC + ", and copies it", impossible);
        }
    }

    private static Mac unused() {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(new byte[1], HMAC));
            return mac;
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK has " + HMAC, impossible);
        }
    }

    static String sha256(String text) {
        return sha256(text.getBytes(StandardCharsets.UTF_8));
    }

    static String sha256(byte[] bytes) {
        Digest digest = Algorithm.SHA256.digest();
        digest.update(bytes, 0, bytes.length);
        return hex(digest.value());
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    /// Whether two texts are the same, found out in a time that does not tell where they differ.
    static boolean same(String expected, String found) {
        return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), found.getBytes(StandardCharsets.UTF_8));
    }
}
