package fairlead.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The same requests for the Cloud Control API, signed as an SDK signs them: at the time of construction, and so
/// for five minutes.
final class CloudRequests {

    private static final String TYPE = "Fairlead::Lab::Thing";
    private static final String SECRET = "bench";
    private static final String HEADERS = "content-type;host;x-amz-date;x-amz-target";
    private static final Pattern IDENTIFIER = Pattern.compile("\"Identifier\":\"([^\"]+)\"");

    private final String time = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'")
            .withZone(ZoneOffset.UTC)
            .format(Instant.now());
    private final String scope = time.substring(0, 8) + "/local/cloudcontrolapi/aws4_request";
    private final byte[] key;

    CloudRequests() {
        byte[] derived = ("AWS4" + SECRET).getBytes(StandardCharsets.UTF_8);
        for (String part : scope.split("/")) {
            derived = hmac(derived, part);
        }
        key = derived;
    }

    /// A credential file with the key of these requests.
    static Path credentials(Path folder) throws IOException {
        return Files.writeString(folder.resolve("credentials.json"), """
            {"accounts": [{"account": "000000000000",
              "keys": [{"accessKeyId": "BENCH", "secretAccessKey": "%s"}]}]}
            """.formatted(SECRET));
    }

    byte[] create(String properties) {
        return signed(
                "CreateResource",
                "{\"TypeName\":\"" + TYPE + "\",\"DesiredState\":\"" + properties.replace("\"", "\\\"") + "\"}");
    }

    byte[] get(String identifier) {
        return signed("GetResource", "{\"TypeName\":\"" + TYPE + "\",\"Identifier\":\"" + identifier + "\"}");
    }

    /// The identifier in the answer to a create.
    static String identifier(String body) {
        Matcher identifier = IDENTIFIER.matcher(body);
        if (!identifier.find()) {
            throw new IllegalStateException("no identifier in " + body);
        }
        return identifier.group(1);
    }

    private byte[] signed(String action, String body) {
        String target = "CloudApiService." + action;
        String canonical = "POST\n/\n\ncontent-type:application/x-amz-json-1.0\nhost:127.0.0.1\nx-amz-date:" + time
                + "\nx-amz-target:" + target + "\n\n" + HEADERS + "\n" + sha256(body);
        String toSign = "AWS4-HMAC-SHA256\n" + time + "\n" + scope + "\n" + sha256(canonical);
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String head = "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-amz-json-1.0\r\nX-Amz-Date: "
                + time + "\r\nX-Amz-Target: " + target + "\r\nAuthorization: AWS4-HMAC-SHA256 Credential=BENCH/" + scope
                + ", SignedHeaders=" + HEADERS + ", Signature=" + HexFormat.of().formatHex(hmac(key, toSign))
                + "\r\nContent-Length: " + content.length + "\r\n\r\n";
        return (head + body).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String sha256(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
