package fairlead.server.region;

import static fairlead.server.region.Regions.EAST;
import static fairlead.server.region.Regions.NORTH;
import static fairlead.server.region.Regions.WEST;
import static fairlead.server.region.Regions.group;
import static fairlead.server.region.Regions.thing;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane.Answer;
import fairlead.server.wiring.ControlPlane;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What is one thing for a caller, though every cell has a part of it.
class WholeTest {

    @TempDir
    private Path folder;

    private Regions regions;
    private Api front;

    @BeforeEach
    void start() {
        regions = new Regions(folder, "--sync-wait=30s");
        front = regions.front();
        assertThat(front.putIn(WEST, group("g")).status()).isEqualTo(201);
    }

    @AfterEach
    void stop() throws Exception {
        regions.close();
    }

    private JsonNode watch(String query) {
        Answer answer = front.send("GET", "/fairlead/watch?kind=resource&change=Succeeded" + query, "");
        assertThat(answer.status()).isEqualTo(200);
        return answer.json();
    }

    private static List<String> resources(JsonNode page) {
        List<String> names = new ArrayList<>();
        page.path("events").forEach(event -> {
            String id = event.path("resourceId").stringValue();
            names.add(id.substring(id.lastIndexOf('/') + 1));
        });
        return names;
    }

    @Test
    void theHistoryOfAllCellsIsWatchedFromOnePlace() {
        String place = watch("").path("next").stringValue();
        front.putIn(WEST, thing("g", "w"));
        front.putIn(NORTH, thing("g", "n"));
        front.putIn(EAST, thing("g", "e"));

        JsonNode page = watch("&from=" + place);
        assertThat(resources(page)).containsExactlyInAnyOrder("w", "n", "e");

        String second = page.path("events").get(1).path("id").stringValue();
        assertThat(resources(watch("&from=" + second))).hasSize(1);
        assertThat(resources(watch("&from=" + page.path("next").stringValue()))).isEmpty();
        assertThat(resources(watch("&from=oldest"))).contains("w", "n", "e");
    }

    @Test
    void aCellThatIsDownHoldsUpNoWatcher() {
        String place = watch("").path("next").stringValue();
        regions.end(EAST);
        front.putIn(NORTH, thing("g", "n"));
        JsonNode page = watch("&wait=20&from=" + place);
        assertThat(resources(page)).containsExactly("n");
        assertThat(page.path("unreachable").toString()).contains(EAST);
        assertThat(page.path("next").stringValue()).contains(EAST + ".");
    }

    @Test
    void historyThatACellHasNotIsGone() {
        Answer gone = front.send("GET", "/fairlead/watch?from=" + WEST + ".00000000-1", "");
        assertThat(gone.status()).isEqualTo(410);
        assertThat(gone.code()).isEqualTo("WatchHistoryGone");
        assertThat(front.send("GET", "/fairlead/watch?from=..", "").code()).isEqualTo("InvalidWatchToken");
    }

    private List<String> audited(String query) {
        List<String> names = new ArrayList<>();
        String next = "/fairlead/audit?subscription=" + ControlPlane.DEVELOPMENT + "&plane=control" + query;
        while (!next.isEmpty()) {
            JsonNode page = front.send("GET", next, "").json();
            page.path("value").forEach(record -> {
                String id = record.at("/resources/0/ARN").stringValue();
                names.add(id.substring(id.lastIndexOf('/') + 1));
            });
            next = page.path("nextLink").asString("");
        }
        return names;
    }

    @Test
    void theAuditTrailOfAllCellsIsReadAsOne() {
        front.putIn(WEST, thing("g", "1"));
        front.putIn(NORTH, thing("g", "2"));
        front.putIn(EAST, thing("g", "3"));
        front.putIn(NORTH, thing("g", "4"));
        front.putIn(NORTH, thing("g", "5"));
        assertThat(audited("").subList(0, 5)).containsExactly("5", "4", "3", "2", "1");
        assertThat(audited("&$top=1")).isEqualTo(audited("")).doesNotHaveDuplicates();
        assertThat(audited("&resource=" + thing("g", "4"))).containsExactly("4");
        assertThat(front.send("GET", "/fairlead/audit?$top=x", "").status()).isEqualTo(400);
        assertThat(front.send("GET", "/fairlead/audit?$skipToken=x", "").code()).isEqualTo("InvalidSkipToken");
        regions.end(EAST);
        assertThat(audited("").subList(0, 4)).containsExactly("5", "4", "2", "1");
    }

    @Test
    void whatAnArnMeansAndWhatRefersToWhatIsFoundInAllCells() {
        front.putIn(WEST, thing("g", "w"));
        front.putIn(EAST, thing("g", "e"));
        String graph = "/fairlead/graph?subscription=" + ControlPlane.DEVELOPMENT + "&group=g";
        JsonNode nodes = front.send("GET", graph, "").json().path("value");
        assertThat(nodes.findValuesAsString("id")).containsExactlyInAnyOrder(thing("g", "w"), thing("g", "e"));
        for (JsonNode node : nodes) {
            String arn = node.path("arn").stringValue();
            JsonNode found =
                    front.send("GET", "/fairlead/resources?arn=" + arn, "").json();
            assertThat(found.at("/value/0/id")).isEqualTo(node.path("id"));
        }
        assertThat(front.send("GET", "/fairlead/resources?arn=arn:aws:a:b:c:d/e", "")
                        .code())
                .isEqualTo("ResourceNotFound");
        regions.end(EAST);
        assertThat(front.send("GET", "/fairlead/resources?arn=arn:aws:a:b:c:d/e", "")
                        .code())
                .isEqualTo("LocationUnavailable");
    }

    @Test
    void subscriptionsAreListedWithoutTheirHome() {
        front.putIn(NORTH, thing("g", "n"));
        regions.end(WEST);
        Answer answer = front.get("/subscriptions");
        assertThat(answer.json().path("value").toString()).contains(ControlPlane.DEVELOPMENT);
        assertThat(answer.json().path("unreachable").toString()).contains(WEST);
    }

    @Test
    void anImportIsMadeInTheLocationThatItNames() {
        front.putIn(EAST, thing("g", "e"));
        Answer begun = front.send(
                "POST",
                "/fairlead/imports",
                "{\"type\": \"Fairlead::Lab::Thing\", \"subscription\": \"" + ControlPlane.DEVELOPMENT
                        + "\", \"group\": \"g\", \"location\": \"" + EAST + "\", \"all\": true}");
        assertThat(begun.status()).isEqualTo(200);
        assertThat(begun.json().path("present").toString()).contains("/things/e");
        Answer later =
                front.send("GET", "/fairlead/imports/" + begun.json().path("id").stringValue(), "");
        assertThat(later.status()).isEqualTo(200);
    }

    @Test
    void theResultOfAnOperationIsFoundWhenItsResourceHasMoved() {
        front.putIn(WEST, group("other"));
        front.putIn(EAST, thing("g", "e"));
        JsonNode created = front.send(
                        "GET",
                        "/fairlead/watch?from=oldest&kind=operation&change=Succeeded&scope=" + thing("g", "e"),
                        "")
                .json();
        String operation = created.at("/events/0/operation").stringValue();
        Answer moved = front.send(
                "POST",
                group("g") + "/moveResources" + Api.VERSION,
                "{\"resources\": [\"" + thing("g", "e") + "\"], \"targetResourceGroup\": \"" + group("other") + "\"}");
        assertThat(moved.status()).isBetween(200, 204);

        Answer result = front.get(
                Regions.SUBSCRIPTION + "/providers/Fairlead.Lab/locations/" + EAST + "/operationResults/" + operation);
        assertThat(result.status()).isEqualTo(201);
        assertThat(result.json().path("id").stringValue()).isEqualTo(thing("other", "e"));
    }
}
