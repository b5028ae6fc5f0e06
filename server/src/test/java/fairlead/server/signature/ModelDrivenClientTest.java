package fairlead.server.signature;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import fairlead.smithy.Models;
import fairlead.smithy.client.Auth;
import fairlead.smithy.client.Client;
import fairlead.smithy.client.Connection;
import fairlead.smithy.client.Credentials;
import fairlead.smithy.protocol.Protocol;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.ShapeId;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What the client of models signs, the verification of signatures takes: two who were written apart.
class ModelDrivenClientTest {

    private static final Instant TIME = Instant.parse("2026-11-21T12:00:00Z");
    private static final String SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
    private static final Model MODEL = Models.parse("shelf.smithy", """
        $version: "2"
        namespace example.shelf
        use aws.protocols#restJson1

        @restJson1
        service Shelf { version: "1", operations: [PutBook] }

        @idempotent
        @http(method: "PUT", uri: "/shelves/{shelf}/books/{path+}?fixed")
        operation PutBook {
            input := {
                @required @httpLabel shelf: String
                @required @httpLabel path: String
                @httpQuery("tag") tags: Tags
                @httpHeader("x-amz-note") note: String
                title: String
            }
        }
        list Tags { member: String }
        """).model().orElseThrow();

    private HttpServer server;
    private volatile String received = "";

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        StringBuilder text = new StringBuilder(exchange.getRequestMethod())
                .append(' ')
                .append(exchange.getRequestURI())
                .append(" HTTP/1.1\n");
        exchange.getRequestHeaders()
                .forEach((name, values) -> values.forEach(
                        value -> text.append(name).append(':').append(value).append('\n')));
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        received = text.append('\n').append(body).toString();
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
    }

    private SignedText sent(String input, Optional<String> sessionToken) {
        ServiceShape service = MODEL.expectShape(ShapeId.from("example.shelf#Shelf"), ServiceShape.class);
        Auth auth = new Auth.SigV4("eu-west-1", "shelf", new Credentials("AKIDEXAMPLE", SECRET, sessionToken));
        URI endpoint = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/base");
        try (Connection connection = new Connection(1000)) {
            new Client(
                            Protocol.of(MODEL, service).orElseThrow(),
                            connection,
                            endpoint,
                            auth,
                            Duration.ofSeconds(10),
                            Clock.fixed(TIME, ZoneOffset.UTC))
                    .call(
                            MODEL.expectShape(ShapeId.from("example.shelf#PutBook"), OperationShape.class),
                            (ObjectNode) JsonMapper.shared().readTree(input),
                            new Client.Call("token", TIME.plusSeconds(10), Map.of()));
        }
        String more = sessionToken.map(", \"sessionToken\": \"%s\""::formatted).orElse("");
        return new SignedText("shelf", TIME, SignedText.credentials(more), received);
    }

    @Test
    void signsPathsQueriesAndHeadersAsTheyAreVerified() {
        SignedText text = sent("""
            {"shelf": "a b/ü", "path": "x/y+z~1.txt", "tags": ["b c", "a&", "="], "note": " two  blanks ",
             "title": "naïve"}\
            """, Optional.empty());
        assertThat(text.verify().region()).isEqualTo("eu-west-1");
    }

    @Test
    void sendsTheTokenOfATemporaryKey() {
        assertThat(sent("{\"shelf\": \"a\", \"path\": \"b\"}", Optional.of("t0ken"))
                        .verify()
                        .region())
                .isEqualTo("eu-west-1");
    }
}
