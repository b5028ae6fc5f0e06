package fairlead.server.stack.http;

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

class StackSurfaceTest {

    private static final String SUBSCRIPTION = Plane.SUBSCRIPTION.substring("/subscriptions/".length());
    private static final String PLACE = "?subscription=" + SUBSCRIPTION + "&location=local";
    private static final String THINGS = """
        Description: two things
        Parameters:
          Text: {Type: String, Default: first}
          Word: {Type: String, NoEcho: true, Default: hush}
        Resources:
          One:
            Type: Fairlead::Lab::Thing
            Properties: {Text: !Ref Text, Secret: !Ref Word, Flavor: Plain}
          Two:
            Type: Fairlead::Lab::Thing
            Properties: {Text: !Ref One, Number: 2}
        Outputs:
          Id: {Value: !Ref Two, Description: of the second}
          Word: {Value: !Ref Word}
        """;

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

    private static String path(String name, String what) {
        return "/fairlead/stacks/" + name + what + PLACE;
    }

    private static String body(String template, Map<String, String> parameters, String... more) {
        ObjectNode body = Documents.empty().put("template", template);
        parameters.forEach(body.putObject("parameters")::put);
        for (int i = 0; i < more.length; i += 2) {
            body.put(more[i], more[i + 1]);
        }
        return body.toString();
    }

    private static Answer plan(String name, String body) {
        return plane.send("POST", path(name, "/plan"), body);
    }

    private static Answer put(String name, String body) {
        return plane.put(path(name, ""), body);
    }

    private static JsonNode ended(String name) {
        return plane.readUntil(
                        path(name, ""), answer -> !answer.json().path("busy").asBoolean(true))
                .json();
    }

    private static JsonNode made(String name, String template) {
        assertThat(put(name, body(template, Map.of())).status()).isEqualTo(202);
        return ended(name);
    }

    private static List<String> actions(Answer plan) {
        return plan.json()
                .path("nodes")
                .valueStream()
                .map(node -> node.path("key").asString("") + " "
                        + node.path("action").asString(""))
                .toList();
    }

    private static JsonNode property(Answer plan, String node, String path) {
        return plan.json()
                .path("nodes")
                .valueStream()
                .filter(one -> one.path("key").asString("").equals(node))
                .flatMap(one -> one.path("properties").valueStream())
                .filter(one -> one.path("path").asString("").equals(path))
                .findFirst()
                .orElseThrow();
    }

    // -- plans ------------------------------------------------------------------------------------------------------

    @Test
    void aPlanOfANewStackShowsWhatIsKnownAndNoSecret() {
        Answer plan = plan("new", body(THINGS, Map.of("Word", "whisper")));

        assertThat(plan.status()).isEqualTo(200);
        assertThat(plan.json().path("change").asString()).isEqualTo("create");
        assertThat(actions(plan)).containsExactly("One add", "Two add");
        assertThat(property(plan, "One", "/Text").path("after").asString()).isEqualTo("first");
        assertThat(property(plan, "One", "/Secret").path("secret").asBoolean()).isTrue();
        assertThat(property(plan, "Two", "/Text").path("unknown").asBoolean()).isTrue();
        assertThat(plan.response().body()).doesNotContain("whisper");
        assertThat(plane.get(path("new", "")).status()).isEqualTo(404);
    }

    @Test
    void theSamePlanHasTheSameHashAndAnotherSecretAnother() {
        String first = plan("hash", body(THINGS, Map.of())).json().path("plan").asString();
        String again = plan("hash", body(THINGS, Map.of())).json().path("plan").asString();
        String other = plan("hash", body(THINGS, Map.of("Word", "shout")))
                .json()
                .path("plan")
                .asString();

        assertThat(first).matches("sha256:[0-9a-f]{64}").isEqualTo(again).isNotEqualTo(other);
    }

    @Test
    void whatIsGeneratedIsNotKnownBeforeItIsMade() {
        String template = """
            Resources:
              One: {Type: Fairlead::Lab::Thing, Properties: {Text: !Ref AWS::StackId, Number: 1}}
            """;

        Answer plan = plan("generated", body(template, Map.of()));

        assertThat(property(plan, "One", "/Text").path("unknown").asBoolean()).isTrue();
        assertThat(property(plan, "One", "/Text").has("after")).isFalse();
        assertThat(property(plan, "One", "/Number").path("after").asInt()).isEqualTo(1);
    }

    @Test
    void everyFaultOfATemplateIsToldWithItsPlace() {
        String template = """
            Resources:
              One: {Type: Fairlead::Lab::Thing, Properties: {Text: !Ref Nowhere}}
              Two: {Type: Fairlead::Lab::Thing, Properties: {Text: !Ref Nobody}}
            """;

        Answer plan = plan("faulty", body(template, Map.of()));

        assertThat(plan.status()).isEqualTo(400);
        assertThat(plan.json().at("/error/details").valueStream())
                .hasSizeGreaterThan(1)
                .allSatisfy(
                        detail -> assertThat(detail.path("message").asString()).contains("(line "));
    }

    @Test
    void aParameterThatTheTemplateDoesNotHaveIsRefused() {
        Answer plan = plan("extra", body(THINGS, Map.of("Size", "3")));

        assertThat(plan.status()).isEqualTo(400);
        assertThat(plan.response().body()).contains("Parameters: [Size] do not exist in the template");
    }

    @Test
    void whatWouldBeRefusedIsFoundBeforeTheFirstChange() {
        String template = """
            Resources:
              One: {Type: Fairlead::Lab::Thing, Properties: {Text: fine}}
              Two: {Type: Fairlead::Lab::Thing, Properties: {Flavor: Bitter}}
            """;

        Answer plan = plan("refused", body(template, Map.of()));
        Answer put = put("refused", body(template, Map.of()));

        assertThat(plan.json()
                        .path("findings")
                        .valueStream()
                        .map(one -> one.path("node").asString()))
                .containsExactly("Two");
        assertThat(put.status()).isEqualTo(400);
        assertThat(put.response().body()).contains("Two: ").contains("Flavor");
        assertThat(plane.get(path("refused", "")).status()).isEqualTo(404);
    }

    @Test
    void whatIsBelowSomethingThatIsMadeInTheSameStackIsNotMissed() {
        String nested = """
            Resources:
              Folder: {Type: Fairlead::Files::Directory, Properties: {Name: surface}}
              File:
                Type: Fairlead::Files::File
                Properties: {DirectoryName: !Ref Folder, Name: a.txt, Content: a}
            """;

        Answer plan = plan("nested", body(nested, Map.of()));

        assertThat(plan.json().path("findings").isEmpty()).isTrue();
        assertThat(property(plan, "File", "/DirectoryName").path("after").asString())
                .isEqualTo("surface");
        assertThat(made("nested", nested).path("status").asString()).isEqualTo("CREATE_COMPLETE");
    }

    // -- changes ----------------------------------------------------------------------------------------------------

    @Test
    void aStackIsMadeChangedAndDeletedWithItsResources() {
        JsonNode made = made("whole", THINGS);

        assertThat(made.path("status").asString()).isEqualTo("CREATE_COMPLETE");
        assertThat(made.path("description").asString()).isEqualTo("two things");
        assertThat(made.at("/parameters/Word").asString()).isEqualTo("****");
        assertThat(made.at("/outputs/0/value").asString()).startsWith("thing-");
        assertThat(made.at("/outputs/1").has("value")).isFalse();
        assertThat(made.at("/nodes/1/needs/0").asString()).isEqualTo("One");
        assertThat(actions(plan("whole", body(THINGS, Map.of())))).containsExactly("One keep", "Two keep");
        assertThat(put("whole", body(THINGS, Map.of())).status()).isEqualTo(200);

        Answer plan = plan("whole", body(THINGS, Map.of("Text", "second")));
        assertThat(actions(plan)).contains("One change");
        assertThat(property(plan, "One", "/Text").path("before").asString()).isEqualTo("first");
        assertThat(put("whole", body(THINGS, Map.of("Text", "second"))).status())
                .isEqualTo(202);
        assertThat(ended("whole").path("status").asString()).isEqualTo("UPDATE_COMPLETE");

        Answer deleted = plane.send("DELETE", path("whole", ""), "");
        assertThat(deleted.status()).isEqualTo(202);
        String id = deleted.json().path("id").asString();
        assertThat(ended(id).path("status").asString()).isEqualTo("DELETE_COMPLETE");
        assertThat(plane.get(path("whole", "")).status()).isEqualTo(404);
        assertThat(plane.send("DELETE", path("whole", ""), "").status()).isEqualTo(204);
    }

    @Test
    void aReplacementIsShownWithItsReason() {
        made("replaced", THINGS);
        String sour = THINGS.replace("Flavor: Plain", "Flavor: Sour");

        Answer plan = plan("replaced", body(sour, Map.of()));

        assertThat(actions(plan)).contains("One replace");
        assertThat(property(plan, "One", "/Flavor").path("effect").asString()).isEqualTo("replace");
        assertThat(property(plan, "Two", "/Text").path("unknown").asBoolean()).isTrue();
        assertThat(property(plan, "Two", "/Text").at("/causes/0").asString()).isEqualTo("One");
    }

    @Test
    void whatIsNotThePlanThatWasShownIsNotDone() {
        String shown =
                plan("planned", body(THINGS, Map.of())).json().path("plan").asString();
        Map<String, String> header = Map.of("x-fairlead-plan", shown);

        Answer other = plane.send("PUT", path("planned", ""), header, body(THINGS, Map.of("Text", "x")));
        Answer same = plane.send("PUT", path("planned", ""), header, body(THINGS, Map.of()));
        ended("planned");
        Answer late = plane.send("PUT", path("planned", ""), header, body(THINGS, Map.of()));

        assertThat(other.status()).isEqualTo(412);
        assertThat(other.code()).isEqualTo("PlanChanged");
        assertThat(same.status()).isEqualTo(202);
        assertThat(late.status()).isEqualTo(412);
    }

    @Test
    void aStackOnWhichAnOperationWorksIsBusy() {
        String slow = """
            Resources:
              One: {Type: Fairlead::Lab::Thing, Properties: {CreateSteps: 40, StepDelaySeconds: 0.1}}
            """;
        Answer begun = put("busy", body(slow, Map.of()));

        Answer again = put("busy", body(slow, Map.of()));

        assertThat(begun.json().path("busy").asBoolean()).isTrue();
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.code()).isEqualTo("AnotherOperationInProgress");
        ended("busy");
    }

    @Test
    void whatFailsIsUndoneAndSaysWhy() {
        String failing = """
            Resources:
              One: {Type: Fairlead::Lab::Thing, Properties: {Text: a}}
              Two:
                Type: Fairlead::Lab::Thing
                Properties: {Text: !Ref One, Fail: {On: create, Code: InvalidRequest}}
            """;

        JsonNode stack = made("failing", failing);

        assertThat(stack.path("status").asString()).isEqualTo("ROLLBACK_COMPLETE");
        Answer events = plane.get(path("failing", "/events"));
        assertThat(events.json()
                        .path("value")
                        .valueStream()
                        .map(event -> event.path("reason").asString("")))
                .anyMatch(reason -> reason.contains("HandlerErrorCode: InvalidRequest"));
        Answer again = put("failing", body(failing, Map.of()));
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.response().body()).contains("delete it, and make it again");
    }

    // -- lists ------------------------------------------------------------------------------------------------------

    @Test
    void eventsComePageByPage() {
        made("eventful", THINGS);

        Answer first = plane.get(path("eventful", "/events") + "&%24top=3");
        Answer second = plane.get(first.json().path("nextLink").asString());

        assertThat(first.json().path("value").size()).isEqualTo(3);
        assertThat(first.json().at("/value/0/status").asString()).isEqualTo("CREATE_COMPLETE");
        assertThat(first.json().at("/value/0").has("node")).isFalse();
        assertThat(second.json().at("/value/0/at").asString())
                .isLessThan(first.json().at("/value/2/at").asString());
    }

    @Test
    void stacksComePageByPage() {
        made("list-a", THINGS);
        made("list-b", THINGS);

        Answer first = plane.get("/fairlead/stacks" + PLACE + "&%24top=1");

        assertThat(first.json().path("value").size()).isEqualTo(1);
        assertThat(plane.get(first.json().path("nextLink").asString())
                        .json()
                        .path("value")
                        .size())
                .isEqualTo(1);
    }

    // -- what is refused --------------------------------------------------------------------------------------------

    @Test
    void requestsThatAreNotUnderstoodAreRefused() {
        assertThat(plane.get("/fairlead/stacks").json().at("/error/message").asString())
                .contains("subscription");
        assertThat(plane.get("/fairlead/stacks?subscription=" + SUBSCRIPTION)
                        .json()
                        .at("/error/message")
                        .asString())
                .contains("location");
        assertThat(put("bad", "{\"templates\": \"x\"}").response().body())
                .contains("/templates")
                .contains("/template");
        assertThat(put("9bad", body(THINGS, Map.of())).code()).isEqualTo("InvalidResourceName");
        assertThat(put("bad", body(THINGS, Map.of(), "onFailure", "explode"))
                        .response()
                        .body())
                .contains("delete, keep, rollback");
        assertThat(put("bad", body(THINGS, Map.of(), "language", "cobol"))
                        .response()
                        .body())
                .contains("cloudformation");
        assertThat(plane.get(path("none", "")).code()).isEqualTo("ResourceNotFound");
    }
}
