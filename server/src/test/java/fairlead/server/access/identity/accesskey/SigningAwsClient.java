package fairlead.server.access.identity.accesskey;

import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.JsonNode;

/// An AWS client as far as signatures go: one of keys that are checked.
public final class SigningAwsClient {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final String REGION = "local";

    private final Plane plane;
    private final String id;
    private final String secret;
    private final String token;

    public SigningAwsClient(Plane plane, String id, String secret, String token) {
        this.plane = plane;
        this.id = id;
        this.secret = secret;
        this.token = token;
    }

    /// One with a key as the native API tells it when it is minted.
    public static SigningAwsClient of(Plane plane, JsonNode minted) {
        return new SigningAwsClient(
                plane,
                minted.path("accessKeyId").asString(),
                minted.path("secretAccessKey").asString(),
                "");
    }

    /// One with the temporary keys that STS has answered with.
    public static SigningAwsClient ofSession(Plane plane, Answer answer) {
        return new SigningAwsClient(
                plane,
                element(answer, "AccessKeyId"),
                element(answer, "SecretAccessKey"),
                element(answer, "SessionToken"));
    }

    /// The text of an element of an answer in XML; empty if there is none.
    public static String element(Answer answer, String name) {
        String body = answer.response().body();
        int begin = body.indexOf("<" + name + ">");
        return begin < 0 ? "" : body.substring(begin + name.length() + 2, body.indexOf("</" + name + ">"));
    }

    public String id() {
        return id;
    }

    /// An action of a service that speaks the Query protocol.
    public Answer query(String service, String version, String action, String... parameters) {
        return send(
                service,
                "POST",
                "/",
                Map.of("Content-Type", "application/x-www-form-urlencoded"),
                form(version, action, parameters));
    }

    public static String form(String version, String action, String... parameters) {
        StringBuilder form = new StringBuilder("Action=" + action + "&Version=" + version);
        for (int i = 0; i < parameters.length; i += 2) {
            form.append('&').append(parameters[i]).append('=').append(encode(parameters[i + 1]));
        }
        return form.toString();
    }

    public Answer sts(String action, String... parameters) {
        return query("sts", "2011-06-15", action, parameters);
    }

    /// An action of Cloud Control.
    public Answer control(String action, String input) {
        return json("cloudcontrolapi", "application/x-amz-json-1.0", "CloudApiService." + action, input);
    }

    /// An action of a service that speaks JSON.
    public Answer json(String service, String type, String target, String input) {
        return send(service, "POST", "/", Map.of("Content-Type", type, "X-Amz-Target", target), input);
    }

    /// A request with its signature in the headers.
    public Answer send(String service, String method, String path, Map<String, String> more, String body) {
        String time = TIME.format(Instant.now());
        Map<String, String> sent = new HashMap<>(more);
        sent.put("X-Amz-Date", time);
        sent.put("X-Amz-Content-Sha256", hex(sha256(body)));
        if (!token.isEmpty()) {
            sent.put("X-Amz-Security-Token", token);
        }
        TreeMap<String, String> signed = new TreeMap<>(Map.of("host", authority()));
        sent.forEach((name, value) -> signed.put(name.toLowerCase(Locale.ROOT), value));
        String names = String.join(";", signed.keySet());
        String headers = signed.entrySet().stream()
                .map(header -> header.getKey() + ":" + header.getValue() + "\n")
                .collect(Collectors.joining());
        String canonical = method + "\n" + path + "\n\n" + headers + "\n" + names + "\n" + hex(sha256(body));
        String scope = scope(time, service);
        sent.put(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=" + id + "/" + scope + ", SignedHeaders=" + names + ", Signature="
                        + signature(time, service, canonical));
        return plane.send(method, path, sent, body);
    }

    /// An address that is signed for S3, for a quarter of an hour.
    public String presigned(String method, String path) {
        String time = TIME.format(Instant.now());
        TreeMap<String, String> query = new TreeMap<>();
        query.put("X-Amz-Algorithm", "AWS4-HMAC-SHA256");
        query.put("X-Amz-Credential", id + "/" + scope(time, "s3"));
        query.put("X-Amz-Date", time);
        query.put("X-Amz-Expires", "900");
        query.put("X-Amz-SignedHeaders", "host");
        if (!token.isEmpty()) {
            query.put("X-Amz-Security-Token", token);
        }
        String written = query.entrySet().stream()
                .map(parameter -> parameter.getKey() + "=" + encode(parameter.getValue()))
                .collect(Collectors.joining("&"));
        String canonical =
                method + "\n" + path + "\n" + written + "\nhost:" + authority() + "\n\nhost\nUNSIGNED-PAYLOAD";
        return path + "?" + written + "&X-Amz-Signature=" + signature(time, "s3", canonical);
    }

    private String authority() {
        URI url = plane.url();
        return url.getHost() + ":" + url.getPort();
    }

    private static String scope(String time, String service) {
        return time.substring(0, 8) + "/" + REGION + "/" + service + "/aws4_request";
    }

    private String signature(String time, String service, String canonical) {
        byte[] key = ("AWS4" + secret).getBytes(StandardCharsets.UTF_8);
        for (String part : new String[] {time.substring(0, 8), REGION, service, "aws4_request"}) {
            key = hmac(key, part);
        }
        String text = "AWS4-HMAC-SHA256\n" + time + "\n" + scope(time, service) + "\n" + hex(sha256(canonical));
        return hex(hmac(key, text));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A")
                .replace("%7E", "~");
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
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
}
