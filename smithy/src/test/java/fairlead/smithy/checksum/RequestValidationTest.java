package fairlead.smithy.checksum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.smithy.checksum.ChecksumException.Flaw;
import fairlead.smithy.checksum.OperationChecksums.AlgorithmMember;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a service does about the checksums of a request.
class RequestValidationTest {

    private static final byte[] HELLO = "Hello world".getBytes(StandardCharsets.US_ASCII);

    private static final OperationChecksums REQUIRED = operation(true, true, "CRC32", "SHA256", "XXHASH64");

    private static OperationChecksums operation(boolean required, boolean streaming, String... words) {
        AlgorithmMember member = new AlgorithmMember("algorithm", Optional.empty(), List.of(words));
        return new OperationChecksums(Optional.of(member), required, Map.of(), streaming, Optional.empty(), List.of());
    }

    private static Optional<Algorithm> validate(
            OperationChecksums operation, Optional<String> algorithm, Map<String, String> headers, Fields trailers)
            throws IOException {
        RequestValidation validation = RequestValidation.of(operation, algorithm, Fields.of(headers));
        validation.require(HELLO, trailers);
        VerifyingStream stream = validation.over(new ByteArrayInputStream(HELLO), () -> trailers);
        stream.readAllBytes();
        assertThat(stream.validated()).isEqualTo(validation.algorithm());
        return validation.algorithm();
    }

    private static Optional<Algorithm> validate(OperationChecksums operation, Map<String, String> headers)
            throws IOException {
        return validate(operation, Optional.empty(), headers, Fields.NONE);
    }

    private static void assertFlaw(Flaw flaw, OperationChecksums operation, Map<String, String> headers) {
        assertThatThrownBy(() -> validate(operation, headers))
                .isInstanceOfSatisfying(
                        ChecksumException.class,
                        wrong -> assertThat(wrong.flaw()).isEqualTo(flaw));
    }

    @ParameterizedTest
    @EnumSource
    void everyAlgorithmIsValidated(Algorithm algorithm) throws IOException {
        String value = algorithm.digest().base64(HELLO);

        assertThat(validate(OperationChecksums.ANY, Map.of(algorithm.header(), value)))
                .contains(algorithm);
        assertFlaw(
                Flaw.MISMATCH,
                OperationChecksums.ANY,
                Map.of(algorithm.header(), algorithm.digest().base64(new byte[1])));
    }

    @Nested
    class TheAlgorithmOfTheRequest {

        @Test
        void isTheOneThatCounts() throws IOException {
            Map<String, String> headers = Map.of("x-amz-checksum-crc32", "i9aeUg==", "x-amz-checksum-sha256", "x");

            assertThat(validate(REQUIRED, Optional.of("CRC32"), headers, Fields.NONE))
                    .contains(Algorithm.CRC32);
        }

        @Test
        void hasToComeWithItsChecksum() {
            assertThatThrownBy(() -> validate(
                            REQUIRED,
                            Optional.of("CRC32"),
                            Map.of("x-amz-checksum-sha256", "ZOyIygCyaOW6GjVnihtTFtIS9PNmskdyMlNKiuyjfzw="),
                            Fields.NONE))
                    .isInstanceOf(ChecksumException.class)
                    .hasMessageContaining("x-amz-checksum-crc32 is missing");
        }

        @ParameterizedTest
        @ValueSource(strings = {"FOO", "XXHASH64", "SHA1"})
        void isRefusedIfItIsNotSupported(String word) {
            assertThatThrownBy(() -> validate(REQUIRED, Optional.of(word), Map.of(), Fields.NONE))
                    .isInstanceOf(ChecksumException.class)
                    .hasMessageContaining("'" + word + "' is not supported");
        }
    }

    @Nested
    class Headers {

        @Test
        void areValidatedByTheStrongestThatTheOperationTakes() throws IOException {
            assertThat(validate(
                            REQUIRED,
                            Map.of(
                                    "x-amz-checksum-crc32",
                                    "AAAAAA==",
                                    "x-amz-checksum-sha1",
                                    "x",
                                    "x-amz-checksum-sha256",
                                    "ZOyIygCyaOW6GjVnihtTFtIS9PNmskdyMlNKiuyjfzw=")))
                    .contains(Algorithm.SHA256);
        }

        @ParameterizedTest
        @ValueSource(strings = {"i9ae", "not base64", "", "i9aeUg==i9aeUg=="})
        void areRefusedIfTheyAreNoValues(String value) {
            assertFlaw(Flaw.MALFORMED, REQUIRED, Map.of("x-amz-checksum-crc32", value));
        }

        @ParameterizedTest
        @ValueSource(strings = {"x-amz-checksum-xxhash64", "x-amz-checksum-foo", "x-amz-checksum-sha1"})
        void areRefusedIfTheyCantBeValidated(String name) {
            assertFlaw(Flaw.UNSUPPORTED, REQUIRED, Map.of(name, "AAAAAA=="));
        }

        @ParameterizedTest
        @ValueSource(strings = {"x-amz-checksum-mode", "x-amz-checksum-type", "x-amz-checksum-algorithm"})
        void areNoChecksumsIfTheyOnlyLookLikeThem(String name) throws IOException {
            assertThat(validate(OperationChecksums.ANY, Map.of(name, "ENABLED")))
                    .isEmpty();
        }

        @Test
        void haveToBeThereOnlyWhereTheyAreRequired() throws IOException {
            assertFlaw(Flaw.MISSING, REQUIRED, Map.of());
            assertThat(validate(OperationChecksums.ANY, Map.of())).isEmpty();
        }

        @Test
        void mayHaveAnMd5() {
            assertFlaw(Flaw.MISMATCH, REQUIRED, Map.of("Content-MD5", "1B2M2Y8AsgTpgAmY7PhCfg=="));
        }
    }

    @Nested
    class Trailers {

        private static final Fields RIGHT = Fields.of(Map.of("x-amz-checksum-crc32", "i9aeUg=="));

        @ParameterizedTest
        @ValueSource(strings = {"x-amz-trailer", "Trailer"})
        void areValidatedOfAPayloadThatStreams(String header) throws IOException {
            assertThat(validate(REQUIRED, Optional.empty(), Map.of(header, "x-amz-checksum-crc32"), RIGHT))
                    .contains(Algorithm.CRC32);
        }

        @Test
        void areMissingOfOneThatDoesNot() {
            assertFlaw(Flaw.MISSING, operation(true, false, "CRC32"), Map.of());
        }

        @Test
        void haveToComeOnceTheyAreAnnounced() {
            assertFlaw(Flaw.MISSING, REQUIRED, Map.of("x-amz-trailer", "x-amz-checksum-crc32"));
        }

        @Test
        void areRefusedIfTheyCantBeValidated() {
            assertFlaw(Flaw.UNSUPPORTED, REQUIRED, Map.of("x-amz-trailer", "x-amz-checksum-foo"));
        }
    }

    @Nested
    class WithoutAMemberForTheAlgorithm {

        @Test
        void theMd5IsValidated() throws IOException {
            assertThat(validate(OperationChecksums.MD5, Map.of("Content-MD5", "PiWWCnnbxptnTNTsZ6csYg==")))
                    .isEmpty();
            assertFlaw(Flaw.MISMATCH, OperationChecksums.MD5, Map.of("Content-MD5", "1B2M2Y8AsgTpgAmY7PhCfg=="));
            assertFlaw(Flaw.MALFORMED, OperationChecksums.MD5, Map.of("Content-MD5", "1B2M"));
        }

        @Test
        void theMd5IsRequired() {
            assertFlaw(Flaw.MISSING, OperationChecksums.MD5, Map.of("x-amz-checksum-crc32", "i9aeUg=="));
        }
    }

    @Test
    void nothingIsValidatedWithoutTheTrait() throws IOException {
        assertThat(validate(OperationChecksums.NONE, Map.of("x-amz-checksum-crc32", "x")))
                .isEmpty();
    }
}
