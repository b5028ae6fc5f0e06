package fairlead.smithy.checksum;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.smithy.Models;
import fairlead.smithy.checksum.ClientChecksums.Call;
import fairlead.smithy.checksum.ClientChecksums.Plan;
import fairlead.smithy.checksum.ClientChecksums.When;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ShapeId;

/// What a client does about the checksum of a request.
class ClientChecksumsTest {

    private static final byte[] HELLO = "Hello world".getBytes(StandardCharsets.US_ASCII);

    private static final Model MODEL = Models.parse("store.smithy", """
        $version: "2"
        namespace store

        use aws.protocols#httpChecksum

        @http(method: "POST", uri: "/put")
        @httpChecksum(
            requestAlgorithmMember: "algorithm"
            requestChecksumRequired: true
            requestValidationModeMember: "mode"
            responseAlgorithms: ["SHA1", "CRC32", "CRC64NVME"]
        )
        operation Put { input: PutInput }

        structure PutInput {
            @httpHeader("x-amz-sdk-checksum-algorithm") algorithm: Algorithms
            @httpHeader("x-amz-checksum-mode") mode: Mode
            @httpHeader("x-amz-checksum-sha1") sha1: String
            @httpPayload content: Blob
        }

        @http(method: "POST", uri: "/stream")
        @httpChecksum(requestAlgorithmMember: "algorithm")
        operation Stream { input: StreamInput }

        structure StreamInput {
            @httpHeader("x-amz-sdk-checksum-algorithm") algorithm: Algorithms
            @httpPayload content: Stream_
        }

        @streaming blob Stream_

        @http(method: "POST", uri: "/strong")
        @httpChecksum(requestAlgorithmMember: "algorithm", requestChecksumRequired: true)
        operation Strong { input: StrongInput }

        structure StrongInput {
            @httpHeader("x-amz-sdk-checksum-algorithm") algorithm: StrongAlgorithms
            @httpPayload content: Blob
        }

        @http(method: "POST", uri: "/must")
        @httpChecksum(requestChecksumRequired: true)
        operation Must { input: MustInput }

        structure MustInput { @httpPayload content: Blob }

        @http(method: "POST", uri: "/old")
        @httpChecksumRequired
        operation Old { input: OldInput }

        structure OldInput { @httpPayload content: Blob }

        @http(method: "POST", uri: "/plain")
        operation Plain { input: PlainInput }

        structure PlainInput { @httpPayload content: Blob }

        enum Mode { ENABLED }
        enum Algorithms { CRC32 CRC32C SHA1 SHA256 CRC64NVME XXHASH64 }
        enum StrongAlgorithms { SHA256 SHA1 }
        """).model().orElseThrow();

    private static OperationChecksums operation(String name) {
        return ChecksumTraits.of(MODEL, MODEL.expectShape(ShapeId.from("store#" + name), OperationShape.class));
    }

    private static Plan plan(ClientChecksums client, String operation, Signing signing, String... input) {
        return plan(client, operation, Fields.NONE, signing, input);
    }

    private static Plan plan(
            ClientChecksums client, String operation, Fields headers, Signing signing, String... input) {
        Map<String, String> members = new HashMap<>();
        for (int i = 0; i < input.length; i += 2) {
            members.put(input[i], input[i + 1]);
        }
        Call call = new Call(name -> Optional.ofNullable(members.get(name)), headers, signing);
        return client.plan(operation(operation), call);
    }

    private static Plan standard(String operation, String... input) {
        return plan(ClientChecksums.STANDARD, operation, Signing.HEADER, input);
    }

    private static String header(Plan plan) {
        return plan.request() instanceof RequestChecksum.InHeader header
                ? header.name() + ": " + header.value(HELLO)
                : plan.request().toString();
    }

    @Nested
    class TheAlgorithm {

        @Test
        void isTheOneOfTheInput() {
            Plan plan = standard("Put", "algorithm", "SHA1");

            assertThat(header(plan)).isEqualTo("x-amz-checksum-sha1: e1AsOh9IyGCa4hLN+2Od7jlnP14=");
            assertThat(plan.members()).doesNotContainKey("algorithm");
        }

        @Test
        void isCrc32WhereNoneIsChosenAndIsSetInTheInputThen() {
            Plan plan = standard("Put");

            assertThat(header(plan)).isEqualTo("x-amz-checksum-crc32: i9aeUg==");
            assertThat(plan.members()).containsEntry("algorithm", "CRC32");
        }

        @Test
        void isOneThatTheOperationTakes() {
            Plan plan = standard("Strong");

            assertThat(plan.members()).containsEntry("algorithm", "SHA1");
        }

        @Test
        void mayBePreferred() {
            ClientChecksums client = new ClientChecksums(When.SUPPORTED, When.SUPPORTED, Algorithm.CRC64NVME, true);

            assertThat(header(plan(client, "Put", Signing.HEADER))).isEqualTo("x-amz-checksum-crc64nvme: OOJZ0D8xKts=");
        }

        @ParameterizedTest
        @ValueSource(strings = {"XXHASH64", "CRC128", "crc32"})
        void failsTheRequestIfItIsNotSupported(String word) {
            assertThat(standard("Put", "algorithm", word).request()).isEqualTo(new RequestChecksum.Unsupported(word));
        }
    }

    @Nested
    class ARequest {

        private static final ClientChecksums SPARING =
                new ClientChecksums(When.REQUIRED, When.REQUIRED, Algorithm.CRC32, true);

        @Test
        void hasNoneWithoutTheTrait() {
            assertThat(standard("Plain").request()).isEqualTo(new RequestChecksum.None());
        }

        @Test
        void hasOneWhereItIsRequiredHoweverSparingTheClientIs() {
            assertThat(header(plan(SPARING, "Put", Signing.HEADER))).startsWith("x-amz-checksum-crc32");
        }

        @Test
        void hasNoneOfASparingClientWhereItNeedNot() {
            Plan plan = plan(SPARING, "Stream", Signing.HEADER);

            assertThat(plan.request()).isEqualTo(new RequestChecksum.None());
            assertThat(plan.members()).isEmpty();
        }

        @Test
        void hasTheOneThatIsAskedForOfASparingClientToo() {
            assertThat(header(plan(SPARING, "Stream", Signing.HEADER, "algorithm", "CRC32C")))
                    .isEqualTo("x-amz-checksum-crc32c: crUfeA==");
        }

        @ParameterizedTest
        @ValueSource(strings = {"Must", "Old"})
        void hasAnMd5WhereNoMemberChooses(String operation) {
            Plan plan = standard(operation);

            assertThat(header(plan)).isEqualTo("Content-MD5: PiWWCnnbxptnTNTsZ6csYg==");
            assertThat(plan.members()).isEmpty();
        }

        @Test
        void hasAnMd5OfNothingToo() {
            var header = (RequestChecksum.InHeader) standard("Must").request();

            assertThat(header.value(new byte[0])).isEqualTo("1B2M2Y8AsgTpgAmY7PhCfg==");
        }

        @Test
        void mayHaveThePreferredOneInsteadOfAnMd5() {
            ClientChecksums client = new ClientChecksums(When.SUPPORTED, When.SUPPORTED, Algorithm.CRC32, false);

            assertThat(header(plan(client, "Must", Signing.HEADER))).isEqualTo("x-amz-checksum-crc32: i9aeUg==");
        }
    }

    @Nested
    class AHeaderOfTheCaller {

        @ParameterizedTest
        @ValueSource(strings = {"x-amz-checksum-crc32", "X-Amz-Checksum-SHA256", "x-amz-checksum-foo"})
        void standsForTheChecksum(String name) {
            Plan plan = plan(ClientChecksums.STANDARD, "Put", Fields.of(Map.of(name, "x")), Signing.HEADER);

            assertThat(plan.request()).isEqualTo(new RequestChecksum.None());
            assertThat(plan.members()).doesNotContainKey("algorithm");
        }

        @Test
        void standsForItInTheInputToo() {
            assertThat(standard("Put", "sha1", "x").request()).isEqualTo(new RequestChecksum.None());
        }

        @Test
        void winsOverAnAlgorithmOfTheInput() {
            assertThat(standard("Put", "sha1", "x", "algorithm", "CRC32").request())
                    .isEqualTo(new RequestChecksum.None());
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"x-amz-checksum-mode", "x-amz-checksum-type", "x-amz-checksum-algorithm", "Content-MD5"})
        void isNoneOfItIfItOnlyLooksLikeOne(String name) {
            Plan plan = plan(ClientChecksums.STANDARD, "Put", Fields.of(Map.of(name, "x")), Signing.HEADER);

            assertThat(header(plan)).startsWith("x-amz-checksum-crc32");
        }

        @Test
        void mayBeTheMd5WhereThatIsTheChecksum() {
            Plan plan = plan(ClientChecksums.STANDARD, "Must", Fields.of(Map.of("content-md5", "x")), Signing.HEADER);

            assertThat(plan.request()).isEqualTo(new RequestChecksum.None());
        }
    }

    /// The table of "Resolving checksum location".
    @ParameterizedTest
    @CsvSource({
        "Put, HEADER, header", "Put, UNSIGNED, header", "Put, STREAMING, header",
        "Stream, HEADER, header", "Stream, STREAMING, trailer", "Stream, UNSIGNED, trailer"
    })
    void thePlaceDependsOnPayloadAndSigning(String operation, Signing signing, String place) {
        RequestChecksum found =
                plan(ClientChecksums.STANDARD, operation, signing).request();

        assertThat(found instanceof RequestChecksum.InTrailer).isEqualTo(place.equals("trailer"));
        assertThat(found instanceof RequestChecksum.InHeader).isEqualTo(place.equals("header"));
    }

    @Nested
    class TheResponse {

        @Test
        void isToBeValidatedByDefault() {
            Plan plan = standard("Put");

            assertThat(plan.members()).containsEntry("mode", "ENABLED");
            assertThat(plan.response()).containsExactly(Algorithm.CRC64NVME, Algorithm.CRC32, Algorithm.SHA1);
        }

        @Test
        void isLeftAloneByAClientThatHasOptedOut() {
            Plan plan = plan(ARequest.SPARING, "Put", Signing.HEADER);

            assertThat(plan.members()).doesNotContainKey("mode");
            assertThat(plan.response()).isEmpty();
        }

        @Test
        void isValidatedWhereTheCallerAsksForIt() {
            assertThat(plan(ARequest.SPARING, "Put", Signing.HEADER, "mode", "ENABLED")
                            .response())
                    .isNotEmpty();
        }

        @Test
        void isLeftAloneInAnotherMode() {
            assertThat(standard("Put", "mode", "DISABLED").response()).isEmpty();
        }

        @Test
        void isLeftAloneWhereTheOperationHasNoMode() {
            assertThat(standard("Stream").response()).isEqualTo(List.of());
        }
    }
}
