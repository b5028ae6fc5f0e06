package fairlead.server.cloudcontrol.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import fairlead.server.registry.AwsClient;
import fairlead.server.type.Archives;
import fairlead.smithy.endpoint.DiscoverySettings;
import fairlead.smithy.endpoint.DiscoveryTraits;
import fairlead.smithy.endpoint.DiscoveryTraits.Discovered;
import fairlead.smithy.endpoint.Endpoint;
import fairlead.smithy.endpoint.EndpointCache;
import fairlead.smithy.endpoint.EndpointDiscovery;
import fairlead.smithy.endpoint.EndpointDiscovery.Call;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.smithy.model.shapes.ShapeId;
import tools.jackson.databind.json.JsonMapper;

/// Where things are reached by those who use them, as their types declare it.
class EndpointSurfaceTest {

    private static final String SCHEMA = """
        {
          "typeName": "Test::Reports::Report",
          "description": "A report that is read at an address of its own.",
          "properties": {"ReportId": {"type": "string"}, "Endpoints": {"type": "array", "items": {"type": "string"}}},
          "required": ["ReportId"],
          "additionalProperties": false,
          "primaryIdentifier": ["/properties/ReportId"],
          "createOnlyProperties": ["/properties/ReportId"],
          "handlers": {
            "create": {"permissions": []}, "read": {"permissions": []}, "update": {"permissions": []},
            "delete": {"permissions": []}, "list": {"permissions": []}
          }
        }
        """;

    private static final String REGISTRATION = """
        {"endpoints": {"addresses": ["/properties/Endpoints"], "cachePeriodInMinutes": 10}}
        """;

    private static final String REPORT = Plane.GROUP + "/providers/Test.Reports/reports/r-1";
    private static final String ADDRESS = "/fairlead/endpoints/Test::Reports::Report";
    private static final String QUESTION = "{\"Operation\":\"GetReport\",\"Identifiers\":{\"reportId\":\"r-1\"}}";

    @TempDir
    private Path folder;

    private Plane plane;

    @BeforeEach
    void start() {
        plane = Plane.start(folder, Duration.ofSeconds(5));
    }

    @AfterEach
    void stop() {
        plane.close();
    }

    private Answer register(String registration) {
        byte[] archive = Archives.zip(Map.of(
                "report.json", SCHEMA.getBytes(StandardCharsets.UTF_8),
                "report.fairlead.json", registration.getBytes(StandardCharsets.UTF_8)));
        return plane.post("/fairlead/simulations", "application/zip", archive);
    }

    private void create() {
        register(REGISTRATION);
        String version = plane.types().all().stream()
                .filter(type -> type.name().toString().equals("Test::Reports::Report"))
                .map(type -> type.current().apiVersion())
                .findFirst()
                .orElseThrow();
        Answer created = plane.put(
                REPORT + "?api-version=" + version,
                "{\"location\":\"local\",\"properties\":{\"ReportId\":\"r-1\","
                        + "\"Endpoints\":[\"one.example.com\",\"http://two.example.com:8080\"]}}");
        assertThat(created.status()).as(created.response().body()).isEqualTo(201);
    }

    private Answer ask(String address, String body) {
        return plane.send("POST", address, body);
    }

    @Nested
    class AThing {

        @Test
        void isReachedAtTheAddressesOfItsProperty() {
            create();

            assertThat(ask(ADDRESS, QUESTION).response().body())
                    .isEqualTo("{\"Endpoints\":[{\"Address\":\"one.example.com\",\"CachePeriodInMinutes\":10},"
                            + "{\"Address\":\"http://two.example.com:8080\",\"CachePeriodInMinutes\":10}]}");
        }

        @Test
        void isFoundByAClientThatDiscoversEndpoints() {
            create();
            ShapeId operation = ShapeId.from("reports#GetReport");
            DiscoveryTraits traits = new DiscoveryTraits(
                    ShapeId.from("reports#Reports"),
                    ShapeId.from("reports#DescribeEndpoints"),
                    Optional.empty(),
                    true,
                    true,
                    Map.of(operation, new Discovered(true, List.of("reportId"))));
            EndpointDiscovery client = new EndpointDiscovery(
                    traits,
                    DiscoverySettings.of(URI.create(plane.url() + ADDRESS)),
                    new EndpointCache(),
                    (lookup, _) -> Endpoint.all(
                            ask(ADDRESS + "/describe-endpoints", lookup.input().toString())
                                    .json()),
                    Clock.systemUTC(),
                    Runnable::run);

            Call call = new Call(operation, "key", _ -> Optional.of("r-1"));

            assertThat(client.choose(call).endpoint()).isEqualTo(URI.create("https://one.example.com"));
        }

        @Test
        void isTheSignersInTheRegionThatIsSignedForWhateverTheService() {
            create();
            try (AwsClient aws = new AwsClient(plane)) {
                var answer = aws.send(aws.signed("reports", ADDRESS + "/")
                        .header("Content-Type", "application/x-amz-json-1.1")
                        .header("X-Amz-Target", "Reports.DescribeEndpoints")
                        .POST(BodyPublishers.ofString(QUESTION)));

                assertThat(answer.status()).isEqualTo(404);
                assertThat(answer.header("Content-Type")).isEqualTo("application/x-amz-json-1.1");
                assertThat(JsonMapper.shared()
                                .readTree(answer.text())
                                .path("__type")
                                .asString())
                        .isEqualTo("ResourceNotFound");
            }
        }

        @Test
        void hasNoEndpointIfItIsNotThere() {
            register(REGISTRATION);

            Answer none = ask(ADDRESS, QUESTION);

            assertThat(none.status()).isEqualTo(404);
            assertThat(none.header("x-amzn-ErrorType")).isNotEmpty();
            assertThat(none.json().path("__type").asString()).isEqualTo(none.header("x-amzn-ErrorType"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"{}", "{\"Identifiers\":{\"other\":\"x\"}}", "{\"Identifiers\":{\"reportId\":1}}"})
        void hasToBeNamed(String question) {
            register(REGISTRATION);

            Answer refused = ask(ADDRESS, question);

            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.json().path("message").asString()).contains("'ReportId'");
        }
    }

    @Nested
    class AType {

        @Test
        void mayHaveEndpointsForEverybody() {
            register("{\"endpoints\": {\"addresses\": [\"https://reports.example.com\"]}}");

            assertThat(ask(ADDRESS, "").response().body())
                    .isEqualTo(
                            "{\"Endpoints\":[{\"Address\":\"https://reports.example.com\",\"CachePeriodInMinutes\":60}]}");
        }

        @Test
        void mayHaveNone() {
            register("{}");

            assertThat(ask(ADDRESS, QUESTION).json().path("__type").asString()).isEqualTo("EndpointsNotFound");
            assertThat(ask("/fairlead/endpoints/Test::Other::Type", QUESTION).status())
                    .isEqualTo(404);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{\"endpoints\": {\"addresses\": []}}",
                    "{\"endpoints\": {\"addresses\": [\"nowhere\"]}}",
                    "{\"endpoints\": {\"addresses\": [\"https://a.example.com\"], \"minutes\": 5}}",
                    "{\"endpoints\": []}"
                })
        void isRefusedIfItsEndpointsAreNone(String registration) {
            assertThat(register(registration).response().body()).contains("\"registration.");
        }
    }

    @Test
    void itIsAskedByPost() {
        assertThat(plane.get(ADDRESS).status()).isEqualTo(405);
    }
}
