package fairlead.smithy.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import fairlead.smithy.Models;
import fairlead.smithy.checksum.Algorithm;
import fairlead.smithy.protocol.Protocol;
import fairlead.smithy.protocol.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.ShapeId;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Where the checksum of a payload is when it arrives at a live server: the table of "Resolving checksum location".
class PayloadsTest {

    private static final Model MODEL = Models.parse("tapes.smithy", """
        $version: "2"
        namespace tapes

        use aws.auth#unsignedPayload
        use aws.protocols#httpChecksum
        use aws.protocols#restJson1

        @restJson1
        service Tapes { version: "1", operations: [Record, RecordUnsigned] }

        @http(method: "PUT", uri: "/tape")
        @httpChecksum(requestAlgorithmMember: "algorithm", requestChecksumRequired: true)
        operation Record { input: Tape, output := {} }

        @unsignedPayload
        @http(method: "PUT", uri: "/unsigned")
        @httpChecksum(requestAlgorithmMember: "algorithm", requestChecksumRequired: true)
        operation RecordUnsigned { input: Tape, output := {} }

        structure Tape {
            @httpHeader("x-amz-sdk-checksum-algorithm") algorithm: Algorithms
            @required @httpPayload sound: Sound
        }
        @streaming @requiresLength blob Sound
        enum Algorithms { CRC32 SHA256 }
        """).model().orElseThrow();

    private static final byte[] SOUND = "one two one two".getBytes(StandardCharsets.US_ASCII);
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final Auth SIGNED =
            new Auth.SigV4("eu-west-1", "tapes", new Credentials("AKID", "secret", Optional.empty()));

    private final Connection connection = new Connection(1 << 20);
    private HttpServer server;
    private Headers headers = new Headers();
    private String body = "";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::take);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        connection.close();
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            headers = exchange.getRequestHeaders();
            body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII);
            byte[] answer = "{}".getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    private void send(String operation, Auth auth) {
        ServiceShape service = MODEL.expectShape(ShapeId.from("tapes#Tapes"), ServiceShape.class);
        URI endpoint = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        Client client = new Client(
                Protocol.of(MODEL, service).orElseThrow(),
                connection,
                endpoint,
                auth,
                Duration.ofSeconds(10),
                Clock.fixed(NOW, ZoneOffset.UTC));
        ObjectNode input = JsonNodeFactory.instance
                .objectNode()
                .put("sound", Base64.getEncoder().encodeToString(SOUND));
        Reply reply = client.call(
                MODEL.expectShape(ShapeId.from("tapes#" + operation), OperationShape.class),
                input,
                new Client.Call("", NOW.plusSeconds(10), Map.of()));
        assertThat(reply).isInstanceOf(Reply.Output.class);
    }

    private static String checksum() {
        return Algorithm.CRC32.digest().base64(SOUND);
    }

    private void assertTrailer() {
        assertThat(body).isEqualTo("f\r\none two one two\r\n0\r\nx-amz-checksum-crc32:" + checksum() + "\r\n\r\n");
        assertThat(headers.getFirst("Content-Encoding")).isEqualTo("aws-chunked");
        assertThat(headers.getFirst("X-Amz-Trailer")).isEqualTo("x-amz-checksum-crc32");
        assertThat(headers.getFirst("X-Amz-Decoded-Content-Length")).isEqualTo("15");
        assertThat(headers.getFirst("X-Amz-Sdk-Checksum-Algorithm")).isEqualTo("CRC32");
        assertThat(headers.containsKey("X-Amz-Checksum-Crc32")).isFalse();
    }

    @Test
    void itIsBehindAPayloadThatIsNotSigned() {
        send("Record", new Auth.None());
        assertTrailer();
    }

    @Test
    void itIsBehindAPayloadThatTheSignatureLeavesOut() {
        send("RecordUnsigned", SIGNED);
        assertTrailer();
        assertThat(headers.getFirst("X-Amz-Content-Sha256")).isEqualTo("STREAMING-UNSIGNED-PAYLOAD-TRAILER");
        assertThat(headers.getFirst("Authorization")).contains("x-amz-content-sha256", "x-amz-trailer");
    }

    @Test
    void itIsInTheHeaderOfAPayloadThatIsSigned() {
        send("Record", SIGNED);
        assertThat(body).isEqualTo("one two one two");
        assertThat(headers.getFirst("X-Amz-Checksum-Crc32")).isEqualTo(checksum());
        assertThat(headers.getFirst("X-Amz-Content-Sha256")).hasSize(64);
        assertThat(headers.containsKey("X-Amz-Trailer")).isFalse();
    }
}
