package fairlead.server.arm.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Deployment stacks as requests and answers.
class DeploymentStackSurfaceTest {

    private static final String VERSION = "?api-version=2024-03-01";
    private static final String STACKS = "/providers/Microsoft.Resources/deploymentStacks";
    private static final String ALL = Plane.GROUP + STACKS;
    private static final String SHOP = ALL + "/shop" + VERSION;
    private static final String DELETE_ALL =
            SHOP + "&unmanageAction.Resources=delete&unmanageAction.ResourceGroups=delete";

    /// A thing, which is given a secret, and what it says.
    private static final String THING = """
        {"$schema": "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
         "contentVersion": "1.0.0.0",
         "parameters": {"text": {"type": "string", "defaultValue": "hello"},
           "key": {"type": "securestring", "defaultValue": "hunter2"}},
         "resources": [{"type": "Fairlead.Lab/things", "apiVersion": "2026-11-01", "name": "a", "location": "local",
           "properties": {"Text": "[parameters('text')]", "Secret": "[parameters('key')]"}}],
         "outputs": {"text": {"type": "string", "value": "[reference('a').Text]"},
           "key": {"type": "securestring", "value": "[parameters('key')]"}}}\
        """;

    private static final String EMPTY = """
        {"$schema": "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
         "contentVersion": "1.0.0.0", "resources": []}\
        """;

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

    private static String body(String template, String unmanaged) {
        return "{\"properties\": {\"actionOnUnmanage\": {\"resources\": \"" + unmanaged + "\"},"
                + " \"denySettings\": {\"mode\": \"none\"}, \"template\": " + template + "}}";
    }

    private Answer put(String address, String body) {
        Answer begun = plane.put(address, body);
        assertThat(begun.status()).as(begun.response().body()).isIn(200, 201);
        assertThat(status(begun)).isEqualTo("Succeeded");
        return begun;
    }

    private String status(Answer begun) {
        return ended(begun).json().path("status").asString();
    }

    private Answer ended(Answer begun) {
        return plane.ended(begun.header("Azure-AsyncOperation"));
    }

    @Test
    void aStackBeginsAndItsEndIsTold() {
        Answer begun = put(SHOP, body(THING, "delete"));
        assertThat(begun.status()).isEqualTo(201);
        assertThat(begun.header("Azure-AsyncOperation")).contains("/deploymentStacks/shop/operationStatuses/");
        assertThat(begun.json().at("/properties/provisioningState").asString()).isEqualTo("creating");
        assertThat(put(SHOP, body(THING, "delete")).status()).isEqualTo(200);
    }

    @Test
    void aStackShowsWhatItManagesAndNoSecret() {
        put(SHOP, body(THING, "delete"));
        Answer shown = plane.get(ALL + "/SHOP" + VERSION);
        assertThat(shown.json().path("id").asString()).isEqualTo(ALL + "/shop");
        assertThat(shown.json().path("type").asString()).isEqualTo("Microsoft.Resources/deploymentStacks");
        assertThat(shown.json().at("/properties/provisioningState").asString()).isEqualTo("succeeded");
        assertThat(shown.json().at("/properties/resources/0/id").asString()).isEqualTo(Plane.THINGS + "/a");
        assertThat(shown.json().at("/properties/resources/0/status").asString()).isEqualTo("managed");
        assertThat(shown.json().at("/properties/resources/0/denyStatus").asString())
                .isEqualTo("none");
        assertThat(shown.json().at("/properties/outputs/text/value").asString()).isEqualTo("hello");
        assertThat(shown.json().at("/properties/actionOnUnmanage/resources").asString())
                .isEqualTo("delete");
        assertThat(shown.json().at("/systemData/createdBy").asString()).isEqualTo("developer");
        assertThat(shown.response().body()).doesNotContain("hunter2");
        String deployment = shown.json().at("/properties/deploymentId").asString();
        assertThat(plane.get(deployment + VERSION).status()).isEqualTo(200);
    }

    @Test
    void aResourceNamesTheStackThatItBelongsTo() {
        put(SHOP, body(THING, "delete"));
        String thing = Plane.THINGS + "/a" + Plane.VERSION;
        plane.readUntil(thing, answer -> answer.header("x-fairlead-owner").equals(ALL + "/shop"));
        put(SHOP, body(EMPTY, "detach"));
        assertThat(plane.get(thing).header("x-fairlead-owner")).isEmpty();
    }

    @Test
    void whatIsNoLongerManagedIsTold() {
        put(SHOP, body(THING, "delete"));
        put(SHOP, body(EMPTY, "delete"));
        Answer shown = plane.get(SHOP);
        assertThat(shown.json().at("/properties/resources")).isEmpty();
        assertThat(shown.json().at("/properties/deletedResources/0/id").asString())
                .isEqualTo(Plane.THINGS + "/a");
        assertThat(plane.get(Plane.THINGS + "/a" + Plane.VERSION).status()).isEqualTo(404);
    }

    @Test
    void theStacksOfAScopeAreListedByName() {
        put(ALL + "/two" + VERSION, body(EMPTY, "detach"));
        put(ALL + "/One" + VERSION, body(EMPTY, "detach"));
        assertThat(plane.get(ALL + VERSION).json().path("value").valueStream())
                .extracting(stack -> stack.path("name").asString())
                .containsExactly("One", "two");
        assertThat(plane.get(Plane.SUBSCRIPTION + STACKS + VERSION).json().path("value"))
                .isEmpty();
    }

    @Test
    void aStackThatIsDeletedIsGoneWithWhatItManages() {
        put(SHOP, body(THING, "detach"));
        Answer begun = plane.send("DELETE", DELETE_ALL, "");
        assertThat(begun.status()).isEqualTo(202);
        assertThat(begun.header("Location")).isEqualTo(begun.header("Azure-AsyncOperation"));
        assertThat(status(begun)).isEqualTo("Succeeded");
        assertThat(plane.get(SHOP).code()).isEqualTo("DeploymentStackNotFound");
        assertThat(plane.get(Plane.THINGS + "/a" + Plane.VERSION).status()).isEqualTo(404);
        assertThat(plane.send("DELETE", DELETE_ALL, "").status()).isEqualTo(204);
    }

    @Test
    void aStackThatIsDeletedLeavesWhatItManagesIfNothingElseIsAskedFor() {
        put(SHOP, body(THING, "delete"));
        assertThat(status(plane.send("DELETE", SHOP, ""))).isEqualTo("Succeeded");
        assertThat(plane.get(Plane.THINGS + "/a" + Plane.VERSION).status()).isEqualTo(200);
    }

    @Test
    void aSubscriptionHasStacksThatDeployToAGroup() {
        String sub = Plane.SUBSCRIPTION + STACKS + "/wide" + VERSION;
        String to = body(THING, "delete")
                .replaceFirst("\\{", "{\"location\": \"local\", ")
                .replaceFirst("\"template\"", "\"deploymentScope\": \"" + Plane.GROUP + "\", \"template\"");
        put(sub, to);
        Answer shown = plane.get(sub);
        assertThat(shown.json().path("location").asString()).isEqualTo("local");
        assertThat(shown.json().at("/properties/deploymentScope").asString()).isEqualTo(Plane.GROUP);
        assertThat(shown.json().at("/properties/deploymentId").asString()).startsWith(Plane.GROUP + "/");
        assertThat(plane.put(sub, body(EMPTY, "delete")).code()).isEqualTo("LocationRequired");
    }

    @Test
    void theTemplateIsGivenBack() {
        put(SHOP, body(THING, "delete"));
        Answer exported = plane.send("POST", ALL + "/shop/exportTemplate" + VERSION, "");
        assertThat(exported.status()).isEqualTo(200);
        assertThat(exported.json().at("/template/resources/0/name").asString()).isEqualTo("a");
    }

    @Test
    void whatWouldBeManagedIsToldAndNothingIsMade() {
        Answer valid = plane.send("POST", ALL + "/shop/validate" + VERSION, body(THING, "delete"));
        assertThat(valid.status()).as(valid.response().body()).isEqualTo(200);
        assertThat(valid.json().at("/properties/validatedResources/0/id").asString())
                .isEqualTo(Plane.THINGS + "/a");
        assertThat(plane.get(SHOP).status()).isEqualTo(404);
        assertThat(plane.get(Plane.THINGS + "/a" + Plane.VERSION).status()).isEqualTo(404);
    }

    @Test
    void whatWouldBeRefusedIsToldBeforeAnythingIsMade() {
        String wrong = body(THING, "delete").replace("\"[parameters('text')]\"", "17");
        for (Answer refused :
                List.of(plane.send("POST", ALL + "/shop/validate" + VERSION, wrong), plane.put(SHOP, wrong))) {
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.code()).isEqualTo("InvalidTemplateDeployment");
            assertThat(refused.json().at("/error/details/0/target").asString()).isEqualTo(Plane.THINGS + "/a");
        }
    }

    @Test
    void whatBelongsToAnotherStackIsNamedBeforeAnythingIsMade() {
        put(SHOP, body(THING, "delete"));
        Answer refused = plane.put(ALL + "/other" + VERSION, body(THING, "delete"));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().at("/error/details/0/code").asString()).isEqualTo("ResourceManagedByAnotherStack");
        assertThat(refused.response().body()).contains(ALL + "/shop");
        assertThat(plane.get(ALL + "/other" + VERSION).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({
        "'\"resources\": \"delete\"', '\"resources\": \"keep\"', /properties/actionOnUnmanage/resources",
        "'\"resources\": \"delete\"', '', /properties/actionOnUnmanage/resources",
        "'\"mode\": \"none\"', '\"mode\": \"some\"', /properties/denySettings/mode",
        "'\"mode\": \"none\"', '\"mode\": \"none\", \"excludedPrincipals\": [\"me\"]',"
                + " /properties/denySettings/excludedPrincipals/0",
        "'\"mode\": \"none\"', '\"mode\": \"none\", \"excludedActions\": [\"write\"]',"
                + " /properties/denySettings/excludedActions/0",
        "'\"template\":', '\"deploymentScope\": \"/subscriptions/x\", \"template\":', /properties/deploymentScope",
    })
    void aBodyThatCantBeReadSaysWhere(String from, String to, String target) {
        Answer refused = plane.put(SHOP, body(THING, "delete").replace(from, to));
        assertThat(refused.status()).as(refused.response().body()).isEqualTo(400);
        assertThat(refused.response().body()).contains("\"" + target + "\"");
    }

    @Test
    void anAddressThatIsNoneIsRefused() {
        assertThat(plane.get(ALL + "/none" + VERSION).code()).isEqualTo("DeploymentStackNotFound");
        assertThat(plane.get(ALL + "/shop").code()).isEqualTo("MissingApiVersionParameter");
        assertThat(plane.put(ALL + "/a%20b" + VERSION, body(EMPTY, "delete")).code())
                .isEqualTo("InvalidResourceName");
        assertThat(plane.send("PATCH", SHOP, "{}").status()).isEqualTo(405);
        assertThat(plane.send("DELETE", SHOP + "&unmanageAction.Resources=maybe", "")
                        .status())
                .isEqualTo(400);
        assertThat(plane.get(ALL + "/shop/operationStatuses/0" + VERSION).status())
                .isEqualTo(404);
    }

    @Test
    void whereNobodySignsInDenySettingsSayThatTheyHaveNoEffect() {
        put(SHOP, body(THING, "delete").replace("\"none\"", "\"denyDelete\""));
        Answer shown = plane.get(SHOP);
        assertThat(shown.json().at("/properties/denySettings/inEffect").asBoolean(true))
                .isFalse();
        assertThat(shown.json().at("/properties/resources/0/denyStatus").asString())
                .isEqualTo("notSupported");
    }
}
