package fairlead.smithy.checksum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a client does about the checksums of a response.
class ResponseChecksumTest {

    private static final String HELLO = "Hello world";

    private static ResponseChecksum of(Map<String, String> headers) {
        return ResponseChecksum.of(Algorithm.BY_COST, Fields.of(headers));
    }

    private static VerifyingStream over(Map<String, String> headers, long length) {
        return of(headers).over(new ByteArrayInputStream(HELLO.getBytes(StandardCharsets.US_ASCII)), length);
    }

    @Test
    void isValidatedWhereItsEndIsRead() throws IOException {
        VerifyingStream body = over(Map.of("x-amz-checksum-crc32", "i9aeUg=="), -1);

        assertThat(body.readNBytes(HELLO.length())).hasSize(HELLO.length());
        assertThat(body.validated()).isEmpty();
        assertThat(body.read()).isNegative();
        assertThat(body.validated()).contains(Algorithm.CRC32);
    }

    @Test
    void isValidatedWithItsLastByteWhereTheLengthIsKnown() throws IOException {
        VerifyingStream body = over(Map.of("x-amz-checksum-crc32", "i9aeUg=="), HELLO.length());

        body.readNBytes(HELLO.length());

        assertThat(body.validated()).contains(Algorithm.CRC32);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 11})
    void isRefusedWithItsLastByteIfItIsAnother(long length) {
        VerifyingStream body = over(Map.of("x-amz-checksum-crc32", "AAAAAA=="), length);

        assertThatThrownBy(body::readAllBytes)
                .isInstanceOfSatisfying(ChecksumException.class, wrong -> {
                    assertThat(wrong.flaw()).isEqualTo(ChecksumException.Flaw.MISMATCH);
                    assertThat(wrong.name()).isEqualTo("x-amz-checksum-crc32");
                })
                .hasMessageContaining("'AAAAAA=='")
                .hasMessageContaining("'i9aeUg=='");
        assertThat(body.validated()).isEmpty();
    }

    @Test
    void isValidatedByteByByteAndWhatIsSkippedToo() throws IOException {
        VerifyingStream body = over(Map.of("x-amz-checksum-crc32", "i9aeUg=="), -1);

        assertThat(body.read()).isEqualTo('H');
        assertThat(body.skip(4)).isEqualTo(4);
        assertThat(body.readAllBytes()).asString(StandardCharsets.US_ASCII).isEqualTo(" world");
        assertThat(body.validated()).contains(Algorithm.CRC32);
    }

    @Test
    void isValidatedByOneOfSeveral() {
        Map<String, String> all =
                Map.of("x-amz-checksum-sha256", "s", "x-amz-checksum-crc32", "c", "X-Amz-Checksum-CRC64NVME", "n");

        assertThat(of(all)).isEqualTo(new ResponseChecksum.By(Algorithm.CRC64NVME, "n"));
    }

    @Test
    void passesOverTheChecksumsOfParts() {
        assertThat(of(Map.of("x-amz-checksum-crc64nvme", "n-3", "x-amz-checksum-sha1", "s")))
                .isEqualTo(new ResponseChecksum.By(Algorithm.SHA1, "s"));
        assertThat(of(Map.of("x-amz-checksum-crc64nvme", "n-3")))
                .isEqualTo(new ResponseChecksum.Not(ResponseChecksum.Reason.COMPOSITE));
    }

    @Test
    void passesOverThoseThatTheOperationDoesNotName() throws IOException {
        ResponseChecksum found = ResponseChecksum.of(
                List.of(Algorithm.SHA256),
                Fields.of(Map.of("x-amz-checksum-crc32", "AAAAAA==", "x-amz-checksum-xxhash64", "x")));

        assertThat(found).isEqualTo(new ResponseChecksum.Not(ResponseChecksum.Reason.NONE));
        VerifyingStream body = found.over(new ByteArrayInputStream(new byte[3]), 3);
        assertThat(body.readAllBytes()).hasSize(3);
        assertThat(body.validated()).isEmpty();
    }

    @Test
    void isLeftAloneIfItIsNotAskedFor() {
        assertThat(ResponseChecksum.of(List.of(), Fields.of(Map.of("x-amz-checksum-crc32", "x"))))
                .isEqualTo(new ResponseChecksum.Not(ResponseChecksum.Reason.OFF));
    }
}
