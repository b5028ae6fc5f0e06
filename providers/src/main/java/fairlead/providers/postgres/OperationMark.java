package fairlead.providers.postgres;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The trace that an operation leaves on what it makes, so that its repetition recognizes it.
///
/// @param hash stands for the idempotency token: 32 hexadecimal digits
record OperationMark(String hash) {

    static OperationMark of(String token) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            String hash = HexFormat.of().formatHex(digest.digest(token.getBytes(StandardCharsets.UTF_8)));
            return new OperationMark(hash.substring(0, 32));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    /// The comment on the role or database.
    String comment() {
        return "Made by Fairlead, operation " + hash;
    }

    /// The name under which a database is made before it gets its own. See [DatabaseHandler#UNFINISHED].
    Name unfinished() {
        return new Name("fairlead_" + hash);
    }
}
