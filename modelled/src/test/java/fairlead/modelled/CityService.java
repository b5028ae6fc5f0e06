package fairlead.modelled;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import fairlead.handler.ResourceHandler;
import fairlead.schema.ResourceSchema;
import fairlead.smithy.Models;
import fairlead.smithy.convert.Conversion;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.ShapeId;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A live service of cities, each of which has tags by operations of its own, and an endpoint of its own: two HTTP
/// servers, the first of which only knows where the second is.
final class CityService implements AutoCloseable {

    static final Model MODEL = Models.parse("cities.smithy", """
        $version: "2"
        namespace cities

        use aws.api#clientDiscoveredEndpoint
        use aws.api#clientEndpointDiscovery
        use aws.api#clientEndpointDiscoveryId
        use aws.api#tagEnabled
        use aws.api#taggable
        use aws.protocols#awsJson1_0

        @awsJson1_0
        @tagEnabled(disableDefaultOperations: true)
        @clientEndpointDiscovery(operation: DescribeEndpoints, error: InvalidEndpoint)
        service Cities {
            version: "1"
            resources: [City]
            operations: [DescribeEndpoints]
        }

        operation DescribeEndpoints {
            input := { Operation: String, Identifiers: Identifiers }
            output := { Endpoints: Endpoints }
            errors: [InvalidEndpoint]
        }
        map Identifiers { key: String, value: String }
        list Endpoints { member: Endpoint }
        structure Endpoint { Address: String, CachePeriodInMinutes: Long }
        @error("client") structure InvalidEndpoint {}
        @error("client") structure NoSuchCity {}

        @taggable(
            property: "tags",
            apiConfig: { tagApi: LabelCity, untagApi: UnlabelCity, listTagsApi: LabelsOfCity })
        resource City {
            identifiers: { cityId: String }
            properties: { population: Integer, tags: TagList }
            create: FoundCity
            read: VisitCity
            update: ChangeCity
            delete: LeaveCity
            operations: [LabelCity, UnlabelCity, LabelsOfCity]
        }
        structure Tag { name: String, value: String }
        list TagList { member: Tag }
        list TagKeys { member: String }

        @clientDiscoveredEndpoint(required: true)
        operation FoundCity {
            input := { population: Integer }
            output := { @required cityId: String }
            errors: [InvalidEndpoint]
        }
        @readonly
        @clientDiscoveredEndpoint(required: true)
        operation VisitCity {
            input := { @required @clientEndpointDiscoveryId cityId: String }
            output := { @required cityId: String, population: Integer }
            errors: [NoSuchCity, InvalidEndpoint]
        }
        @clientDiscoveredEndpoint(required: true)
        operation ChangeCity {
            input := { @required @clientEndpointDiscoveryId cityId: String, population: Integer }
            output := {}
            errors: [NoSuchCity, InvalidEndpoint]
        }
        @idempotent
        @clientDiscoveredEndpoint(required: true)
        operation LeaveCity {
            input := { @required @clientEndpointDiscoveryId cityId: String }
            output := {}
            errors: [NoSuchCity, InvalidEndpoint]
        }
        operation LabelCity {
            input := { @required cityId: String, @length(max: 128) tags: TagList }
            output := {}
        }
        operation UnlabelCity {
            input := { @required cityId: String, @required @notProperty tagKeys: TagKeys }
            output := {}
        }
        operation LabelsOfCity {
            input := { @required cityId: String }
            output := { @length(max: 128) tags: TagList }
        }
        """).model().orElseThrow();

    private static final JsonMapper JSON = JsonMapper.shared();

    /// What was asked for, and where: `home FoundCity {...}`.
    final List<String> asked = Collections.synchronizedList(new ArrayList<>());

    private final Map<String, Integer> cities = new TreeMap<>();
    private final Map<String, Map<String, String>> labels = new TreeMap<>();
    private final HttpServer front;
    private final HttpServer home;

    CityService() throws IOException {
        front = serve("front");
        home = serve("home");
    }

    private HttpServer serve(String name) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> answer(exchange, name));
        server.start();
        return server;
    }

    private static String address(HttpServer server) {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private synchronized void answer(HttpExchange exchange, String place) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
            String operation = target.substring(target.indexOf('.') + 1);
            asked.add(place + " " + operation + " " + body);
            ObjectNode answer = carriedOut(operation, JSON.readTree(body));
            byte[] bytes = JSON.writeValueAsBytes(answer);
            exchange.sendResponseHeaders(answer.has("__type") ? 400 : 200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private ObjectNode carriedOut(String operation, JsonNode input) {
        ObjectNode output = JSON.createObjectNode();
        String city = input.path("cityId").asString("");
        switch (operation) {
            case "DescribeEndpoints" ->
                output.putArray("Endpoints")
                        .addObject()
                        .put("Address", address(home))
                        .put("CachePeriodInMinutes", 5);
            case "FoundCity" -> {
                String made = "city-" + (cities.size() + 1);
                cities.put(made, input.path("population").asInt(0));
                output.put("cityId", made);
            }
            case "ChangeCity" -> cities.put(city, input.path("population").asInt(0));
            case "LeaveCity" -> cities.remove(city);
            case "LabelCity" ->
                input.path("tags")
                        .forEach(tag -> labelsOf(city)
                                .put(
                                        tag.path("name").asString(),
                                        tag.path("value").asString()));
            case "UnlabelCity" ->
                input.path("tagKeys").forEach(key -> labelsOf(city).remove(key.asString()));
            case "LabelsOfCity" ->
                labelsOf(city)
                        .forEach((name, value) -> output.withArray("/tags")
                                .addObject()
                                .put("name", name)
                                .put("value", value));
            default -> {
                if (!cities.containsKey(city)) {
                    return output.put("__type", "cities#NoSuchCity");
                }
                output.put("cityId", city).put("population", cities.get(city));
            }
        }
        return output;
    }

    private Map<String, String> labelsOf(String city) {
        return labels.computeIfAbsent(city, _ -> new TreeMap<>());
    }

    /// What is registered of it.
    static Packaging packaging(URI endpoint) {
        ServiceShape service = MODEL.expectShape(ShapeId.from("cities#Cities"), ServiceShape.class);
        Conversion.Options options = new Conversion.Options(Optional.of("Example"), Optional.empty(), false);
        Conversion.Type type = Conversion.of(MODEL, service, options).types().getFirst();
        return Packaging.of(MODEL, service, type, WarehouseTypes.settings(endpoint));
    }

    /// Its handler, as a registration makes it.
    ResourceHandler.Updatable handler() {
        Packaging packaging = packaging(URI.create(address(front)));
        ResourceSchema schema = WarehouseTypes.schema(packaging);
        ModelledType type = WarehouseTypes.open(packaging, schema);
        return (ResourceHandler.Updatable) type.handler()
                .orElseThrow(() -> new AssertionError(type.findings().toString()));
    }

    @Override
    public void close() {
        front.stop(0);
        home.stop(0);
    }
}
