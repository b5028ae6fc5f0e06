package fairlead.smithy.checksum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.smithy.Models;
import fairlead.smithy.checksum.ClientChecksums.Call;
import fairlead.smithy.checksum.ClientChecksums.Plan;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ShapeId;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The vectors by which the clients of AWS are tested (`corpus/smithy/tests`), run where the property `corpus` says
/// where they are.
@EnabledIfSystemProperty(named = "corpus", matches = ".+")
class CorpusTest {

    private static final Path TESTS = Path.of(System.getProperty("corpus", "")).resolve("smithy/tests");

    /// A vector of one list of one of the files.
    record Vector(String list, JsonNode json) {

        String text(String... names) {
            return Stream.of(names)
                    .map(json::path)
                    .filter(JsonNode::isString)
                    .map(JsonNode::stringValue)
                    .findFirst()
                    .orElse("");
        }

        byte[] payload() {
            return text("payload").getBytes(StandardCharsets.US_ASCII);
        }

        Algorithm algorithm() {
            return Algorithm.of(text("algorithm")).orElse(Algorithm.DEFAULT);
        }

        @Override
        public String toString() {
            return list + " " + json;
        }
    }

    private static List<Vector> vectors(String file, String list) throws IOException {
        List<Vector> vectors = new ArrayList<>();
        JsonMapper.shared()
                .readTree(Files.readString(TESTS.resolve(file)))
                .path(list)
                .forEach(vector -> vectors.add(new Vector(list, vector)));
        return vectors;
    }

    private static Stream<Vector> both(String list) {
        try {
            return Stream.concat(
                            vectors("botocore/httpchecksum-vectors.json", list).stream(),
                            vectors("smithy-rs/httpchecksum-vectors.json", list).stream())
                    .filter(vector -> Algorithm.of(vector.text("algorithm")).isPresent()
                            || vector.json().path("algorithm").isNull());
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static OperationChecksums operation(String name) {
        Model model = Models.load(List.of(TESTS.resolve("smithy-rs/httpchecksum-test.smithy")))
                .model()
                .orElseThrow();
        return ChecksumTraits.of(model, model.expectShape(ShapeId.from("test#" + name), OperationShape.class));
    }

    private static Plan plan(String operation, Vector vector, Fields headers) {
        Call call = new Call(
                name -> name.equals("checksumAlgorithm")
                        ? Optional.of(vector.text("algorithm")).filter(word -> !word.isEmpty())
                        : Optional.empty(),
                headers,
                Signing.UNSIGNED);
        return ClientChecksums.STANDARD.plan(operation(operation), call);
    }

    static Stream<Vector> requests() {
        return both("request");
    }

    @ParameterizedTest
    @MethodSource("requests")
    void aRequestHasItsChecksum(Vector vector) {
        Plan plan = plan("HttpChecksumOperation", vector, Fields.NONE);
        var header = (RequestChecksum.InHeader) plan.request();
        String expected = vector.json().has("checksum")
                ? vector.text("checksum")
                : vector.json().path("expectHeaders").path(header.name()).asString();

        assertThat(header.name()).isEqualTo(vector.algorithm().header());
        assertThat(header.value(vector.payload())).isEqualTo(expected);
        assertThat(plan.members().getOrDefault("checksumAlgorithm", vector.text("algorithm")))
                .isEqualTo(vector.algorithm().word());
    }

    static Stream<Vector> streams() {
        return both("streamingRequest");
    }

    @ParameterizedTest
    @MethodSource("streams")
    void aRequestThatStreamsHasItBehindThePayload(Vector vector) throws IOException {
        var trailer = (RequestChecksum.InTrailer)
                plan("HttpChecksumStreamingOperation", vector, Fields.NONE).request();
        AwsChunked chunked = new AwsChunked(trailer.algorithm(), Optional.empty());
        Map<String, String> headers = chunked.headers(vector.payload().length, Optional.empty());
        String body = new String(
                chunked.encode(new ByteArrayInputStream(vector.payload())).readAllBytes(), StandardCharsets.US_ASCII);
        String expected = vector.json().has("trailer")
                ? vector.text("trailer")
                : vector.json()
                        .path("expectTrailersInBody")
                        .path(trailer.algorithm().header())
                        .asString();

        assertThat(body).endsWith("\r\n" + trailer.algorithm().header() + ":" + expected + "\r\n\r\n");
        assertThat(headers)
                .containsEntry("Content-Encoding", "aws-chunked")
                .containsEntry("x-amz-trailer", trailer.algorithm().header());
    }

    static Stream<Vector> right() {
        return both("responseOk");
    }

    private static Fields headers(Vector vector) {
        String name = vector.algorithm().header();
        String value = vector.json().has("header")
                ? vector.text("header")
                : vector.json().path("responseHeaders").path(name).asString();
        return Fields.of(Map.of(name, value));
    }

    private static VerifyingStream response(Vector vector) {
        List<Algorithm> candidates =
                plan("HttpChecksumOperation", vector, Fields.NONE).response();
        return ResponseChecksum.of(candidates, headers(vector)).over(new ByteArrayInputStream(vector.payload()), -1);
    }

    @ParameterizedTest
    @MethodSource("right")
    void aResponseIsValidated(Vector vector) throws IOException {
        VerifyingStream body = response(vector);

        assertThat(body.readAllBytes()).isEqualTo(vector.payload());
        assertThat(body.validated()).contains(vector.algorithm());
    }

    static Stream<Vector> wrong() {
        return both("responseMismatch");
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void aResponseThatIsAnotherIsRefused(Vector vector) {
        assertThatThrownBy(() -> response(vector).readAllBytes())
                .isInstanceOf(ChecksumException.class)
                .hasMessageContaining(vector.text("expectCalculated", "calculated"));
    }

    static Stream<Vector> explicit() throws IOException {
        return vectors("smithy-rs/httpchecksum-vectors.json", "userProvided").stream();
    }

    @ParameterizedTest
    @MethodSource("explicit")
    void aHeaderOfTheCallerStandsForTheChecksum(Vector vector) {
        Plan plan =
                plan("HttpChecksumOperation", vector, Fields.of(Map.of(vector.text("header"), vector.text("value"))));

        assertThat(plan.request()).isEqualTo(new RequestChecksum.None());
        assertThat(plan.members()).doesNotContainKey("checksumAlgorithm");
    }

    @Test
    void responsesAreValidatedInTheOrderOfTheOtherClients() throws IOException {
        List<Algorithm> order = new ArrayList<>();
        JsonMapper.shared()
                .readTree(Files.readString(TESTS.resolve("botocore/httpchecksum-vectors.json")))
                .path("responsePriority")
                .forEach(word -> Algorithm.of(word.asString()).ifPresent(order::add));

        assertThat(order).isEqualTo(Algorithm.BY_COST);
    }
}
