package fairlead.server.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.problem.SignatureFlaw;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/// Bodies in chunks, as uploads to S3 come.
class ChunkedBodyTest {

    private static final String SCOPE = "20130524/us-east-1/s3/aws4_request";
    private static final String TIME = "20130524T000000Z";

    /// The example of "Signature Calculations for the Authorization Header: Transferring Payload in Multiple Chunks":
    /// 65 KiB of the letter a, in chunks of 64 KiB.
    @Nested
    class SignedChunks {

        private static final String HEAD = """
            PUT /examplebucket/chunkObject.txt HTTP/1.1
            Host:s3.amazonaws.com
            X-Amz-Date:20130524T000000Z
            X-Amz-Storage-Class:REDUCED_REDUNDANCY
            Authorization:AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class,Signature=4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9
            X-Amz-Content-Sha256:STREAMING-AWS4-HMAC-SHA256-PAYLOAD
            Content-Encoding:aws-chunked
            X-Amz-Decoded-Content-Length:66560
            Content-Length:66824

            """;

        private static final String FIRST =
                "10000;chunk-signature=ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648\r\n";
        private static final String SECOND =
                "400;chunk-signature=0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497\r\n";
        private static final String LAST =
                "0;chunk-signature=b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9\r\n\r\n";

        private SignedText request(String body) {
            String credentials = SignedText.credentials("")
                    .replace("AKIDEXAMPLE", "AKIAIOSFODNN7EXAMPLE")
                    .replace("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY");
            return new SignedText("s3", Instant.parse("2013-05-24T00:00:00Z"), credentials, HEAD + body);
        }

        @Test
        void areJoined() {
            Signed signed = request(FIRST + "a".repeat(65536) + "\r\n" + SECOND + "a".repeat(1024) + "\r\n" + LAST)
                    .verify();

            assertThat(signed.body()).hasSize(66560).containsOnly('a');
        }

        @Test
        void areRefusedIfOneIsAnother() {
            SignedText changed =
                    request(FIRST + "a".repeat(65536) + "\r\n" + SECOND + "a".repeat(1023) + "b\r\n" + LAST);

            assertFlaw(changed, SignatureFlaw.MISMATCH);
        }

        @Test
        void areRefusedInAnotherOrder() {
            SignedText changed =
                    request(SECOND + "a".repeat(1024) + "\r\n" + FIRST + "a".repeat(65536) + "\r\n" + LAST);

            assertFlaw(changed, SignatureFlaw.MISMATCH);
        }

        @Test
        void areRefusedIfTheLastIsMissing() {
            assertFlaw(request(FIRST + "a".repeat(65536) + "\r\n"), SignatureFlaw.CHUNKS);
        }
    }

    @Nested
    class Trailers {

        private static final String SHA256_OF_HELLO = "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=";
        private static final byte[] KEY = SignedExample.key(SCOPE);

        private SignedText upload(String payload, String body) {
            List<String> names = List.of(
                    "host", "x-amz-content-sha256", "x-amz-date", "x-amz-decoded-content-length", "x-amz-trailer");
            String canonical = "PUT\n/b/k\n\nhost:localhost\nx-amz-content-sha256:" + payload + "\nx-amz-date:" + TIME
                    + "\nx-amz-decoded-content-length:5\nx-amz-trailer:x-amz-checksum-sha256\n\n"
                    + String.join(";", names) + "\n" + payload;
            String signature = sign("AWS4-HMAC-SHA256\n" + TIME + "\n" + SCOPE + "\n" + SigningKeys.sha256(canonical));
            String head = "PUT /b/k HTTP/1.1\nHost:localhost\nX-Amz-Content-Sha256:" + payload + "\nX-Amz-Date:" + TIME
                    + "\nX-Amz-Decoded-Content-Length:5\nX-Amz-Trailer:x-amz-checksum-sha256\n"
                    + "Authorization:AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/" + SCOPE + ", SignedHeaders="
                    + String.join(";", names) + ", Signature=" + signature + "\n\n";
            return new SignedText(
                    "s3",
                    Instant.parse("2013-05-24T00:00:00Z"),
                    SignedText.credentials(""),
                    head + body.replace("{seed}", signature));
        }

        private static String sign(String text) {
            return SigningKeys.hex(SigningKeys.hmac(KEY, text));
        }

        @Test
        void ofUnsignedChunksAreHeldAgainstTheBody() {
            String payload = "STREAMING-UNSIGNED-PAYLOAD-TRAILER";
            String body = "5\r\nhello\r\n0\r\nx-amz-checksum-sha256:" + SHA256_OF_HELLO + "\r\n\r\n";

            assertThat(upload(payload, body).verify().body()).asString().isEqualTo("hello");
            assertThatThrownBy(upload(payload, body.replace("hello", "hallo"))::verify)
                    .isInstanceOfSatisfying(
                            ProblemException.class,
                            refused ->
                                    assertThat(refused.problem().code().text()).isEqualTo("ChecksumMismatch"));
            assertFlaw(upload(payload, "5\r\nhello\r\n0\r\n\r\n"), SignatureFlaw.CHUNKS);
        }

        @Test
        void ofSignedChunksAreSigned() {
            String payload = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER";
            SignedText seed = upload(payload, "");
            String first = seed.text().replaceAll("(?s).*Signature=([0-9a-f]{64}).*", "$1");
            String hello = chunk(first, "hello");
            String last = chunk(hello, "");
            String trailer = sign("AWS4-HMAC-SHA256-TRAILER\n" + TIME + "\n" + SCOPE + "\n" + last + "\n"
                    + SigningKeys.sha256("x-amz-checksum-sha256:" + SHA256_OF_HELLO + "\n"));
            String body = "5;chunk-signature=" + hello + "\r\nhello\r\n0;chunk-signature=" + last
                    + "\r\nx-amz-checksum-sha256:" + SHA256_OF_HELLO + "\r\nx-amz-trailer-signature:" + trailer
                    + "\r\n\r\n";

            assertThat(upload(payload, body).verify().body()).asString().isEqualTo("hello");
            assertFlaw(upload(payload, body.replace(trailer, last)), SignatureFlaw.MISMATCH);
        }

        private static String chunk(String previous, String data) {
            return sign("AWS4-HMAC-SHA256-PAYLOAD\n" + TIME + "\n" + SCOPE + "\n" + previous + "\n"
                    + SigningKeys.sha256("") + "\n" + SigningKeys.sha256(data));
        }
    }

    private static void assertFlaw(SignedText request, SignatureFlaw flaw) {
        assertThatThrownBy(request::verify)
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refused -> assertThat(refused.problem())
                                .isInstanceOfSatisfying(
                                        Problem.SignatureRefused.class,
                                        problem -> assertThat(problem.flaw()).isEqualTo(flaw)));
    }
}
