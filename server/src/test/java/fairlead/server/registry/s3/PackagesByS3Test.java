package fairlead.server.registry.s3;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import fairlead.server.registry.AwsClient;
import fairlead.server.registry.AwsClient.Answer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The part of S3 by which packages come in.
class PackagesByS3Test {

    private static final byte[] NOTHING = {};
    private static final byte[] HELLO = "hello world".getBytes(StandardCharsets.UTF_8);
    private static final String HELLOS_MD5 = "5eb63bbbe01eeed093cb22bb8f5acdc3";

    @TempDir
    private Path folder;

    private Plane plane;
    private AwsClient aws;

    @BeforeEach
    void start() {
        plane = Plane.start(folder, Duration.ofSeconds(1));
        aws = new AwsClient(plane);
    }

    @AfterEach
    void stop() {
        aws.close();
        plane.close();
    }

    private Answer put(String path) {
        return aws.s3("PUT", path, HELLO, "Content-Type", "application/zip");
    }

    private Answer get(String path, String... headers) {
        return aws.s3("GET", path, NOTHING, headers);
    }

    @Nested
    class AnObject {

        @Test
        void isReadAsItWasWritten() {
            Answer stored = put("/packages/a/hello%20world.zip");

            Answer found = get("/packages/a/hello%20world.zip");

            assertThat(stored.header("ETag")).isEqualTo("\"" + HELLOS_MD5 + "\"");
            assertThat(found.text()).isEqualTo("hello world");
            assertThat(found.header("ETag")).isEqualTo(stored.header("ETag"));
            assertThat(found.header("Content-Type")).isEqualTo("application/zip");
            assertThat(found.header("Last-Modified")).endsWith("GMT");
        }

        @Test
        void isDescribedWithoutItsBytes() {
            put("/packages/hello.zip");

            Answer head = aws.s3("HEAD", "/packages/hello.zip", NOTHING);

            assertThat(head.status()).isEqualTo(200);
            assertThat(head.header("Content-Length")).isEqualTo("11");
            assertThat(head.text()).isEmpty();
            assertThat(aws.s3("HEAD", "/packages/other.zip", NOTHING).status()).isEqualTo(404);
        }

        @Test
        void isReadInParts() {
            put("/packages/hello.zip");

            Answer part = get("/packages/hello.zip", "Range", "bytes=6-8");

            assertThat(part.status()).isEqualTo(206);
            assertThat(part.text()).isEqualTo("wor");
            assertThat(part.header("Content-Range")).isEqualTo("bytes 6-8/11");
            assertThat(get("/packages/hello.zip", "Range", "bytes=-5").text()).isEqualTo("world");
            assertThat(get("/packages/hello.zip", "Range", "bytes=11-").status())
                    .isEqualTo(416);
        }

        @Test
        void isGoneWhenItIsDeleted() {
            put("/packages/hello.zip");

            assertThat(aws.s3("DELETE", "/packages/hello.zip", NOTHING).status())
                    .isEqualTo(204);

            Answer gone = get("/packages/hello.zip");
            assertThat(gone.status()).isEqualTo(404);
            assertThat(gone.value("Code")).isEqualTo("NoSuchKey");
            assertThat(aws.s3("DELETE", "/packages/hello.zip", NOTHING).status())
                    .isEqualTo(204);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"/packages/../seal.key", "/packages/%2e%2e/seal.key", "/packages/a//b", "/packages/a%5Cb"})
        void isCalledNothingThatLeadsElsewhere(String path) {
            Answer refused = put(path);

            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.value("Code")).isIn("InvalidRequest", "InvalidUri");
        }

        @Test
        void isNotWhatIsBesideIt() {
            put("/packages/hello.zip");

            assertThat(put("/packages/hello.zip?tagging").value("Code")).isEqualTo("NotImplemented");
            assertThat(get("/packages/hello.zip?acl").value("Code")).isEqualTo("NotImplemented");
            assertThat(aws.s3("DELETE", "/packages/hello.zip?tagging", NOTHING).value("Code"))
                    .isEqualTo("NotImplemented");
            assertThat(aws.s3("PUT", "/packages?versioning", HELLO).value("Code"))
                    .isEqualTo("NotImplemented");
            assertThat(get("/packages/hello.zip").text()).isEqualTo("hello world");
        }

        @Test
        void isReadOnTheConditionThatItIsStillTheSame() {
            put("/packages/hello.zip");

            assertThat(get("/packages/hello.zip", "If-Match", "\"" + HELLOS_MD5 + "\"")
                            .status())
                    .isEqualTo(200);
            assertThat(get("/packages/hello.zip", "If-Match", "\"other\"").value("Code"))
                    .isEqualTo("PreconditionFailed");
            assertThat(get("/packages/hello.zip", "If-None-Match", HELLOS_MD5).status())
                    .isEqualTo(304);
            assertThat(aws.s3("PUT", "/packages/hello.zip", HELLO, "If-None-Match", "*")
                            .value("Code"))
                    .isEqualTo("NotImplemented");
        }

        @Test
        void isRefusedIfItIsNotWhatItsChecksumSays() {
            Answer refused = aws.s3("PUT", "/packages/hello.zip", HELLO, "x-amz-checksum-crc32", "AAAAAA==");

            assertThat(refused.value("Code")).isEqualTo("BadDigest");
            assertThat(get("/packages/hello.zip").status()).isEqualTo(404);
        }
    }

    @Nested
    class AChecksum {

        private static final String CRC32 = "DUoRhQ==";

        private Answer chunked(String trailer) {
            String body = "b\r\nhello world\r\n0\r\n" + trailer + "\r\n\r\n";
            return aws.s3(
                    "PUT",
                    "/packages/hello.zip",
                    body.getBytes(StandardCharsets.UTF_8),
                    "Content-Encoding",
                    "aws-chunked",
                    "x-amz-content-sha256",
                    "STREAMING-UNSIGNED-PAYLOAD-TRAILER",
                    "x-amz-decoded-content-length",
                    "11",
                    "x-amz-trailer",
                    trailer.substring(0, trailer.indexOf(':')));
        }

        @Test
        void behindTheChunksIsHeldAgainstWhatIsInThem() {
            Answer stored = chunked("x-amz-checksum-crc32:" + CRC32);

            assertThat(stored.status()).isEqualTo(200);
            assertThat(stored.header("x-amz-checksum-crc32")).isEqualTo(CRC32);
            assertThat(get("/packages/hello.zip").text()).isEqualTo("hello world");
        }

        @Test
        void ofSomethingElseIsRefusedBeforeAnythingIsStored() {
            assertThat(chunked("x-amz-checksum-crc32:AAAAAA==").value("Code")).isEqualTo("BadDigest");
            assertThat(chunked("x-amz-checksum-crc32:AAAA").value("Code")).isEqualTo("InvalidDigest");
            assertThat(chunked("x-amz-checksum-xxhash64:AAAA").value("Code")).isEqualTo("InvalidRequest");
            assertThat(get("/packages/hello.zip").status()).isEqualTo(404);
        }

        @ParameterizedTest
        @ValueSource(strings = {"GET", "HEAD"})
        void isGivenWhereItIsAskedFor(String method) {
            put("/packages/hello.zip");

            Answer found = aws.s3(method, "/packages/hello.zip", NOTHING, "x-amz-checksum-mode", "ENABLED");

            assertThat(found.header("x-amz-checksum-crc32")).isEqualTo(CRC32);
        }

        @Test
        void isNotGivenOfAPart() {
            put("/packages/hello.zip");

            Answer part = get("/packages/hello.zip", "Range", "bytes=6-8", "x-amz-checksum-mode", "ENABLED");

            assertThat(part.status()).isEqualTo(206);
            assertThat(part.header("x-amz-checksum-crc32")).isEmpty();
        }
    }

    @Nested
    class AnUploadInParts {

        private String begin() {
            return aws.s3("POST", "/packages/big.zip?uploads", NOTHING).value("UploadId");
        }

        private String part(String upload, int number, String content) {
            String address = "/packages/big.zip?partNumber=" + number + "&uploadId=" + upload;
            return aws.s3("PUT", address, content.getBytes(StandardCharsets.UTF_8))
                    .header("ETag");
        }

        private Answer complete(String upload, String... etags) {
            StringBuilder parts = new StringBuilder("<CompleteMultipartUpload>");
            for (int i = 0; i < etags.length; i++) {
                parts.append("<Part><PartNumber>%d</PartNumber><ETag>%s</ETag></Part>".formatted(i + 1, etags[i]));
            }
            byte[] body = parts.append("</CompleteMultipartUpload>").toString().getBytes(StandardCharsets.UTF_8);
            return aws.s3("POST", "/packages/big.zip?uploadId=" + upload, body);
        }

        @Test
        void isOneObjectInTheEnd() {
            String upload = begin();
            String second = part(upload, 2, "world");
            String first = part(upload, 1, "hello ");
            assertThat(get("/packages/big.zip").status()).isEqualTo(404);

            Answer whole = complete(upload, first, second);

            assertThat(whole.value("ETag")).endsWith("-2\"");
            assertThat(get("/packages/big.zip").text()).isEqualTo("hello world");
            assertThat(complete(upload, first, second).value("Code")).isEqualTo("NoSuchUpload");
        }

        @Test
        void needsThePartsThatItSays() {
            String upload = begin();
            String first = part(upload, 1, "hello ");

            assertThat(complete(upload, first, first).value("Code")).isEqualTo("InvalidPart");
            assertThat(complete(upload).value("Code")).isEqualTo("MalformedXML");
        }

        @Test
        void canBeGivenUp() {
            String upload = begin();
            part(upload, 1, "hello ");

            assertThat(aws.s3("DELETE", "/packages/big.zip?uploadId=" + upload, NOTHING)
                            .status())
                    .isEqualTo(204);
            assertThat(part(upload, 2, "world")).isEmpty();
        }
    }

    @Nested
    class ABucket {

        @Test
        void listsItsObjects() {
            put("/packages/a/one.zip");
            put("/packages/a/two.zip");
            put("/packages/b.zip");
            put("/others/c.zip");

            assertThat(get("/packages?list-type=2").values("Key")).containsExactly("a/one.zip", "a/two.zip", "b.zip");
            assertThat(get("/packages?list-type=2&prefix=a/").values("Key")).containsExactly("a/one.zip", "a/two.zip");
            Answer folders = get("/packages?list-type=2&delimiter=/");
            assertThat(folders.values("Key")).containsExactly("b.zip");
            assertThat(folders.values("CommonPrefixes")).containsExactly("a/");
            assertThat(get("/").values("Name")).containsExactly("others", "packages");
        }

        @Test
        void listsThemPageByPage() {
            put("/packages/1.zip");
            put("/packages/2.zip");
            put("/packages/3.zip");

            Answer first = get("/packages?list-type=2&max-keys=2");
            Answer second =
                    get("/packages?list-type=2&max-keys=2&continuation-token=" + first.value("NextContinuationToken"));

            assertThat(first.values("Key")).containsExactly("1.zip", "2.zip");
            assertThat(first.value("IsTruncated")).isEqualTo("true");
            assertThat(second.values("Key")).containsExactly("3.zip");
            assertThat(second.value("IsTruncated")).isEqualTo("false");
        }

        @Test
        void needsNoMaking() {
            assertThat(aws.s3("PUT", "/packages", NOTHING).status()).isEqualTo(200);
            assertThat(aws.s3("HEAD", "/packages", NOTHING).status()).isEqualTo(200);
            assertThat(aws.s3("PUT", "/Not_A_Bucket", NOTHING).value("Code")).isEqualTo("InvalidBucketName");
        }

        @Test
        void isDeletedOnlyWhenItIsEmpty() {
            put("/packages/hello.zip");

            assertThat(aws.s3("DELETE", "/packages", NOTHING).value("Code")).isEqualTo("BucketNotEmpty");
        }
    }

    @Test
    void olderSignaturesAreRefused() {
        Answer refused = aws.send(java.net.http.HttpRequest.newBuilder(
                java.net.URI.create(plane.url() + "/packages/a.zip?AWSAccessKeyId=AKID&Signature=x&Expires=1")));

        assertThat(refused.value("Code")).isEqualTo("InvalidRequest");
        assertThat(refused.value("Message")).contains("AWS4-HMAC-SHA256");
    }
}
