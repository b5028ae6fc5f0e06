package fairlead.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import fairlead.server.wiring.ControlPlane;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class AuditTest {

    private static final String OURS = "/fairlead/audit?subscription=" + ControlPlane.DEVELOPMENT;

    @TempDir
    private Path folder;

    private Plane plane;

    @BeforeEach
    void start() {
        plane = Plane.start(folder, Duration.ofSeconds(10));
        for (String name : List.of("one", "two", "three")) {
            Map<String, String> ids = Map.of("x-ms-correlation-request-id", "action-" + name);
            String body = "{\"location\": \"local\", \"properties\": {\"Secret\": \"tell nobody\"}}";
            assertThat(plane.send("PUT", Plane.THINGS + "/" + name + Plane.VERSION, ids, body)
                            .status())
                    .isEqualTo(201);
        }
    }

    @AfterEach
    void stop() {
        plane.close();
    }

    private static List<String> resources(Answer answer) {
        assertThat(answer.status()).isEqualTo(200);
        List<String> names = new ArrayList<>();
        for (JsonNode deed : answer.json().path("value")) {
            names.add(deed.at("/resources/0/ARN").stringValue().replaceAll(".*/", ""));
        }
        return names;
    }

    @Test
    void showsTheNewestFirstAndPageByPage() {
        Answer first = plane.get(OURS + "&$top=2");
        assertThat(resources(first)).containsExactly("three", "two");
        Answer second = plane.get(first.json().path("nextLink").stringValue());
        assertThat(resources(second)).startsWith("one");
        assertThat(second.json().has("nextLink")).isFalse();
    }

    @Test
    void findsWhatBelongsTogether() {
        Answer found = plane.get("/fairlead/audit?correlationId=action-two");
        assertThat(resources(found)).containsExactly("two");
        assertThat(found.response().body()).doesNotContain("tell nobody");
    }

    @Test
    void findsWhatWasDoneToAResource() {
        plane.send("DELETE", Plane.THINGS + "/one" + Plane.VERSION, "");
        Answer found = plane.get("/fairlead/audit?resource=" + Plane.THINGS + "/ONE");
        assertThat(found.json()
                        .path("value")
                        .valueStream()
                        .map(deed -> deed.path("eventName").stringValue()))
                .containsExactly("DeleteResource", "PutResource");
    }

    @Test
    void findsNothingBeforeAnythingWasDone() {
        assertThat(resources(plane.get(OURS + "&until=2020-01-01T00:00:00Z"))).isEmpty();
        assertThat(resources(plane.get(OURS + "&from=2020-01-01T00:00:00Z"))).hasSizeGreaterThanOrEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({
        "$top=0, InvalidQueryParameter",
        "from=yesterday, InvalidQueryParameter",
        "$skipToken=made-up, InvalidSkipToken"
    })
    void refusesWhatItCantRead(String query, String code) {
        Answer refused = plane.get("/fairlead/audit?" + query);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.code()).isEqualTo(code);
    }

    @Test
    void isReadOnly() {
        assertThat(plane.send("DELETE", "/fairlead/audit", "").status()).isEqualTo(405);
        assertThat(plane.get("/fairlead/audit/more").status()).isEqualTo(404);
    }
}
