package fairlead.smithy.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.smithy.Models;
import fairlead.smithy.checksum.Algorithm;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.ShapeId;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// `httpChecksum` in calls and answers.
class ChecksumsTest {

    private static final Model MODEL = Models.parse("notes.smithy", """
        $version: "2"
        namespace notes

        use aws.protocols#httpChecksum
        use aws.protocols#restJson1

        @restJson1
        service Notes { version: "1", operations: [PutNote] }

        @http(method: "PUT", uri: "/note")
        @httpChecksum(
            requestAlgorithmMember: "algorithm"
            requestChecksumRequired: true
            requestValidationModeMember: "mode"
            responseAlgorithms: ["CRC32", "SHA256"]
        )
        operation PutNote {
            input := {
                @httpHeader("x-amz-sdk-checksum-algorithm") algorithm: Algorithms
                @httpHeader("x-amz-checksum-mode") mode: Mode
                @httpHeader("x-amz-checksum-sha1") sha1: String
                text: String
            }
            output := { text: String }
        }

        enum Mode { ENABLED }
        enum Algorithms { CRC32 SHA1 XXHASH64 }
        """).model().orElseThrow();

    private static final OperationShape PUT = MODEL.expectShape(ShapeId.from("notes#PutNote"), OperationShape.class);

    private final Protocol protocol = Protocol.of(
                    MODEL, MODEL.expectShape(ShapeId.from("notes#Notes"), ServiceShape.class))
            .orElseThrow();

    private static ObjectNode input() {
        return JsonNodeFactory.instance.objectNode().put("text", "hello");
    }

    private HttpCall call(ObjectNode input) {
        return protocol.call(PUT, input, "");
    }

    private static HttpAnswer answer(String checksum) {
        return new HttpAnswer(
                200,
                new Headers(Map.of("x-amz-checksum-crc32", List.of(checksum))),
                "{\"text\":\"hello\"}".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aCallHasTheChecksumOfItsBody() {
        HttpCall call = call(input());

        assertThat(call.headers().value("x-amz-sdk-checksum-algorithm")).contains("CRC32");
        assertThat(call.headers().value("x-amz-checksum-mode")).contains("ENABLED");
        assertThat(call.headers().value("x-amz-checksum-crc32"))
                .contains(Algorithm.CRC32.digest().base64(call.body()));
    }

    @Test
    void aCallKeepsTheChecksumThatItWasGiven() {
        HttpCall call = call(input().put("sha1", "mine"));

        assertThat(call.headers().value("x-amz-checksum-sha1")).contains("mine");
        assertThat(call.headers().all("x-amz-checksum-crc32")).isEmpty();
        assertThat(call.headers().all("x-amz-sdk-checksum-algorithm")).isEmpty();
    }

    @Test
    void aCallByAnAlgorithmThatIsNotSupportedFails() {
        assertThatThrownBy(() -> call(input().put("algorithm", "XXHASH64")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("XXHASH64");
    }

    @Test
    void anAnswerIsValidated() {
        HttpAnswer right =
                answer(Algorithm.CRC32.digest().base64("{\"text\":\"hello\"}".getBytes(StandardCharsets.UTF_8)));

        assertThat(protocol.validated(PUT, right)).contains(Algorithm.CRC32);
        assertThat(protocol.reply(PUT, right)).isInstanceOf(Reply.Output.class);
    }

    @Test
    void anAnswerThatIsAnotherIsNone() {
        assertThatThrownBy(() -> protocol.reply(PUT, answer("AAAAAA==")))
                .isInstanceOf(MalformedAnswer.class)
                .hasMessageContaining("x-amz-checksum-crc32");
    }
}
