package fairlead.server.plan;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import tools.jackson.databind.JsonNode;

/// The hash of what is about to be done: documents of the same content have the same, whatever the order of their
/// members.
public final class PlanHash {

    private PlanHash() {}

    /// SHA-256 of the document as canonical JSON: `sha256:` and 64 hexadecimal digits.
    public static String of(JsonNode plan) {
        return ofCanonical(CanonicalJson.of(plan));
    }

    static String ofCanonical(String canonical) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(canonical.getBytes(StandardCharsets.UTF_8));
            return Plan.ALGORITHM + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
