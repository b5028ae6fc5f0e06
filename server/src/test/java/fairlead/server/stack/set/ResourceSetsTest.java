package fairlead.server.stack.set;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import fairlead.server.resource.document.Documents;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Sets of plain resources in the native API, with a server.
class ResourceSetsTest {

    private static final String SUBSCRIPTION = Plane.SUBSCRIPTION.substring("/subscriptions/".length());
    private static final String PLACE = "?subscription=" + SUBSCRIPTION + "&location=local";

    @TempDir
    private static Path folder;

    private static Plane plane;

    @BeforeAll
    static void start() {
        plane = Plane.start(folder, Duration.ofSeconds(1));
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    // -- asking -----------------------------------------------------------------------------------------------------

    private static String path(String set, String what) {
        return "/fairlead/stacks/" + set + what + PLACE;
    }

    private static String body(String documents, String... switches) {
        ObjectNode body = Documents.empty().put("language", "resources").put("template", documents);
        for (String name : switches) {
            body.put(name, true);
        }
        return body.toString();
    }

    private static JsonNode plan(String set, String documents, String... switches) {
        Answer answer = plane.send("POST", path(set, "/plan"), body(documents, switches));
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return answer.json();
    }

    private static Answer put(String set, String documents, String... switches) {
        return plane.put(path(set, ""), body(documents, switches));
    }

    private static JsonNode applied(String set, String documents, String... switches) {
        Answer answer = put(set, documents, switches);
        assertThat(answer.status()).as(answer.response().body()).isIn(200, 202);
        return plane.readUntil(path(set, ""), now -> !now.json().path("busy").asBoolean(true))
                .json();
    }

    private static String thing(String name, String properties) {
        return "---\n{type: Fairlead.Lab/things, name: " + name + ", properties: {" + properties + "}}\n";
    }

    private static Answer read(String name) {
        return plane.get(Plane.THINGS + "/" + name + Plane.VERSION);
    }

    private static String property(String name, String property) {
        return read(name).json().path("properties").path(property).asString("");
    }

    private static void made(String name, String properties) {
        Answer made = plane.put(
                Plane.THINGS + "/" + name + Plane.VERSION,
                "{\"location\": \"local\", \"properties\": {" + properties + "}}");
        assertThat(made.status()).as(made.response().body()).isEqualTo(201);
    }

    private static List<String> actions(JsonNode plan) {
        return plan.path("nodes")
                .valueStream()
                .map(node -> node.path("key").asString("").replaceFirst(".*/", "") + " "
                        + node.path("action").asString("")
                        + (node.path("adopted").asBoolean(false) ? " adopted" : ""))
                .toList();
    }

    private static List<String> changes(JsonNode plan) {
        return plan.path("nodes")
                .valueStream()
                .flatMap(node -> node.path("properties").valueStream())
                .map(property -> property.path("path").asString("") + " " + property.path("before") + " -> "
                        + property.path("after"))
                .toList();
    }

    private static List<String> findings(JsonNode plan) {
        return plan.path("findings")
                .valueStream()
                .map(finding -> finding.path("message").asString(""))
                .toList();
    }

    private static String status(JsonNode stack) {
        return stack.path("status").asString("");
    }

    // -- making and changing ----------------------------------------------------------------------------------------

    @Test
    void aSetIsMadeAtTheAddressesThatItsDocumentsSay() {
        JsonNode set = applied("made", """
            {type: Fairlead.Files/directories/files, name: made-d/f.txt, properties: {Content: x}}
            ---
            {type: Fairlead::Lab::Thing, name: made-thing, tags: {env: dev}, properties: {Text: hello, Number: 3}}
            ---
            {type: Fairlead.Files/directories, name: made-d}
            """);

        assertThat(status(set)).isEqualTo("CREATE_COMPLETE");
        assertThat(read("made-thing").json().at("/tags/env").asString()).isEqualTo("dev");
        assertThat(property("made-thing", "Text")).isEqualTo("hello");
        assertThat(set.path("language").asString()).isEqualTo("resources");
    }

    @Test
    void whatIsNestedWhatExtendsOthersAndWhatIsNotRecordedIsOfASetToo() {
        String rack = Plane.GROUP + "/providers/Fairlead.Lab/racks/kinds-r";
        String documents = """
            {id: %s/providers/Fairlead.Lab/notes/n, properties: {Text: hello}}
            ---
            {type: Fairlead.Lab/racks/slots, name: kinds-r/s}
            ---
            {type: Fairlead.Lab/racks, name: kinds-r}
            """.formatted(rack);

        JsonNode set = applied("kinds", documents);

        assertThat(status(set)).as(set.toString()).isEqualTo("CREATE_COMPLETE");
        assertThat(plan("kinds", documents).path("change").asString()).isEqualTo("none");
        assertThat(status(applied("kinds", documents.replace("hello", "goodbye"))))
                .isEqualTo("UPDATE_COMPLETE");
        assertThat(status(applied("kinds", "[]", "prune"))).isEqualTo("UPDATE_COMPLETE");
        assertThat(plane.get(rack + Plane.VERSION).status()).isEqualTo(404);
    }

    @Test
    void theSameDocumentsAgainChangeNothing() {
        String documents = thing("same-1", "Text: a, Secret: hush, Labels: [b, a]") + thing("same-2", "Number: 1.0");
        applied("same", documents);

        JsonNode plan = plan("same", documents);

        assertThat(plan.path("change").asString()).isEqualTo("none");
        assertThat(actions(plan)).containsExactly("same-1 keep", "same-2 keep");
        assertThat(put("same", documents).status()).isEqualTo(200);
    }

    @Test
    void whatTheServerAnswersIsADocumentThatChangesNothing() {
        applied("echo", "{type: Fairlead.Lab/things, name: echo-1, tags: {a: b}, properties: {Text: a, Number: 2}}");

        JsonNode plan = plan("echo", read("echo-1").response().body());

        assertThat(plan.path("change").asString()).isEqualTo("none");
    }

    @Test
    void onlyWhatDiffersIsChanged() {
        applied("differs", thing("differs-1", "Text: a, Number: 1") + thing("differs-2", "Text: b"));
        String changed = thing("differs-1", "Text: a, Number: 2") + thing("differs-2", "Text: b");

        assertThat(changes(plan("differs", changed))).containsExactly("/properties/Number 1 -> 2");
        JsonNode set = applied("differs", changed);

        assertThat(status(set)).isEqualTo("UPDATE_COMPLETE");
        assertThat(property("differs-1", "Number")).isEqualTo("2");
        assertThat(property("differs-2", "Generation")).isEqualTo("0");
    }

    @Test
    void whatADocumentNoLongerHasGoesAndWhatOthersHaveSetBesideStays() {
        applied(
                "beside",
                "{type: Fairlead.Lab/things, name: beside-1, tags: {a: b}, properties: {Text: a, Number: 1}}");
        plane.send(
                "PATCH",
                Plane.THINGS + "/beside-1" + Plane.VERSION,
                "{\"tags\": {\"a\": \"b\", \"theirs\": \"c\"}, \"properties\": {\"Size\": 3}}");

        applied("beside", "{type: Fairlead.Lab/things, name: beside-1, properties: {Text: b}}");

        JsonNode now = read("beside-1").json();
        assertThat(now.path("tags").toString()).isEqualTo("{\"theirs\":\"c\"}");
        assertThat(now.path("properties").has("Number")).isFalse();
        assertThat(now.at("/properties/Size").asInt()).isEqualTo(3);
    }

    @Test
    void aPropertyThatCanNotBeChangedReplacesTheResourceAtItsAddress() {
        applied("replaced", thing("replaced-1", "Flavor: Plain"));
        String before = property("replaced-1", "Id");
        String sweet = thing("replaced-1", "Flavor: Sweet");

        assertThat(actions(plan("replaced", sweet))).containsExactly("replaced-1 replace");
        JsonNode set = applied("replaced", sweet);

        assertThat(status(set)).isEqualTo("UPDATE_COMPLETE");
        assertThat(property("replaced-1", "Flavor")).isEqualTo("Sweet");
        assertThat(property("replaced-1", "Id")).isNotEqualTo(before);
        assertThat(plan("replaced", sweet).path("change").asString()).isEqualTo("none");
    }

    @Test
    void aSecretIsSetAndNeverShown() {
        String documents = thing("secret-1", "Secret: whisper");
        JsonNode plan = plan("secret", documents);
        assertThat(plan.toString()).doesNotContain("whisper").contains("\"secret\":true");
        applied("secret", documents);

        JsonNode other = plan("secret", thing("secret-1", "Secret: shout"));

        assertThat(other.toString()).doesNotContain("whisper").doesNotContain("shout");
        assertThat(actions(other)).containsExactly("secret-1 change");
    }

    // -- what is no longer in the documents -------------------------------------------------------------------------

    @Test
    void whatIsNoLongerInTheDocumentsIsKeptUntilTheSetIsPruned() {
        applied("pruned", thing("pruned-1", "Text: a") + thing("pruned-2", "Text: b"));
        String less = thing("pruned-1", "Text: a");

        JsonNode keeps = plan("pruned", less);
        assertThat(keeps.path("change").asString()).isEqualTo("none");
        assertThat(keeps.at("/kept/0").asString()).isEqualTo("Fairlead.Lab/things/pruned-2");
        applied("pruned", thing("pruned-1", "Text: changed"));
        assertThat(read("pruned-2").status()).isEqualTo(200);

        JsonNode prunes = plan("pruned", less, "prune");
        assertThat(actions(prunes)).containsExactly("pruned-1 change", "pruned-2 remove");
        assertThat(prunes.path("kept")).isEmpty();
        applied("pruned", less, "prune");
        assertThat(read("pruned-2").status()).isEqualTo(404);
        assertThat(plan("pruned", less, "prune").path("change").asString()).isEqualTo("none");
    }

    @Test
    void whatIsPrunedGoesAfterWhatNeedsIt() {
        applied("order", """
            {type: Fairlead.Files/directories, name: order-d}
            ---
            {type: Fairlead.Files/directories/files, name: order-d/f.txt, properties: {Content: a}}
            """);

        JsonNode set = applied("order", "[]", "prune");

        assertThat(status(set)).isEqualTo("UPDATE_COMPLETE");
        assertThat(set.path("nodes"))
                .allMatch(node -> node.path("status").asString("").equals("DELETE_COMPLETE"));
    }

    @Test
    void whatMayNotBeDeletedIsToldBeforeAnythingIsDone() {
        applied("locked", thing("locked-1", "Text: a") + thing("locked-2", "Text: b"));
        String lock = Plane.THINGS + "/locked-2/providers/Microsoft.Authorization/locks/keep?api-version=2020-05-01";
        plane.put(lock, "{\"properties\": {\"level\": \"CanNotDelete\"}}");
        String less = thing("locked-1", "Text: c");

        JsonNode plan = plan("locked", less, "prune");

        assertThat(findings(plan)).singleElement().asString().contains("locked-2");
        assertThat(put("locked", less, "prune").status()).isEqualTo(400);
        assertThat(property("locked-1", "Text")).isEqualTo("a");
        plane.send("DELETE", lock, "");
    }

    @Test
    void whatCanNotBeDeletedStaysInTheSet() {
        applied("stuck", thing("stuck-1", "Text: a") + thing("stuck-2", "Fail: {On: delete, Code: NotStabilized}"));
        String less = thing("stuck-1", "Text: a");

        JsonNode set = applied("stuck", less, "prune");

        assertThat(status(set)).isEqualTo("UPDATE_COMPLETE");
        JsonNode plan = plan("stuck", less);
        assertThat(plan.path("change").asString()).isEqualTo("none");
        assertThat(plan.path("kept").toString()).isEqualTo("[\"Fairlead.Lab/things/stuck-2\"]");
        assertThat(findings(plan("other-stuck", thing("stuck-2", "Text: b"))))
                .containsExactly("The resource belongs to the stack 'stuck' (language resources).");
        applied("stuck", less + thing("stuck-2", "Text: b"));
        assertThat(status(applied("stuck", less, "prune"))).isEqualTo("UPDATE_COMPLETE");
        assertThat(read("stuck-2").status()).isEqualTo(404);
    }

    @Test
    void aSetIsDeletedWithAllThatItHas() {
        applied("deleted", thing("deleted-1", "Text: a"));

        assertThat(plane.send("DELETE", path("deleted", ""), "").status()).isEqualTo(202);
        plane.readUntil(path("deleted", ""), now -> now.status() == 404);

        assertThat(read("deleted-1").status()).isEqualTo(404);
    }

    // -- what others do ---------------------------------------------------------------------------------------------

    @Test
    void whatOthersHaveChangedIsChangedBackAndWhatTheyHaveDeletedIsMadeAgain() {
        String documents = thing("theirs-1", "Number: 1")
                + thing("theirs-2", "Number: 2")
                + "---\n{type: Fairlead.Files/directories, name: theirs-3}\n";
        applied("theirs", documents);
        plane.send("DELETE", Plane.GROUP + "/providers/Fairlead.Files/directories/theirs-3" + Plane.VERSION, "");
        plane.send("PATCH", Plane.THINGS + "/theirs-1" + Plane.VERSION, "{\"properties\": {\"Number\": 9}}");
        plane.send("DELETE", Plane.THINGS + "/theirs-2" + Plane.VERSION, "");

        JsonNode plan = plan("theirs", documents);
        assertThat(actions(plan)).containsExactly("theirs-1 change", "theirs-2 add", "theirs-3 add");
        assertThat(changes(plan)).contains("/properties/Number 9 -> 1");
        JsonNode set = applied("theirs", documents);

        assertThat(status(set)).isEqualTo("UPDATE_COMPLETE");
        assertThat(property("theirs-1", "Number")).isEqualTo("1");
        assertThat(property("theirs-2", "Number")).isEqualTo("2");
    }

    @Test
    void whatIsKeptIsNeitherChangedBackNorMadeAgain() {
        applied("left", thing("left-1", "Number: 1") + thing("left-2", "Number: 2") + thing("left-3", "Number: 3"));
        plane.send("PATCH", Plane.THINGS + "/left-1" + Plane.VERSION, "{\"properties\": {\"Number\": 9}}");
        plane.send("DELETE", Plane.THINGS + "/left-2" + Plane.VERSION, "");

        JsonNode plan = plan("left", thing("left-3", "Number: 3"));

        assertThat(plan.path("change").asString()).isEqualTo("none");
        assertThat(plan.path("kept").toString()).isEqualTo("[\"Fairlead.Lab/things/left-1\"]");
        applied("left", thing("left-3", "Number: 4"));
        assertThat(property("left-1", "Number")).isEqualTo("9");
        assertThat(read("left-2").status()).isEqualTo(404);
    }

    // -- what is there already --------------------------------------------------------------------------------------

    @Test
    void aResourceThatIsNobodysIsTakenInOnlyIfSoAsked() {
        made("found-1", "\"Text\": \"a\", \"Number\": 5");
        String documents = thing("found-1", "Text: b");

        JsonNode refused = plan("found", documents);
        assertThat(findings(refused))
                .singleElement()
                .asString()
                .contains("belongs to no stack")
                .contains("--adopt");
        assertThat(put("found", documents).status()).isEqualTo(400);

        JsonNode adopts = plan("found", documents, "adopt");
        assertThat(actions(adopts)).containsExactly("found-1 change adopted");
        assertThat(changes(adopts)).containsExactly("/properties/Text \"a\" -> \"b\"");
        String before = property("found-1", "Id");
        JsonNode set = applied("found", documents, "adopt");

        assertThat(status(set)).isEqualTo("UPDATE_COMPLETE");
        assertThat(property("found-1", "Id")).isEqualTo(before);
        assertThat(property("found-1", "Text")).isEqualTo("b");
        assertThat(property("found-1", "Number")).isEqualTo("5");
    }

    @Test
    void aResourceOfADeploymentStackIsNotTakenIn() {
        String stack = Plane.GROUP + "/providers/Microsoft.Resources/deploymentStacks/theirs";
        Answer begun = plane.put(stack + "?api-version=2024-03-01", """
            {"properties": {"actionOnUnmanage": {"resources": "detach"}, "denySettings": {"mode": "none"}, "template": {
              "$schema": "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
              "contentVersion": "1.0.0.0", "resources": [{"type": "Fairlead.Lab/things", "apiVersion": "2026-11-01",
                "name": "stacked-1", "location": "local", "properties": {"Text": "a"}}]}}}\
            """);
        plane.ended(begun.header("Azure-AsyncOperation"));
        assertThat(findings(plan("taking", thing("stacked-1", "Text: b"), "adopt")))
                .singleElement()
                .asString()
                .contains("is managed by the deployment stack '" + stack + "'");
        assertThat(property("stacked-1", "Text")).isEqualTo("a");
    }

    @Test
    void aResourceThatIsAsTheDocumentSaysIsTakenInWithoutAnOperation() {
        made("equal-1", "\"Text\": \"a\"");

        JsonNode plan = plan("equal", thing("equal-1", "Text: a"), "adopt");
        assertThat(actions(plan)).containsExactly("equal-1 keep adopted");
        assertThat(plan.path("change").asString()).isEqualTo("create");
        Answer done = put("equal", thing("equal-1", "Text: a"), "adopt");

        assertThat(done.status()).isEqualTo(200);
        assertThat(status(done.json())).isEqualTo("IMPORT_COMPLETE");
        assertThat(property("equal-1", "Generation")).isEqualTo("0");
        assertThat(plan("equal", thing("equal-1", "Text: a")).path("change").asString())
                .isEqualTo("none");
    }

    @Test
    void whatWasTakenInIsAsItWasIfTheRestFailsAndIsNeverDeletedByThat() {
        made("kept-1", "\"Text\": \"a\"");
        String documents = thing("kept-1", "Text: b")
                + "---\n{type: Fairlead.Lab/things, name: kept-2, dependsOn: [kept-1],"
                + " properties: {Fail: {On: create, Code: NotStabilized}}}\n";

        JsonNode set = applied("kept", documents, "adopt");

        assertThat(status(set)).isEqualTo("UPDATE_ROLLBACK_COMPLETE");
        assertThat(property("kept-1", "Text")).isEqualTo("a");
        assertThat(changes(plan("kept", thing("kept-1", "Text: b"))))
                .containsExactly("/properties/Text \"a\" -> \"b\"");
    }

    @Test
    void aResourceOfAnotherSetOrStackIsRefusedAndItsOwnerNamed() {
        applied("owner", thing("owned-1", "Text: a"));
        plane.put(
                path("templated", ""),
                Documents.empty()
                        .put(
                                "template",
                                "Resources: {D: {Type: 'Fairlead::Files::Directory', Properties: {Name: owned-d}}}")
                        .toString());
        plane.readUntil(path("templated", ""), now -> !now.json().path("busy").asBoolean(true));

        JsonNode plan = plan(
                "thief",
                thing("owned-1", "Text: b") + "---\n{type: Fairlead.Files/directories, name: owned-d}\n",
                "adopt");

        assertThat(findings(plan))
                .containsExactly(
                        "The resource belongs to the stack 'owner' (language resources).",
                        "The resource belongs to the stack 'templated' (language cloudformation).");
        assertThat(put("thief", thing("owned-1", "Text: b"), "adopt").status()).isEqualTo(400);
        assertThat(property("owned-1", "Text")).isEqualTo("a");
    }

    @Test
    void anotherResourceAtTheAddressIsNotTheSets() {
        String documents = thing("other-1", "Text: a");
        applied("other", documents);
        plane.send("DELETE", Plane.THINGS + "/other-1" + Plane.VERSION, "");
        made("other-1", "\"Text\": \"theirs\"");

        assertThat(findings(plan("other", documents)))
                .singleElement()
                .asString()
                .contains("--adopt");
        assertThat(plan("other", "[]").path("kept")).isEmpty();
        assertThat(status(applied("other", "[]", "prune"))).isEqualTo("CREATE_COMPLETE");
        assertThat(property("other-1", "Text")).isEqualTo("theirs");
    }

    @Test
    void aNameThatAnotherSetHasIsRefusedThoughItsResourceIsGone() {
        String directory = "{type: Fairlead.Files/directories, name: stale-d}\n";
        applied("stale", directory);
        plane.send("DELETE", Plane.GROUP + "/providers/Fairlead.Files/directories/stale-d" + Plane.VERSION, "");

        assertThat(findings(plan("fresh", directory)))
                .containsExactly("The resource belongs to the stack 'stale' (language resources).");
        assertThat(status(applied("stale", "[]"))).isEqualTo("CREATE_COMPLETE");
        assertThat(status(applied("fresh", directory))).isEqualTo("CREATE_COMPLETE");
    }

    // -- failures and plans -----------------------------------------------------------------------------------------

    @Test
    void aSetOfWhichNothingCouldBeMadeIsMadeByTheNextDocuments() {
        String failing = thing("again-1", "Text: a") + thing("again-2", "Fail: {On: create, Code: NotStabilized}");
        assertThat(status(applied("again", failing))).isEqualTo("ROLLBACK_COMPLETE");
        assertThat(read("again-1").status()).isEqualTo(404);

        JsonNode set = applied("again", thing("again-1", "Text: a") + thing("again-2", "Text: b"));

        assertThat(status(set)).isEqualTo("UPDATE_COMPLETE");
        assertThat(property("again-2", "Text")).isEqualTo("b");
    }

    @Test
    void aFailureUndoesWhatWasChanged() {
        String good = thing("undone-1", "Text: a") + thing("undone-2", "Text: b");
        applied("undone", good);

        JsonNode set = applied(
                "undone",
                thing("undone-1", "Text: c")
                        + "---\n{type: Fairlead.Lab/things, name: undone-2, dependsOn: [undone-1],"
                        + " properties: {Text: d, Fail: {On: update, Code: NotStabilized}}}\n");

        assertThat(status(set)).isEqualTo("UPDATE_ROLLBACK_COMPLETE");
        assertThat(property("undone-1", "Text")).isEqualTo("a");
        assertThat(plan("undone", good).path("change").asString()).isEqualTo("none");
    }

    @Test
    void aPlanHoldsUntilSomethingElseWouldBeDone() {
        applied("planned", thing("planned-1", "Number: 1"));
        String next = thing("planned-1", "Number: 2");
        String hash = plan("planned", next).path("plan").asString();
        plane.send("PATCH", Plane.THINGS + "/planned-1" + Plane.VERSION, "{\"properties\": {\"Number\": 7}}");

        Answer moved = plane.send("PUT", path("planned", ""), Map.of("x-fairlead-plan", hash), body(next));

        assertThat(moved.status()).isEqualTo(412);
        assertThat(moved.code()).isEqualTo("PlanChanged");
        assertThat(property("planned-1", "Number")).isEqualTo("7");
        String now = plan("planned", next).path("plan").asString();
        assertThat(plane.send("PUT", path("planned", ""), Map.of("x-fairlead-plan", now), body(next))
                        .status())
                .isEqualTo(202);
    }

    @Test
    void allThatIsWrongIsAnsweredAtOnceWithItsPlace() {
        Answer answer = put("wrong", thing("w", "Number: many") + "---\n{type: Fairlead.Lab/nothings, name: n}\n");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().at("/error/details"))
                .extracting(detail -> detail.path("target").asString(""))
                .containsExactly("/template/0/properties/Number", "/template/1/type");
    }

    @Test
    void onlySetsPruneAndAdopt() {
        Answer answer = plane.put(path("stacked", ""), "{\"template\": \"Resources: {}\", \"prune\": true}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().at("/error/details/0/target").asString()).isEqualTo("/prune");
    }
}
