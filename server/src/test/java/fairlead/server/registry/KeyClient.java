package fairlead.server.registry;

import fairlead.server.arm.Plane;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// An AWS client that signs with a key, for a server that verifies signatures.
final class KeyClient implements AutoCloseable {

    private static final DateTimeFormatter BASIC =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    private final Plane plane;
    private final AwsClient sender;
    private final String key;
    private final String secret;

    KeyClient(Plane plane, String key, String secret) {
        this.plane = plane;
        this.key = key;
        this.secret = secret;
        sender = new AwsClient(plane);
    }

    /// Calls an action of CloudFormation.
    ///
    /// @param parameters names and values in turns
    AwsClient.Answer call(String action, String... parameters) {
        byte[] form = AwsClient.form("2010-05-15", action, parameters).getBytes(StandardCharsets.UTF_8);
        return sender.send(signed("POST", "cloudformation", "/", form)
                .header("Content-Type", "application/x-www-form-urlencoded; charset=utf-8"));
    }

    /// Stores an object of S3.
    AwsClient.Answer store(String path, byte[] body) {
        return sender.send(signed("PUT", "s3", path, body));
    }

    /// What S3 has at that address.
    AwsClient.Answer get(String path) {
        return sender.send(signed("GET", "s3", path, new byte[0]));
    }

    /// Calls an action of a service that speaks JSON, or of none.
    ///
    /// @param target the service and the action, as `X-Amz-Target` has them; empty for an address that says it all
    AwsClient.Answer json(String service, String path, String target, String body) {
        Map<String, String> more = target.isEmpty() ? Map.of() : Map.of("x-amz-target", target);
        return sender.send(signed("POST", service, path, body.getBytes(StandardCharsets.UTF_8), more)
                .header("Content-Type", "application/x-amz-json-1.0"));
    }

    private HttpRequest.Builder signed(String method, String service, String path, byte[] body) {
        return signed(method, service, path, body, Map.of());
    }

    /// A request that is signed.
    ///
    /// @param more headers that are signed too
    HttpRequest.Builder signed(String method, String service, String path, byte[] body, Map<String, String> more) {
        String time = BASIC.format(Instant.now());
        String scope = time.substring(0, 8) + "/eu-west-1/" + service + "/aws4_request";
        SortedMap<String, String> signed = new TreeMap<>(more);
        signed.put("host", plane.url().getAuthority());
        signed.put("x-amz-content-sha256", sha256(body));
        signed.put("x-amz-date", time);
        String headers = String.join(";", signed.keySet());
        String lines = signed.entrySet().stream()
                .map(header -> header.getKey() + ":" + header.getValue() + "\n")
                .collect(Collectors.joining());
        String encoded = path.replace(":", "%3A");
        String canonical = method + "\n" + encoded + "\n\n" + lines + "\n" + headers + "\n" + sha256(body);
        String toSign =
                "AWS4-HMAC-SHA256\n" + time + "\n" + scope + "\n" + sha256(canonical.getBytes(StandardCharsets.UTF_8));
        byte[] signing = ("AWS4" + secret).getBytes(StandardCharsets.UTF_8);
        for (String part : scope.split("/")) {
            signing = hmac(signing, part);
        }
        String signature = HexFormat.of().formatHex(hmac(signing, toSign));
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(plane.url() + path));
        more.forEach(request::header);
        return request.header("X-Amz-Date", time)
                .header("X-Amz-Content-Sha256", sha256(body))
                .header(
                        "Authorization",
                        "AWS4-HMAC-SHA256 Credential=" + key + "/" + scope + ", SignedHeaders=" + headers
                                + ", Signature=" + signature)
                .method(method, BodyPublishers.ofByteArray(body));
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(missing);
        }
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(missing);
        }
    }

    @Override
    public void close() {
        sender.close();
    }
}
