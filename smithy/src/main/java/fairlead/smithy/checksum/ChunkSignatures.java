package fairlead.smithy.checksum;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The signatures of a body's chunks, each of which builds on the one before: "Signature Calculations for the
/// Authorization Header: Transferring Payload in Multiple Chunks". Not for several threads.
public final class ChunkSignatures {

    private static final String HMAC = "HmacSHA256";
    private static final HexFormat HEX = HexFormat.of();
    private static final String EMPTY_HASH = HEX.formatHex(Digest.of("SHA-256").value());

    private final Mac mac;
    private final String time;
    private final String scope;
    private String previous;

    /// @param key the signing key of the scope
    /// @param time as the request writes it
    /// @param scope the credential without the access key
    /// @param seed the signature of the request's head
    public ChunkSignatures(byte[] key, String time, String scope, String seed) {
        try {
            mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK has " + HMAC, impossible);
        }
        this.time = time;
        this.scope = scope;
        previous = seed;
    }

    /// The next chunk's.
    ///
    /// @param sha256 the hash of its bytes
    String chunk(byte[] sha256) {
        return next("AWS4-HMAC-SHA256-PAYLOAD", EMPTY_HASH + "\n" + HEX.formatHex(sha256));
    }

    /// That of the trailers, behind the last chunk.
    ///
    /// @param lines `name:value` and an end of line each
    String trailers(String lines) {
        Digest digest = Digest.of("SHA-256");
        byte[] bytes = lines.getBytes(StandardCharsets.UTF_8);
        digest.update(bytes, 0, bytes.length);
        return next("AWS4-HMAC-SHA256-TRAILER", HEX.formatHex(digest.value()));
    }

    private String next(String algorithm, String tail) {
        String text = algorithm + "\n" + time + "\n" + scope + "\n" + previous + "\n" + tail;
        previous = HEX.formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        return previous;
    }

    /// Whether two signatures are the same, found out in a time that does not tell where they differ.
    static boolean same(String expected, String found) {
        return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), found.getBytes(StandardCharsets.UTF_8));
    }
}
