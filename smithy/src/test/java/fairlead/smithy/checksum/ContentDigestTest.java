package fairlead.smithy.checksum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The fields of "Digest Fields", with the examples of its appendix B.
class ContentDigestTest {

    private static final byte[] HELLO = "{\"hello\": \"world\"}\n".getBytes(StandardCharsets.US_ASCII);
    private static final String SHA_256 = "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:";
    private static final String SHA_512 =
            "sha-512=:YMAam51Jz/jOATT6/zvHrLVgOYTGFy1d6GJiOHTohq4yP+pgk4vf2aCsyRZOtw8MjkM7iw7yZ/" + "WkppmM44T3qg==:";

    @Test
    void isHeldAgainstThePayload() {
        assertThatCode(() -> ContentDigest.require("Content-Digest", SHA_256, HELLO))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> ContentDigest.require("Content-Digest", SHA_256, new byte[1]))
                .isInstanceOfSatisfying(
                        ChecksumException.class,
                        wrong -> assertThat(wrong.flaw()).isEqualTo(ChecksumException.Flaw.MISMATCH))
                .hasMessageContaining("Content-Digest is 'RK/0");
    }

    @Test
    void theStrongestOfSeveralCounts() {
        String wrong = "sha-256=:AAAAqy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:, " + SHA_512;

        assertThatCode(() -> ContentDigest.require("Repr-Digest", wrong, HELLO)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"md5=:AAAA:", "unixsum=:AAAA:, foo", "", "?"})
    void thoseOfOtherAlgorithmsArePassedOver(String value) {
        assertThatCode(() -> ContentDigest.require("Content-Digest", value, HELLO))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sha-256=RK/0", "sha-256=:RK/0:", "sha-256=::", "sha-256=\"x\""})
    void isRefusedIfItIsNoValue(String value) {
        assertThatThrownBy(() -> ContentDigest.require("Content-Digest", value, HELLO))
                .isInstanceOfSatisfying(
                        ChecksumException.class,
                        wrong -> assertThat(wrong.flaw()).isEqualTo(ChecksumException.Flaw.MALFORMED));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sha-256=1|SHA_256",
                "sha-512=3, sha-256=10, unixsum=0|SHA_256",
                "sha-256=5, sha-512=5|SHA_512",
                "sha-256=0|",
                "md5=10|",
                "sha-256=11|",
                "sha-256=x|"
            })
    void theOneThatIsLikedBestIsGiven(String wish, ContentDigest expected) {
        assertThat(ContentDigest.wanted(wish).orElse(null)).isEqualTo(expected);
    }

    @Test
    void isWrittenAsASequenceOfBytes() {
        assertThat(ContentDigest.SHA_256.field(HELLO)).isEqualTo(SHA_256);
    }
}
