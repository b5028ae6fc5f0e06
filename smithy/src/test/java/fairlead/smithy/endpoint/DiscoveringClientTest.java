package fairlead.smithy.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import fairlead.smithy.Models;
import fairlead.smithy.client.Auth;
import fairlead.smithy.client.Client;
import fairlead.smithy.client.Connection;
import fairlead.smithy.protocol.Protocol;
import fairlead.smithy.protocol.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.ShapeId;
import tools.jackson.databind.node.JsonNodeFactory;

/// A service of three endpoints, the second of which serves no client any longer.
class DiscoveringClientTest {

    private static final Model MODEL = Models.parse("cells.smithy", """
        $version: "2"
        namespace cells

        use aws.api#clientDiscoveredEndpoint
        use aws.api#clientEndpointDiscovery
        use aws.api#clientEndpointDiscoveryId
        use aws.protocols#awsJson1_0

        @awsJson1_0
        @clientEndpointDiscovery(operation: DescribeEndpoints, error: InvalidEndpoint)
        service Cells { version: "1", operations: [DescribeEndpoints, GetThing] }

        operation DescribeEndpoints {
            input := { Operation: String, Identifiers: Identifiers }
            output := { Endpoints: Endpoints }
            errors: [InvalidEndpoint]
        }
        map Identifiers { key: String, value: String }
        list Endpoints { member: Endpoint }
        structure Endpoint { Address: String, CachePeriodInMinutes: Long }
        @error("client") structure InvalidEndpoint {}

        @clientDiscoveredEndpoint(required: true)
        operation GetThing {
            input := { @required @clientEndpointDiscoveryId id: String }
            output := { at: String }
            errors: [InvalidEndpoint]
        }
        """).model().orElseThrow();

    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private final List<HttpServer> servers = new ArrayList<>();
    private final Connection connection = new Connection(1 << 20);
    private String standard = "";

    @BeforeEach
    void start() throws IOException {
        String moved = serve("moved", 400, "{\"__type\":\"cells#InvalidEndpoint\"}");
        String right = serve("right", 200, "{\"at\":\"right\"}");
        standard = serve(
                "standard",
                200,
                "{\"Endpoints\":[{\"Address\":\"%s\",\"CachePeriodInMinutes\":5},{\"Address\":\"%s\",\"CachePeriodInMinutes\":5}]}"
                        .formatted(moved, right));
    }

    @AfterEach
    void stop() {
        servers.forEach(server -> server.stop(0));
        connection.close();
    }

    private String serve(String name, int status, String answer) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> answer(exchange, name, status, answer));
        server.start();
        servers.add(server);
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange, String name, int status, String answer) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            asked.add(name + " " + exchange.getRequestHeaders().getFirst("X-Amz-Target") + " " + body);
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Test
    void callsAnOperationWhereItsThingIs() {
        ServiceShape service = MODEL.expectShape(ShapeId.from("cells#Cells"), ServiceShape.class);
        URI endpoint = URI.create(standard);
        Client client = new Client(
                Protocol.of(MODEL, service).orElseThrow(),
                connection,
                endpoint,
                new Auth.None(),
                Duration.ofSeconds(10),
                Clock.systemUTC());
        DiscoveringClient discovering = new DiscoveringClient(
                MODEL,
                client,
                DiscoveryTraits.of(MODEL, service).orElseThrow(),
                DiscoverySettings.of(endpoint),
                new EndpointCache(),
                Runnable::run);

        for (int i = 0; i < 2; i++) {
            Reply reply = discovering.call(
                    MODEL.expectShape(ShapeId.from("cells#GetThing"), OperationShape.class),
                    JsonNodeFactory.instance.objectNode().put("id", "a"),
                    new Client.Call("", Clock.systemUTC().instant().plusSeconds(10), Map.of()));
            assertThat(reply)
                    .isInstanceOfSatisfying(
                            Reply.Output.class,
                            output -> assertThat(output.document().path("at").asString())
                                    .isEqualTo("right"));
        }

        assertThat(asked)
                .containsExactly(
                        "standard Cells.DescribeEndpoints {\"Operation\":\"GetThing\",\"Identifiers\":{\"id\":\"a\"}}",
                        "moved Cells.GetThing {\"id\":\"a\"}",
                        "right Cells.GetThing {\"id\":\"a\"}",
                        "right Cells.GetThing {\"id\":\"a\"}");
    }
}
