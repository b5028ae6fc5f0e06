package fairlead.smithy.client;

import fairlead.smithy.checksum.Signing;
import fairlead.smithy.protocol.HttpCall;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Signs requests by "AWS Signature Version 4".
final class Signer {

    private static final String ALGORITHM = "AWS4-HMAC-SHA256";
    private static final String DIGEST = "X-Amz-Content-Sha256";
    private static final String HMAC = "HmacSHA256";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private Signer() {}

    /// The same call with the headers that make it count at the address.
    static HttpCall sign(HttpCall call, URI address, Auth.SigV4 auth, Signing signing, Instant now) {
        String time = TIME.format(now);
        String digest = digest(call, signing);
        HttpCall dated =
                call.withHeaders(call.headers().with("X-Amz-Date", time).with(DIGEST, digest));
        if (auth.credentials().sessionToken().isPresent()) {
            dated = dated.withHeaders(dated.headers()
                    .with(
                            "X-Amz-Security-Token",
                            auth.credentials().sessionToken().get()));
        }
        SortedMap<String, String> headers = signedHeaders(dated, address);
        String names = String.join(";", headers.keySet());
        String scope = time.substring(0, 8) + "/" + auth.region() + "/" + auth.service() + "/aws4_request";
        String canonical = dated.method() + "\n"
                + path(address) + "\n"
                + query(address) + "\n"
                + headers.entrySet().stream()
                        .map(header -> header.getKey() + ":" + header.getValue() + "\n")
                        .collect(Collectors.joining())
                + "\n" + names + "\n" + digest;
        String text =
                ALGORITHM + "\n" + time + "\n" + scope + "\n" + hex(sha256(canonical.getBytes(StandardCharsets.UTF_8)));
        String signature = hex(hmac(key(auth, time.substring(0, 8)), text));
        return dated.withHeaders(dated.headers()
                .with(
                        "Authorization",
                        ALGORITHM + " Credential=" + auth.credentials().keyId() + "/" + scope + ", SignedHeaders="
                                + names + ", Signature=" + signature));
    }

    /// What a signature has for the payload: its digest, or that it is not covered, and in which form it is sent then.
    private static String digest(HttpCall call, Signing signing) {
        return switch (signing) {
            case HEADER -> hex(sha256(call.body()));
            case STREAMING, UNSIGNED -> call.headers().value(DIGEST).orElse("UNSIGNED-PAYLOAD");
        };
    }

    private static SortedMap<String, String> signedHeaders(HttpCall call, URI address) {
        SortedMap<String, String> signed = new TreeMap<>();
        signed.put("host", host(address));
        call.headers().values().forEach((name, values) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            if (lower.equals("content-type") || lower.startsWith("x-amz-")) {
                signed.put(lower, String.join(",", values).strip().replaceAll(" +", " "));
            }
        });
        return signed;
    }

    /// The host as HTTP clients write it: without the port that follows from the scheme.
    private static String host(URI address) {
        int usual = address.getScheme().equals("https") ? 443 : 80;
        return address.getPort() < 0 || address.getPort() == usual
                ? address.getHost()
                : address.getHost() + ":" + address.getPort();
    }

    /// The path in normal form, encoded once more than it is sent.
    private static String path(URI address) {
        String path = address.normalize().getRawPath();
        StringBuilder encoded = new StringBuilder();
        for (byte octet : path.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = Character.isLetterOrDigit(octet) || "-._~/".indexOf(octet) >= 0;
            encoded.append(plain ? String.valueOf((char) octet) : "%%%02X".formatted(octet));
        }
        return encoded.isEmpty() ? "/" : encoded.toString();
    }

    /// The parameters by name and value; they are encoded already, as the signature wants them.
    private static String query(URI address) {
        String raw = address.getRawQuery();
        if (raw == null) {
            return "";
        }
        return Arrays.stream(raw.split("&", -1))
                .map(parameter -> parameter.contains("=") ? parameter : parameter + "=")
                .map(parameter -> parameter.split("=", 2))
                .sorted((one, other) ->
                        one[0].equals(other[0]) ? one[1].compareTo(other[1]) : one[0].compareTo(other[0]))
                .map(parameter -> parameter[0] + "=" + parameter[1])
                .collect(Collectors.joining("&"));
    }

    private static byte[] key(Auth.SigV4 auth, String date) {
        byte[] secret = ("AWS4" + auth.credentials().secret()).getBytes(StandardCharsets.UTF_8);
        return hmac(hmac(hmac(hmac(secret, date), auth.region()), auth.service()), "aws4_request");
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK has " + HMAC, impossible);
        }
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
