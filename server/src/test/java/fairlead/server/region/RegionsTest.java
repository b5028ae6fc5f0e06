package fairlead.server.region;

import static fairlead.server.region.Regions.EAST;
import static fairlead.server.region.Regions.NORTH;
import static fairlead.server.region.Regions.SUBSCRIPTION;
import static fairlead.server.region.Regions.WEST;
import static fairlead.server.region.Regions.group;
import static fairlead.server.region.Regions.thing;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane.Answer;
import fairlead.server.type.Archives;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Three cells behind a front are one control plane.
class RegionsTest {

    private static final String API = Api.VERSION;

    @TempDir
    private static Path folder;

    private static Regions regions;
    private static Api front;

    @BeforeAll
    static void start() {
        regions = new Regions(folder, "--sync-wait=30s");
        front = regions.front();
    }

    @AfterAll
    static void stop() throws Exception {
        regions.close();
    }

    /// A group at home in one location with a thing in each.
    private static void makeWidelySpread(String name, String home) {
        assertThat(front.putIn(home, group(name)).status()).isEqualTo(201);
        assertThat(front.putIn(WEST, thing(name, "w")).status()).isEqualTo(201);
        assertThat(front.putIn(NORTH, thing(name, "n")).status()).isEqualTo(201);
        assertThat(front.putIn(EAST, thing(name, "e")).status()).isEqualTo(201);
    }

    @Nested
    class Resources {

        @Test
        void areKeptInTheCellOfTheirLocation() {
            makeWidelySpread("kept", NORTH);
            assertThat(regions.cell(WEST).get(thing("kept", "w")).status()).isEqualTo(200);
            assertThat(regions.cell(NORTH).get(thing("kept", "n")).status()).isEqualTo(200);
            assertThat(regions.cell(EAST).get(thing("kept", "e")).status()).isEqualTo(200);
            assertThat(regions.cell(WEST).get(thing("kept", "n")).status()).isEqualTo(404);
            assertThat(regions.cell(NORTH).get(thing("kept", "e")).status()).isEqualTo(404);
        }

        @Test
        void areFoundByAFrontThatHasNeverSeenThem() {
            makeWidelySpread("found", EAST);
            try (Api another = regions.anotherFront()) {
                for (String name : List.of("w", "n", "e")) {
                    assertThat(another.get(thing("found", name)).status()).isEqualTo(200);
                }
                assertThat(another.send("PATCH", thing("found", "w") + API, "{\"tags\": {\"a\": \"b\"}}")
                                .status())
                        .isEqualTo(200);
                assertThat(another.delete(thing("found", "n")).status()).isEqualTo(200);
            }
            assertThat(front.get(thing("found", "n")).status()).isEqualTo(404);
        }

        @Test
        void areChangedByThePlanThatTheirCallerWasShown() throws Exception {
            makeWidelySpread("planned", WEST);
            HttpResponse<String> refused = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(front.url().resolve(thing("planned", "n") + API))
                                    .header("Content-Type", "application/json")
                                    .header("x-fairlead-plan", "sha256:" + "0".repeat(64))
                                    .PUT(HttpRequest.BodyPublishers.ofString(
                                            "{\"location\": \"" + NORTH + "\", \"properties\": {\"Text\": \"other\"}}"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(412);
            assertThat(refused.body()).contains("PlanChanged");
        }

        @Test
        void areInOneLocationOnly() {
            makeWidelySpread("one", WEST);
            Answer refused = front.putIn(WEST, thing("one", "n"));
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.code()).isEqualTo("InvalidResourceLocation");
        }

        @Test
        void mayBeMadeElsewhereWhenTheyAreGone() {
            makeWidelySpread("elsewhere", WEST);
            for (String location : List.of(EAST, WEST, NORTH, EAST)) {
                assertThat(front.delete(thing("elsewhere", "n")).status()).isEqualTo(200);
                Answer made = front.putIn(location, thing("elsewhere", "n"));
                assertThat(made.status()).isEqualTo(201);
                assertThat(made.json().path("location").asString()).isEqualTo(location);
            }
        }

        @Test
        void areNotMadeBehindTheFront() {
            makeWidelySpread("behind", WEST);
            Answer refused = regions.cell(NORTH).putIn(NORTH, thing("behind", "x"));
            assertThat(refused.status()).isEqualTo(421);
            assertThat(refused.code()).isEqualTo("MisdirectedRequest");
        }

        @Test
        void needALocationThatThereIs() {
            assertThat(front.putIn(WEST, group("mars")).status()).isEqualTo(201);
            Answer refused = front.putIn("mars", thing("mars", "x"));
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.code()).isEqualTo("LocationNotAvailableForResourceType");
            assertThat(refused.json().at("/error/message").asString()).contains("'westeurope,northeurope,eastus'");
        }

        @Test
        void canBeForeseen() {
            assertThat(front.putIn(WEST, group("foreseen")).status()).isEqualTo(201);
            Answer forecast =
                    front.send("POST", thing("foreseen", "x") + "/whatIf" + API, "{\"location\": \"" + NORTH + "\"}");
            assertThat(forecast.json().path("changeType").asString()).isEqualTo("Create");
            assertThat(front.get(thing("foreseen", "x")).status()).isEqualTo(404);
            assertThat(front.putIn(EAST, thing("foreseen", "x")).status()).isEqualTo(201);
        }
    }

    @Nested
    class Lists {

        @Test
        void showWhatAllCellsHave() {
            makeWidelySpread("listed", WEST);
            assertThat(front.names(group("listed") + "/providers/Fairlead.Lab/things", ""))
                    .containsExactlyInAnyOrder("w", "n", "e");
            assertThat(front.names(group("listed") + "/resources", "")).containsExactlyInAnyOrder("w", "n", "e");
            assertThat(front.names(SUBSCRIPTION + "/resources", "&$filter=resourceGroup%20eq%20'listed'"))
                    .containsExactlyInAnyOrder("w", "n", "e");
        }

        @Test
        void arePagedAcrossCells() {
            makeWidelySpread("paged", NORTH);
            for (int i = 0; i < 5; i++) {
                assertThat(front.putIn(EAST, thing("paged", "more" + i)).status())
                        .isEqualTo(201);
            }
            for (int size = 1; size < 10; size++) {
                assertThat(front.names(group("paged") + "/providers/Fairlead.Lab/things", "&$top=" + size))
                        .containsExactlyInAnyOrder("w", "n", "e", "more0", "more1", "more2", "more3", "more4");
            }
        }

        @Test
        void haveEachGroupOnce() {
            makeWidelySpread("once", EAST);
            assertThat(front.names(SUBSCRIPTION + "/resourceGroups", "").stream()
                            .filter("once"::equals))
                    .hasSize(1);
        }

        @Test
        void refuseAMarkThatTheyDidNotGive() {
            Answer refused = front.send("GET", SUBSCRIPTION + "/resources" + API + "&$skipToken=bm9uZQ", "");
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.code()).isEqualTo("InvalidSkipToken");
        }
    }

    @Nested
    class Groups {

        @Test
        void areDeletedInAllCells() {
            makeWidelySpread("going", NORTH);
            Answer begun = front.delete(group("going"));
            assertThat(begun.status()).isIn(200, 202);
            if (begun.status() == 202) {
                assertThat(front.ended(begun.header("location")).status()).isEqualTo(204);
            }
            assertThat(front.get(group("going")).status()).isEqualTo(404);
            for (String location : Regions.LOCATIONS) {
                assertThat(regions.cell(location).get(group("going")).status()).isEqualTo(404);
            }
        }

        @Test
        void mayBeMadeElsewhereWhenTheyAreGone() {
            for (String home : List.of(WEST, NORTH, EAST, WEST)) {
                makeWidelySpread("phoenix", home);
                Answer begun = front.delete(group("phoenix"));
                if (begun.status() == 202) {
                    assertThat(front.ended(begun.header("location")).status()).isEqualTo(204);
                }
            }
        }

        @Test
        void areNotDeletedWhileAnythingInThemIsLocked() {
            makeWidelySpread("locked", WEST);
            String lock = thing("locked", "n") + "/providers/Microsoft.Authorization/locks/keep" + API;
            assertThat(front.send("PUT", lock, "{\"properties\": {\"level\": \"CanNotDelete\"}}")
                            .status())
                    .isEqualTo(201);
            Answer refused = front.delete(group("locked"));
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.code()).isEqualTo("ScopeLocked");
            assertThat(front.get(thing("locked", "w")).status()).isEqualTo(200);
        }
    }

    @Nested
    class TemplatesOfAGroup {

        private static JsonNode export(String group, String resources) {
            String path = group(group) + "/exportTemplate" + API;
            Answer answer = front.send("POST", path, "{\"resources\": [" + resources + "]}");
            assertThat(answer.status()).isEqualTo(200);
            return answer.json();
        }

        @Test
        void haveWhatAllCellsHave() {
            makeWidelySpread("exported", NORTH);
            JsonNode template = export("exported", "\"*\"").path("template");
            assertThat(template.path("parameters").propertyNames())
                    .containsExactlyInAnyOrder("things_w_name", "things_n_name", "things_e_name");
            assertThat(template.path("resources"))
                    .extracting(resource -> resource.path("name").stringValue())
                    .containsExactlyInAnyOrder(
                            "[parameters('things_w_name')]",
                            "[parameters('things_n_name')]",
                            "[parameters('things_e_name')]");
        }

        @Test
        void missOnlyWhatNoCellHas() {
            makeWidelySpread("picked", NORTH);
            JsonNode answer = export("picked", "\"%s\", \"%s\"".formatted(thing("picked", "e"), thing("picked", "x")));
            assertThat(answer.at("/template/resources")).hasSize(1);
            assertThat(answer.at("/error/details"))
                    .extracting(detail -> detail.path("target").stringValue())
                    .containsExactly(thing("picked", "x"));
        }
    }

    @Nested
    class LocksAtAGroup {

        private static final String READ_ONLY = "{\"properties\": {\"level\": \"ReadOnly\"}}";

        @Test
        void holdInAllCells() {
            makeWidelySpread("read-only", WEST);
            String lock = group("read-only") + "/providers/Microsoft.Authorization/locks/keep" + API;
            assertThat(front.send("PUT", lock, READ_ONLY).status()).isEqualTo(201);
            assertThat(front.delete(thing("read-only", "e")).code()).isEqualTo("ScopeLocked");
            assertThat(front.putIn(NORTH, thing("read-only", "new")).code()).isEqualTo("ScopeLocked");
            assertThat(front.send("DELETE", lock, "").status()).isEqualTo(200);
            assertThat(front.delete(thing("read-only", "e")).status()).isEqualTo(200);
        }

        @Test
        void holdInACellThatGetsTheGroupLater() {
            assertThat(front.putIn(WEST, group("later")).status()).isEqualTo(201);
            String lock = group("later") + "/providers/Microsoft.Authorization/locks/keep" + API;
            assertThat(front.send("PUT", lock, READ_ONLY).status()).isEqualTo(201);
            assertThat(front.putIn(EAST, thing("later", "x")).code()).isEqualTo("ScopeLocked");
        }
    }

    @Nested
    class Moves {

        @Test
        void leaveResourcesInTheirLocation() {
            makeWidelySpread("from", WEST);
            assertThat(front.putIn(EAST, group("to")).status()).isEqualTo(201);
            Answer begun = move("from", "to", "n");
            assertThat(begun.status()).isEqualTo(202);
            assertThat(front.ended(begun.header("Location")).status()).isEqualTo(204);
            assertThat(front.get(thing("from", "n")).status()).isEqualTo(404);
            assertThat(front.get(thing("to", "n")).json().path("location").asString())
                    .isEqualTo(NORTH);
            assertThat(front.names(group("to") + "/resources", "")).containsExactly("n");
            assertThat(front.putIn(EAST, thing("to", "n")).code()).isEqualTo("InvalidResourceLocation");
        }

        @Test
        void areOfOneLocationAtATime() {
            makeWidelySpread("several", WEST);
            assertThat(front.putIn(WEST, group("target")).status()).isEqualTo(201);
            assertThat(move("several", "target", "n", "e").code()).isEqualTo("ResourcesInSeveralLocations");
        }

        private static Answer move(String from, String to, String... names) {
            String resources = Stream.of(names)
                    .map(name -> "\"" + thing(from, name) + "\"")
                    .collect(Collectors.joining(", "));
            return front.send(
                    "POST",
                    group(from) + "/moveResources" + API,
                    "{\"targetResourceGroup\": \"" + group(to) + "\", \"resources\": [" + resources + "]}");
        }
    }

    @Nested
    class Types {

        private static final String BOOKMARK = "/fairlead/types/Example::Web::Bookmark";

        @Test
        void areRegisteredInAllCellsAndOfferedWhereTheySay() {
            byte[] archive = Archives.exampleWith(
                    "\"apiVersion\"", "\"locations\": [\"North Europe\", \"eastus\"], \"apiVersion\"");
            assertThat(front.post("/fairlead/types?tests=skip", archive).status())
                    .isEqualTo(201);
            for (String location : Regions.LOCATIONS) {
                assertThat(regions.cell(location).get(BOOKMARK).status()).isEqualTo(200);
            }
            front.putIn(WEST, group("bookmarks"));
            Answer refused = front.send(
                    "PUT",
                    group("bookmarks") + "/providers/Example.Web/bookmarks/news" + API,
                    "{\"location\": \"westeurope\", \"properties\": {\"Url\": \"https://example.com\"}}");
            assertThat(refused.code()).isEqualTo("LocationNotAvailableForResourceType");
            assertThat(refused.json().at("/error/message").asString()).contains("'northeurope,eastus'");
            assertThat(front.get(SUBSCRIPTION + "/providers/Example.Web")
                            .json()
                            .at("/resourceTypes/0/locations")
                            .toString())
                    .isEqualTo("[\"northeurope\",\"eastus\"]");
            assertThat(front.delete(BOOKMARK).status()).isEqualTo(200);
            for (String location : Regions.LOCATIONS) {
                assertThat(regions.cell(location).get(BOOKMARK).status()).isEqualTo(404);
            }
        }
    }

    @Nested
    class Races {

        @Test
        void ofOneNameForTwoLocationsHaveOneWinner() throws Exception {
            assertThat(front.putIn(WEST, group("race")).status()).isEqualTo(201);
            try (Api another = regions.anotherFront()) {
                for (int i = 0; i < 30; i++) {
                    String id = thing("race", "x" + i);
                    List<Answer> answers = race(
                            List.of(
                                    Map.entry(front, NORTH),
                                    Map.entry(another, EAST),
                                    Map.entry(front, WEST),
                                    Map.entry(another, NORTH)),
                            id);
                    assertOneRecord(id, answers);
                    front.delete(id);
                }
            }
        }

        @Test
        void ofOneGroupForTwoLocationsHaveOneWinner() throws Exception {
            try (Api another = regions.anotherFront()) {
                for (int i = 0; i < 20; i++) {
                    String id = group("contended" + i);
                    List<Answer> answers = race(
                            List.of(Map.entry(front, NORTH), Map.entry(another, EAST), Map.entry(another, WEST)), id);
                    assertOneRecord(id, answers);
                }
            }
        }

        private static List<Answer> race(List<Map.Entry<Api, String>> runners, String id) throws Exception {
            CountDownLatch ready = new CountDownLatch(1);
            List<Answer> answers = new ArrayList<>();
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<Answer>> running = runners.stream()
                        .map(runner -> threads.submit(() -> {
                            ready.await();
                            return runner.getKey().putIn(runner.getValue(), id);
                        }))
                        .toList();
                ready.countDown();
                for (Future<Answer> one : running) {
                    answers.add(one.get());
                }
            }
            return answers;
        }

        private static void assertOneRecord(String id, List<Answer> answers) {
            assertThat(answers).extracting(Answer::status).contains(201).allMatch(List.of(200, 201, 409)::contains);
            assertThat(answers).extracting(Answer::status).containsOnlyOnce(201);
            long cells = Regions.LOCATIONS.stream()
                    .filter(location -> {
                        Answer found = regions.cell(location).get(id);
                        return found.status() == 200
                                && found.json().path("location").asString().equals(location);
                    })
                    .count();
            assertThat(cells).as(id).isEqualTo(1);
        }
    }

    @Test
    void linksLeadBackToTheFront() {
        assertThat(front.putIn(WEST, group("links")).status()).isEqualTo(201);
        assertThat(front.putIn(NORTH, thing("links", "a")).status()).isEqualTo(201);
        assertThat(front.putIn(NORTH, thing("links", "b")).status()).isEqualTo(201);
        Answer endpoints = front.get("/metadata/endpoints");
        assertThat(endpoints.json().path("resourceManager").asString()).isEqualTo(front.url() + "/");
        String operations = SUBSCRIPTION + "/operationStatuses" + API + "&$top=1";
        assertThat(front.send("GET", operations, "").json().path("nextLink").asString())
                .startsWith(front.url().toString());
    }

    @Test
    void anOperationIsFollowedThroughTheFront() throws Exception {
        try (Regions impatient = new Regions(folder.resolve("impatient"), "--sync-wait=0s")) {
            Api caller = impatient.front();
            caller.putIn(WEST, group("links"));
            Answer accepted = caller.putIn(NORTH, thing("links", "slow"));
            assertThat(accepted.status()).isEqualTo(201);
            String operation = accepted.header("Azure-AsyncOperation");
            assertThat(operation).startsWith(caller.url() + SUBSCRIPTION).contains("/locations/" + NORTH + "/");
            while (!caller.send("GET", operation, "")
                    .json()
                    .path("status")
                    .asString("")
                    .equals("Succeeded")) {
                Thread.onSpinWait();
            }
            Answer going = caller.delete(thing("links", "slow"));
            assertThat(going.header("Location")).startsWith(caller.url() + SUBSCRIPTION);
            assertThat(caller.ended(going.header("Location")).status()).isEqualTo(204);
            String id = operation.substring(operation.lastIndexOf('/') + 1, operation.indexOf('?'));
            assertThat(caller.get(SUBSCRIPTION + "/operationStatuses/" + id).status())
                    .isEqualTo(200);
        }
    }

    @Test
    void theCellsAreNotForCallers() {
        assertThat(front.send("GET", "/fairlead/cell", "").status()).isEqualTo(404);
    }
}
