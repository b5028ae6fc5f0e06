package fairlead.smithy.checksum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Bodies in the content coding `aws-chunked`, written and read.
class AwsChunkedTest {

    private static final ChunkedReader.Form UNSIGNED = new ChunkedReader.Form(false, true);

    private static ChunkSignatures signatures() {
        return new ChunkSignatures(new byte[32], "20260101T000000Z", "20260101/here/s3/aws4_request", "seed");
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private static ChunkedReader reader(byte[] body, Map<String, String> headers, Optional<ChunkSignatures> against) {
        String form = headers.getOrDefault("x-amz-content-sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER");
        return new ChunkedReader(
                new ByteArrayInputStream(body), ChunkedReader.Form.of(form).orElseThrow(), Fields.of(headers), against);
    }

    @Test
    void aPayloadIsFollowedByItsChecksum() throws IOException {
        InputStream body = new AwsChunked(Algorithm.CRC32, Optional.empty())
                .encode(new ByteArrayInputStream("Hello world".getBytes(StandardCharsets.US_ASCII)));

        assertThat(body.readAllBytes())
                .asString(StandardCharsets.US_ASCII)
                .isEqualTo("b\r\nHello world\r\n0\r\nx-amz-checksum-crc32:i9aeUg==\r\n\r\n");
    }

    @Test
    void theCodingComesLast() {
        AwsChunked chunked = new AwsChunked(Algorithm.SHA1, Optional.empty());

        assertThat(chunked.headers(7, Optional.of("gzip")))
                .containsEntry("Content-Encoding", "gzip,aws-chunked")
                .containsEntry("x-amz-trailer", "x-amz-checksum-sha1")
                .containsEntry("x-amz-decoded-content-length", "7")
                .containsEntry("x-amz-content-sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65535, 65536, 65537, 131072, 200_000})
    void whatIsWrittenIsRead(int length) throws IOException {
        byte[] payload = bytes(length);
        AwsChunked chunked = new AwsChunked(Algorithm.CRC64NVME, Optional.empty());
        byte[] body = chunked.encode(new ByteArrayInputStream(payload)).readAllBytes();

        ChunkedReader reader = reader(body, chunked.headers(length, Optional.empty()), Optional.empty());

        assertThat(body).hasSize((int) chunked.length(length));
        assertThat(reader.readAllBytes()).isEqualTo(payload);
        assertThat(reader.trailers().value("x-amz-checksum-crc64nvme"))
                .contains(Algorithm.CRC64NVME.digest().base64(payload));
    }

    @ParameterizedTest
    @EnumSource
    void whatIsSignedWhileItIsWrittenIsRead(Algorithm algorithm) throws IOException {
        byte[] payload = bytes(100_000);
        AwsChunked chunked = new AwsChunked(algorithm, Optional.of(signatures()));
        byte[] body = chunked.encode(new ByteArrayInputStream(payload)).readAllBytes();

        ChunkedReader reader =
                reader(body, chunked.headers(payload.length, Optional.empty()), Optional.of(signatures()));

        assertThat(body).hasSize((int) chunked.length(payload.length));
        assertThat(reader.readAllBytes()).isEqualTo(payload);
    }

    @Test
    void aChunkThatIsAnotherHasAnotherSignature() throws IOException {
        AwsChunked chunked = new AwsChunked(Algorithm.CRC32, Optional.of(signatures()));
        byte[] body = chunked.encode(new ByteArrayInputStream(bytes(1000))).readAllBytes();
        body[500] ^= 1;

        assertFlaw(
                reader(body, chunked.headers(1000, Optional.empty()), Optional.of(signatures())),
                ChunksException.Flaw.SIGNATURE);
    }

    @Test
    void aTrailerThatIsAnotherHasAnotherSignature() throws IOException {
        AwsChunked chunked = new AwsChunked(Algorithm.SHA1, Optional.of(signatures()));
        String body = new String(
                chunked.encode(new ByteArrayInputStream(bytes(0))).readAllBytes(), StandardCharsets.US_ASCII);
        byte[] changed = body.replace("sha1:2", "sha1:3").getBytes(StandardCharsets.US_ASCII);

        assertThat(body).contains("sha1:2");
        assertFlaw(
                reader(changed, chunked.headers(0, Optional.empty()), Optional.of(signatures())),
                ChunksException.Flaw.SIGNATURE);
    }

    private static void assertFlaw(ChunkedReader reader, ChunksException.Flaw flaw) {
        assertThatThrownBy(reader::readAllBytes)
                .isInstanceOfSatisfying(
                        ChunksException.class, wrong -> assertThat(wrong.flaw()).isEqualTo(flaw));
    }

    @Nested
    class Malformed {

        private static final Map<String, String> HEADERS =
                Map.of("x-amz-trailer", "x-amz-checksum-crc32", "x-amz-decoded-content-length", "5");

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    "5\\r\\nhel",
                    "5\\r\\nhello",
                    "5\\r\\nhello\\r\\n",
                    "5\\r\\nhello!\\r\\n0\\r\\nx-amz-checksum-crc32:NhCmhg==\\r\\n\\r\\n",
                    "-5\\r\\nhello\\r\\n0\\r\\n\\r\\n",
                    "fffffffffffffffff\\r\\nhello\\r\\n0\\r\\n\\r\\n",
                    "4\\r\\nhell\\r\\n0\\r\\nx-amz-checksum-crc32:NhCmhg==\\r\\n\\r\\n",
                    "5\\r\\nhello\\r\\n0\\r\\n\\r\\n",
                    "5\\r\\nhello\\r\\n0\\r\\nx-amz-checksum-crc32\\r\\n\\r\\n",
                    "5\\nhello\\r\\n0\\r\\nx-amz-checksum-crc32:NhCmhg==\\r\\n\\r\\n",
                    "5\\r\\nhello\\n0\\r\\nx-amz-checksum-crc32:NhCmhg==\\r\\n\\r\\n",
                    "5\\r\\nhello\\r\\n0\\r\\nx-amz-checksum-crc32:NhCmhg==\\n\\n",
                    "5\\r\\nhello\\r\\n0\\r\\nx-amz-checksum-crc32:NhCmhg==\\r\\n\\r\\nmore"
                })
        void bodiesAreRefused(String body) {
            byte[] bytes = body.replace("\\r", "\r").replace("\\n", "\n").getBytes(StandardCharsets.US_ASCII);

            assertFlaw(reader(bytes, HEADERS, Optional.empty()), ChunksException.Flaw.FORM);
        }

        @Test
        void aLineThatNeverEndsIsRefused() {
            InputStream endless = new InputStream() {
                @Override
                public int read() {
                    return '0';
                }
            };

            assertFlaw(
                    new ChunkedReader(endless, UNSIGNED, Fields.of(HEADERS), Optional.empty()),
                    ChunksException.Flaw.FORM);
        }

        @Test
        void trailersAreRefusedWhereThereAreToBeNone() {
            byte[] body = "5\r\nhello\r\n0\r\nx:y\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

            assertFlaw(
                    new ChunkedReader(
                            new ByteArrayInputStream(body),
                            new ChunkedReader.Form(false, false),
                            Fields.of(HEADERS),
                            Optional.empty()),
                    ChunksException.Flaw.FORM);
        }
    }

    @Test
    void aTransportWithTrailersOfItsOwnGetsThemBehindThePayload() throws IOException {
        TrailerStream payload = new TrailerStream(
                new ByteArrayInputStream("Hello world".getBytes(StandardCharsets.US_ASCII)), Algorithm.CRC32C);

        assertThatThrownBy(payload::trailer).isInstanceOf(IllegalStateException.class);
        assertThat(payload.readAllBytes()).hasSize(11);
        assertThat(payload.header()).isEqualTo(Map.entry("Trailer", "x-amz-checksum-crc32c"));
        assertThat(payload.trailer()).isEqualTo(Map.entry("x-amz-checksum-crc32c", "crUfeA=="));
    }
}
