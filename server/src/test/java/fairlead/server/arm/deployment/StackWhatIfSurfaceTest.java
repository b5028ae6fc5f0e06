package fairlead.server.arm.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// What changes of deployment stacks would do, as requests and answers.
class StackWhatIfSurfaceTest {

    private static final String VERSION = "?api-version=2025-07-01";
    private static final String STACK = Plane.GROUP + "/providers/Microsoft.Resources/deploymentStacks/shop";
    private static final String RESULTS = Plane.GROUP + "/providers/Microsoft.Resources/deploymentStacksWhatIfResults";
    private static final String RESULT = RESULTS + "/look" + VERSION;
    private static final String SCHEMA =
            "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#";

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

    private static String thing(String name, String text) {
        return """
            {"type": "Fairlead.Lab/things", "apiVersion": "2026-11-01", "name": "%s", "location": "local",
             "properties": {"Text": "%s", "Secret": "hunter2"}}\
            """.formatted(name, text);
    }

    private static String body(String unmanaged, String deny, String... resources) {
        return """
            {"properties": {"actionOnUnmanage": {"resources": "%s"}, "denySettings": {"mode": "%s"},
             "deploymentStackResourceId": "%s", "retentionInterval": "P1D",
             "template": {"$schema": "%s", "contentVersion": "1.0.0.0", "resources": [%s]}}}\
            """.formatted(unmanaged, deny, STACK, SCHEMA, String.join(", ", resources));
    }

    private void stack(String... resources) {
        Answer begun = plane.put(STACK + VERSION, body("delete", "none", resources));
        assertThat(plane.ended(begun.header("Azure-AsyncOperation"))
                        .json()
                        .path("status")
                        .asString())
                .isEqualTo("Succeeded");
    }

    private Answer look(String body) {
        Answer made = plane.put(RESULT, body);
        assertThat(made.status()).as(made.response().body()).isIn(200, 201);
        assertThat(made.json().at("/properties/provisioningState").asString()).isEqualTo("succeeded");
        Answer whole = plane.send("POST", RESULTS + "/look/whatIf" + VERSION, "");
        assertThat(whole.status()).as(whole.response().body()).isEqualTo(200);
        return whole;
    }

    private static JsonNode change(Answer answer, String name) {
        return answer.json()
                .at("/properties/changes/resourceChanges")
                .valueStream()
                .filter(change -> change.path("id").asString().endsWith("/" + name))
                .findFirst()
                .orElseThrow();
    }

    private static String status(JsonNode change) {
        JsonNode managed = change.path("managementStatusChange");
        return change.path("changeType").asString() + " "
                + change.path("changeCertainty").asString() + " "
                + managed.path("before").asString() + " "
                + managed.path("after").asString();
    }

    @Test
    void whatWouldBecomeOfEachResourceIsTold() {
        stack(thing("a", "x"), thing("b", "x"), thing("c", "x"));
        Answer found = look(body("delete", "denyDelete", thing("a", "x"), thing("b", "y"), thing("d", "z")));
        assertThat(status(change(found, "a"))).isEqualTo("noChange definite managed managed");
        assertThat(status(change(found, "b"))).isEqualTo("modify definite managed managed");
        assertThat(status(change(found, "c"))).isEqualTo("delete definite managed unmanaged");
        assertThat(status(change(found, "d"))).isEqualTo("create definite unmanaged managed");
        JsonNode delta = change(found, "b").at("/resourceConfigurationChanges/delta/0");
        assertThat(delta.path("path").asString()).isEqualTo("properties.Text");
        assertThat(delta.path("changeType").asString()).isEqualTo("modify");
        assertThat(delta.path("after").asString()).isEqualTo("y");
        assertThat(found.json()
                        .at("/properties/changes/denySettingsChange/before/mode")
                        .asString())
                .isEqualTo("none");
        assertThat(found.json()
                        .at("/properties/changes/denySettingsChange/after/mode")
                        .asString())
                .isEqualTo("denyDelete");
        assertThat(found.response().body()).doesNotContain("hunter2");
        assertThat(plane.get(Plane.THINGS + "/c" + Plane.VERSION).status()).isEqualTo(200);
        assertThat(plane.get(Plane.THINGS + "/d" + Plane.VERSION).status()).isEqualTo(404);
    }

    @Test
    void whatIsThereAndNotManagedWouldBeTakenOver() {
        plane.put(Plane.THINGS + "/a" + Plane.VERSION, "{\"location\": \"local\", \"properties\": {\"Text\": \"x\"}}");
        Answer found = look(body("delete", "none", thing("a", "x")));
        assertThat(status(change(found, "a"))).isEqualTo("modify definite unmanaged managed");
    }

    @Test
    void aStackThatIsNotThereYetWouldBeMade() {
        Answer found = look(body("detach", "none", thing("a", "x")));
        assertThat(status(change(found, "a"))).isEqualTo("create definite unmanaged managed");
        assertThat(plane.get(STACK + VERSION).status()).isEqualTo(404);
    }

    @Test
    void whatWasFoundOutIsKeptUntilTheStackIsChanged() {
        stack(thing("a", "x"));
        look(body("delete", "none"));
        Answer shown = plane.get(RESULT);
        assertThat(change(shown, "a").path("changeType").asString()).isEqualTo("delete");
        assertThat(shown.json().at("/properties/deploymentStackLastModified").asString())
                .isNotEmpty();
        stack(thing("a", "y"));
        Answer refused = plane.send("POST", RESULTS + "/look/whatIf" + VERSION, "");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.code()).isEqualTo("DeploymentStackChanged");
        assertThat(plane.get(RESULTS + VERSION).json().path("value")).hasSize(1);
        assertThat(plane.send("DELETE", RESULT, "").status()).isEqualTo(200);
        assertThat(plane.send("DELETE", RESULT, "").status()).isEqualTo(204);
        assertThat(plane.get(RESULT).code()).isEqualTo("DeploymentStackWhatIfResultNotFound");
    }

    @ParameterizedTest
    @CsvSource({
        "'\"P1D\"', '\"P90D\"', retentionInterval",
        "'\"P1D\"', '\"soon\"', retentionInterval",
        "/resourceGroups/default/providers, /resourceGroups/other/providers, deploymentStackResourceId",
    })
    void aQuestionThatCantBeReadSaysWhere(String from, String to, String target) {
        Answer refused = plane.put(RESULT, body("delete", "none").replace(from, to));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.response().body()).contains("\"/properties/" + target + "\"");
    }

    @Test
    void whatWouldBeRefusedIsNotKept() {
        Answer refused =
                plane.put(RESULT, body("delete", "none", thing("a", "x").replace("\"x\"", "17")));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.code()).isEqualTo("InvalidTemplateDeployment");
        assertThat(plane.get(RESULT).status()).isEqualTo(404);
    }
}
