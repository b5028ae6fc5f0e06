package fairlead.smithy.checksum;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class AlgorithmTest {

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @CsvSource({
        "CRC32, 123456789, cbf43926",
        "CRC32C, 123456789, e3069283",
        "CRC64NVME, 123456789, ae8b14860a799888",
        "SHA1, abc, a9993e364706816aba3e25717850c26c9cd0d89d",
        "SHA256, abc, ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    })
    void hasItsPublishedCheckValue(Algorithm algorithm, String text, String expected) {
        Digest digest = algorithm.digest();
        byte[] input = bytes(text);
        digest.update(input, 0, input.length);
        assertThat(HexFormat.of().formatHex(digest.value())).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"CRC32, i9aeUg==", "CRC32C, crUfeA==", "CRC64NVME, OOJZ0D8xKts=", "SHA1, e1AsOh9IyGCa4hLN+2Od7jlnP14="})
    void isSentInBase64(Algorithm algorithm, String expected) {
        assertThat(algorithm.digest().base64(bytes("Hello world"))).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource
    void ofAllIsThatOfItsParts(Algorithm algorithm) {
        byte[] input = new byte[1000];
        new Random(1).nextBytes(input);
        String whole = algorithm.digest().base64(input);
        Digest digest = algorithm.digest();
        for (int at = 0, step = 0; at < input.length; at += step) {
            step = Math.min(step + 1, input.length - at);
            digest.update(input, at, step);
        }
        assertThat(digest.base64()).isEqualTo(whole);
    }

    @ParameterizedTest
    @EnumSource
    void beginsAnewAfterItsValue(Algorithm algorithm) {
        Digest digest = algorithm.digest();
        String first = digest.base64(bytes("a"));
        assertThat(digest.base64(bytes("a"))).isEqualTo(first);
    }

    @Test
    void crc64GivesTheSameByteByByte() {
        byte[] input = new byte[100];
        new Random(2).nextBytes(input);
        Crc64Nvme single = new Crc64Nvme();
        for (byte one : input) {
            single.update(one);
        }
        byte[] whole = new byte[8];
        Digest digest = Algorithm.CRC64NVME.digest();
        digest.update(input, 0, input.length);
        ByteBuffer.wrap(whole).put(digest.value());
        assertThat(ByteBuffer.wrap(whole).getLong()).isEqualTo(single.getValue());
    }

    @Test
    void isFoundInAnyCase() {
        assertThat(Algorithm.of("crc64nvme")).contains(Algorithm.CRC64NVME);
        assertThat(Algorithm.of("XXHASH64")).isEmpty();
    }

    @Test
    void namesItsHeader() {
        assertThat(Algorithm.SHA256.header()).isEqualTo("x-amz-checksum-sha256");
    }
}
