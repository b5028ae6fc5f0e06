package fairlead.modelled;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Progress;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler.Updatable;
import fairlead.handler.Update;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A resource whose model gives it operations on its tags, and endpoints of its own.
class OwnTagsAndEndpointsTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final String TAGGED = """
        {"CityId": "city-1", "Population": 5, "Tags": [{"Name": "team", "Value": "red"}, {"Name": "old", "Value": "1"}]}
        """;

    private CityService service;
    private Updatable handler;

    @BeforeEach
    void start() throws IOException {
        service = new CityService();
        handler = service.handler();
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) JsonMapper.shared().readTree(text);
    }

    private static Context context() {
        return Context.builder("Example::Cities::City", "token", NOW.plusSeconds(30), Clock.fixed(NOW, ZoneOffset.UTC))
                .in("account", "local")
                .name("a")
                .build();
    }

    private static ObjectNode city() {
        return json("{\"CityId\": \"city-1\"}");
    }

    private void found() {
        assertThat(handler.create(Create.of(json("{\"Population\": 5}")), context()))
                .isInstanceOf(Progress.Again.class);
        service.asked.clear();
    }

    private List<String> asked(String part) {
        return service.asked.stream().filter(one -> one.contains(part)).toList();
    }

    @Test
    void tagsAreChangedByItsOwnOperationsAndItsOwnIdentifier() {
        found();
        handler.update(new Update(city(), json(TAGGED), json("{\"Population\": 5}"), Optional.empty()), context());
        ObjectNode fewer = json(
                "{\"CityId\": \"city-1\", \"Population\": 5, \"Tags\": [{\"Name\": \"team\", \"Value\": \"blue\"}]}");
        handler.update(new Update(city(), fewer, json(TAGGED), Optional.empty()), context());

        assertThat(asked("abelCity"))
                .containsExactly(
                        "front LabelCity {\"cityId\":\"city-1\",\"tags\":[{\"name\":\"team\",\"value\":\"red\"},"
                                + "{\"name\":\"old\",\"value\":\"1\"}]}",
                        "front UnlabelCity {\"cityId\":\"city-1\",\"tagKeys\":[\"old\"]}",
                        "front LabelCity {\"cityId\":\"city-1\",\"tags\":[{\"name\":\"team\",\"value\":\"blue\"}]}");
    }

    @Test
    void aChangeOfTagsAloneCallsNothingElse() {
        found();
        handler.update(new Update(city(), json(TAGGED), json("{\"Population\": 5}"), Optional.empty()), context());
        assertThat(asked("ChangeCity")).isEmpty();
    }

    @Test
    void tagsThatItsReadDoesNotShowAreListed() {
        found();
        handler.update(new Update(city(), json(TAGGED), json("{\"Population\": 5}"), Optional.empty()), context());

        Progress read = handler.read(new Read(city()), context());

        assertThat(read)
                .isInstanceOfSatisfying(
                        Progress.Done.class,
                        done -> assertThat(done.properties().path("Tags"))
                                .isEqualTo(json("""
                                    {"Tags": [{"Name": "old", "Value": "1"}, {"Name": "team", "Value": "red"}]}
                                    """).path("Tags")));
    }

    @Test
    void operationsWithAnEndpointGoThereAndTheOthersToTheStandardOne() {
        found();
        handler.read(new Read(city()), context());
        handler.read(new Read(city()), context());

        assertThat(asked(" VisitCity {")).hasSize(2).allMatch(one -> one.startsWith("home "));
        assertThat(asked("LabelsOfCity")).allMatch(one -> one.startsWith("front "));
        assertThat(asked("front DescribeEndpoints"))
                .containsExactly("front DescribeEndpoints"
                        + " {\"Operation\":\"VisitCity\",\"Identifiers\":{\"cityId\":\"city-1\"}}");
    }

    @Test
    void aModelWithoutEndpointsOfItsOwnIsRegisteredWithoutTheQuestion() {
        assertThat(CityService.packaging(URI.create("http://127.0.0.1:1")).model())
                .contains("DescribeEndpoints", "LabelsOfCity");
        assertThat(WarehouseTypes.packaging(
                                WarehouseTypes.model(),
                                "Crate",
                                WarehouseTypes.settings(URI.create("http://127.0.0.1:1")))
                        .model())
                .doesNotContain("clientEndpointDiscovery");
    }
}
