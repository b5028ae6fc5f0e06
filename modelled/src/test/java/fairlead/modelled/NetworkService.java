package fairlead.modelled;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import fairlead.handler.Context;
import fairlead.schema.ResourceSchema;
import fairlead.smithy.Models;
import fairlead.smithy.convert.Conversion;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.ShapeId;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A service that does not keep to its model: it calls what it makes by another name than it asks for, and shows what
/// the model does not allow, and answers with a text where nothing is expected.
final class NetworkService implements AutoCloseable {

    static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    static final Model MODEL = Models.parse("networks.smithy", """
        $version: "2"
        namespace networks

        use aws.protocols#awsJson1_0
        use smithy.waiters#waitable

        @awsJson1_0
        service Networks {
            version: "1"
            resources: [Region, Network]
            operations: [TagResource, UntagResource, ListTagsForResource]
        }

        operation TagResource { input := { @required resourceArn: String, @required tags: Tags }, output := {} }
        operation UntagResource { input := { @required resourceArn: String, @required tagKeys: TagKeys }, output := {} }
        @readonly
        operation ListTagsForResource { input := { @required resourceArn: String }, output := { tags: Tags } }
        list Tags { member: Tag }
        structure Tag { key: String, value: String }
        list TagKeys { member: String }

        @noReplace
        resource Region {
            identifiers: { regionName: String }
            properties: { colour: String }
            put: PutRegion
            read: GetRegion
            delete: DeleteRegion
            resources: [Zone]
        }
        @idempotent
        operation PutRegion { input := { @required regionName: String, colour: String }, output := {} }
        @readonly
        operation GetRegion { input := { @required regionName: String }, output := { colour: String } }
        @idempotent
        operation DeleteRegion { input := { @required regionName: String }, output := {} }

        resource Zone {
            identifiers: { regionName: String, zoneId: String }
            properties: { size: Integer, shade: String }
            create: CreateZone
            read: GetZone
            delete: DeleteZone
            operations: [ShadeZone]
        }
        operation CreateZone { input := { @required regionName: String, size: Integer }, output := { @required zoneId: String } }
        @readonly
        operation GetZone { input := { @required regionName: String, @required zoneId: String }, output := { size: Integer } }
        @idempotent
        operation DeleteZone { input := { @required regionName: String, @required zoneId: String }, output := {} }
        operation ShadeZone { input := { @required regionName: String, @required zoneId: String, shade: String }, output := {} }

        resource Network {
            identifiers: { networkIdentifier: NetworkId }
            create: CreateNetwork
            read: GetNetwork
            delete: DeleteNetwork
            list: ListNetworks
        }
        @length(min: 20) @pattern("^net-[0-9]+$")
        string NetworkId
        @length(min: 1)
        list Labels { member: String }
        structure Limits { @required most: Integer }
        structure ShownLimits { @required most: Integer, used: Integer }
        enum Phase { READY }
        operation CreateNetwork {
            input := { @required name: String, labels: Labels, limits: Limits, tags: Tags }
            output := { id: NetworkId }
        }
        @readonly
        @waitable(NetworkActive: { acceptors: [
            { state: "success", matcher: { output: { path: "status", expected: "ACTIVE", comparator: "stringEquals" } } }
            { state: "failure", matcher: { output: { path: "status", expected: "STANDBY", comparator: "stringEquals" } } }
        ] })
        operation GetNetwork {
            input := { @required networkIdentifier: NetworkId }
            output := {
                id: NetworkId, name: String, labels: Labels, limits: ShownLimits, phase: Phase, status: String
                made: Timestamp, arn: String
            }
            errors: [NoSuchNetwork]
        }
        @idempotent
        operation DeleteNetwork { input := { @required networkIdentifier: NetworkId }, output := {}, errors: [NoSuchNetwork] }
        @readonly
        operation ListNetworks { input := {}, output := { networks: Entries } }
        list Entries { member: Entry }
        structure Entry { id: NetworkId, name: String }
        @error("client") structure NoSuchNetwork {}
        """).model().orElseThrow();

    private static final JsonMapper JSON = JsonMapper.shared();

    final TreeMap<String, JsonNode> networks = new TreeMap<>();

    final Map<String, String> tags = new TreeMap<>();

    /// What it shows as the status of each network.
    volatile String status = "STANDBY";

    /// Whether a create says what it has made.
    volatile boolean tells = true;

    private final HttpServer server;

    NetworkService() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    private synchronized void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode input =
                    JSON.readTree(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
            ObjectNode answer = carriedOut(target.substring(target.indexOf('.') + 1), input);
            byte[] bytes = target.endsWith(".TagResource")
                    ? "\"\"".getBytes(StandardCharsets.UTF_8)
                    : JSON.writeValueAsBytes(answer);
            exchange.sendResponseHeaders(answer.has("__type") ? 400 : 200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private ObjectNode carriedOut(String operation, JsonNode input) {
        ObjectNode output = JSON.createObjectNode();
        String id = input.path("networkIdentifier").asString("");
        switch (operation) {
            case "CreateNetwork" -> {
                String made = "sn-" + (networks.size() + 1);
                networks.put(made, input);
                input.path("tags")
                        .forEach(tag -> tags.put(
                                tag.path("key").asString(), tag.path("value").asString()));
                if (tells) {
                    output.put("id", made);
                }
            }
            case "ListNetworks" ->
                networks.forEach((key, network) -> output.withArray("/networks")
                        .addObject()
                        .put("id", key)
                        .put("name", network.path("name").asString("")));
            case "TagResource" ->
                input.path("tags")
                        .forEach(tag -> tags.put(
                                tag.path("key").asString(), tag.path("value").asString()));
            case "UntagResource" -> input.path("tagKeys").forEach(key -> tags.remove(key.asString()));
            case "ListTagsForResource" ->
                tags.forEach((key, value) ->
                        output.withArray("/tags").addObject().put("key", key).put("value", value));
            default -> {
                if (!networks.containsKey(id)) {
                    return output.put("__type", "networks#NoSuchNetwork");
                }
                if (operation.equals("DeleteNetwork")) {
                    networks.remove(id);
                } else {
                    show(output, id);
                }
            }
        }
        return output;
    }

    /// An ID that is too short, no labels though one is the least, more limits than are taken, a phase that is newer
    /// than the model, and a time that is none.
    private void show(ObjectNode output, String id) {
        output.setAll((ObjectNode) networks.getOrDefault(id, output).deepCopy());
        output.put("id", id).put("phase", "RESTING").put("status", status).put("made", "yesterday");
        output.put("arn", "arn:aws:networks:local:1:network/" + id);
        output.remove("tags");
        output.putArray("labels");
        output.withObject("/limits").put("used", 3);
    }

    static Packaging packaging(String resource, URI endpoint) {
        ServiceShape service = MODEL.expectShape(ShapeId.from("networks#Networks"), ServiceShape.class);
        Conversion.Options options = new Conversion.Options(Optional.of("Example"), Optional.empty(), false);
        Conversion.Type type = Conversion.of(MODEL, service, options).types().stream()
                .filter(one -> one.resource().getName().equals(resource))
                .findFirst()
                .orElseThrow();
        return Packaging.of(MODEL, service, type, WarehouseTypes.settings(endpoint));
    }

    /// The type of its networks, as a registration makes it.
    WarehouseTypes.Opened open() {
        URI endpoint = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        Packaging packaging = packaging("Network", endpoint);
        ResourceSchema schema = WarehouseTypes.schema(packaging);
        ModelledType type = WarehouseTypes.open(packaging, schema);
        return new WarehouseTypes.Opened(
                schema,
                type.handler()
                        .orElseThrow(() -> new AssertionError(type.findings().toString())),
                packaging);
    }

    static ObjectNode json(String text) {
        return (ObjectNode) JsonMapper.shared().readTree(text);
    }

    /// Of a call of the handler of networks.
    static Context context(String token, int attempt) {
        return Context.builder(
                        "Example::Networks::Network", token, NOW.plusSeconds(30), Clock.fixed(NOW, ZoneOffset.UTC))
                .in("account", "local")
                .name("a")
                .attempt(attempt)
                .build();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
