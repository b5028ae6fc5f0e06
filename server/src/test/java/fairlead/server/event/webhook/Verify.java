package fairlead.server.event.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// What a receiver does with a delivery before it believes it, as the documentation shows it.
final class Verify {

    private Verify() {}

    static void verify(String secret, String id, String timestamp, String signatures, byte[] body)
            throws GeneralSecurityException {
        long age = Instant.now().getEpochSecond() - Long.parseLong(timestamp);
        if (Math.abs(age) > 300) {
            throw new SecurityException("too old, or of the future");
        }
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
        mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        byte[] expected = mac.doFinal(body);
        for (String signature : signatures.split(" ")) {
            if (signature.startsWith("v1,")
                    && MessageDigest.isEqual(expected, Base64.getDecoder().decode(signature.substring(3)))) {
                return;
            }
        }
        throw new SecurityException("not signed with this secret");
    }
}
