package fairlead.server.signature;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

/// Signs by the rules as they are written down, step by step, apart from the code that verifies.
final class SignedExample {

    private static final String SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
    private static final String HEADERS = "content-type;host;x-amz-date;x-amz-target";

    private SignedExample() {}

    /// A request to the Cloud Control API, as a client without a hash of the content in a header sends it.
    static String post(Instant time, String body) {
        String basic = SignatureClaim.basic(time);
        String scope = basic.substring(0, 8) + "/eu-west-1/cloudcontrolapi/aws4_request";
        String canonical = """
            POST
            /

            content-type:application/x-amz-json-1.0
            host:127.0.0.1:8080
            x-amz-date:%s
            x-amz-target:CloudApiService.GetResource

            %s
            %s\
            """.formatted(basic, HEADERS, SigningKeys.sha256(body));
        String toSign = "AWS4-HMAC-SHA256\n" + basic + "\n" + scope + "\n" + SigningKeys.sha256(canonical);
        return """
            POST / HTTP/1.1
            Host:127.0.0.1:8080
            Content-Type:application/x-amz-json-1.0
            X-Amz-Date:%s
            X-Amz-Target:CloudApiService.GetResource
            Authorization:AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/%s, SignedHeaders=%s, Signature=%s

            %s\
            """.formatted(basic, scope, HEADERS, SigningKeys.hex(SigningKeys.hmac(key(scope), toSign)), body);
    }

    /// The key of a scope.
    static byte[] key(String scope) {
        byte[] key = ("AWS4" + SECRET).getBytes(StandardCharsets.UTF_8);
        for (String part : scope.split("/")) {
            key = SigningKeys.hmac(key, part);
        }
        return key;
    }
}
