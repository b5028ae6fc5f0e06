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

/// Deployments as requests and answers.
class DeploymentSurfaceTest {

    private static final String VERSION = "?api-version=2022-09-01";
    private static final String ALL = Plane.GROUP + "/providers/Microsoft.Resources/deployments";
    private static final String OF_SUBSCRIPTION = Plane.SUBSCRIPTION + "/providers/Microsoft.Resources/deployments/all";
    private static final String SCHEMA =
            "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#";

    /// Two things, the second of which says what the first one does.
    private static final String TEMPLATE = """
        {
          "$schema": "%s",
          "contentVersion": "1.0.0.0",
          "parameters": {"key": {"type": "securestring", "defaultValue": "hunter2"}},
          "resources": [
            {"type": "Fairlead.Lab/things", "apiVersion": "2026-11-01", "name": "a", "location": "local",
             "properties": {"Text": "hello", "Secret": "[parameters('key')]"}},
            {"type": "Fairlead.Lab/things", "apiVersion": "2026-11-01", "name": "b", "location": "local",
             "dependsOn": ["a"], "properties": {"Text": "[reference('a').Text]"}}
          ],
          "outputs": {
            "text": {"type": "string", "value": "[reference('b').Text]"},
            "key": {"type": "securestring", "value": "[parameters('key')]"}
          }
        }\
        """.formatted(SCHEMA);

    private static final String EMPTY =
            "{\"$schema\": \"" + SCHEMA + "\", \"contentVersion\": \"1.0.0.0\", \"resources\": []}";

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

    private static String body(String template) {
        return "{\"properties\": {\"mode\": \"Incremental\", \"template\": " + template + "}}";
    }

    private static String at(String name) {
        return ALL + "/" + name + VERSION;
    }

    private static String at(String name, String below) {
        return ALL + "/" + name + "/" + below + VERSION;
    }

    private Answer put(String name, String template) {
        Answer begun = plane.put(at(name), body(template));
        assertThat(begun.status()).as(begun.response().body()).isIn(200, 201);
        assertThat(plane.ended(begun.header("Azure-AsyncOperation"))
                        .json()
                        .path("status")
                        .asString())
                .isEqualTo("Succeeded");
        return begun;
    }

    @Test
    void aDeploymentBeginsAndItsEndIsTold() {
        Answer begun = put("shop", TEMPLATE);
        assertThat(begun.status()).isEqualTo(201);
        assertThat(begun.header("Azure-AsyncOperation")).contains("/deployments/shop/operationStatuses/");
        assertThat(begun.json().at("/properties/provisioningState").asString()).isIn("Accepted", "Running");
        Answer shown = plane.get(at("SHOP"));
        assertThat(shown.json().path("id").asString()).isEqualToIgnoringCase(ALL + "/shop");
        assertThat(shown.json().at("/properties/provisioningState").asString()).isEqualTo("Succeeded");
        assertThat(shown.json().at("/properties/outputs/text/value").asString()).isEqualTo("hello");
        assertThat(shown.json().at("/properties/outputResources")).hasSize(2);
        assertThat(shown.json().at("/properties/mode").asString()).isEqualTo("Incremental");
        assertThat(put("shop", TEMPLATE).status()).isEqualTo(200);
    }

    @Test
    void thereIsADeploymentOrThereIsNot() {
        put("shop", EMPTY);
        assertThat(plane.send("HEAD", at("shop"), "").status()).isEqualTo(204);
        assertThat(plane.send("HEAD", at("none"), "").status()).isEqualTo(404);
        Answer none = plane.get(at("none"));
        assertThat(none.status()).isEqualTo(404);
        assertThat(none.code()).isEqualTo("DeploymentNotFound");
        assertThat(plane.get(ALL + "/shop").code()).isEqualTo("MissingApiVersionParameter");
    }

    @Test
    void theNewestAreListedFirstAPageAtATime() {
        put("one", EMPTY);
        put("two", EMPTY);
        put("three", EMPTY);
        Answer page = plane.get(ALL + VERSION + "&$top=2");
        assertThat(names(page)).containsExactly("three", "two");
        Answer next = plane.get(page.json().path("nextLink").asString());
        assertThat(names(next)).containsExactly("one");
        assertThat(next.json().has("nextLink")).isFalse();
        assertThat(names(plane.get(ALL + VERSION + "&$filter=provisioningState%20eq%20'succeeded'")))
                .hasSize(3);
        assertThat(names(plane.get(ALL + VERSION + "&$filter=provisioningState%20eq%20'Failed'")))
                .isEmpty();
        assertThat(plane.get(ALL + VERSION + "&$filter=name%20eq%20'one'").code())
                .isEqualTo("InvalidFilterInQueryString");
        assertThat(plane.get(ALL + VERSION + "&$top=none").status()).isEqualTo(400);
    }

    private static List<String> names(Answer list) {
        return list.json()
                .path("value")
                .valueStream()
                .map(one -> one.path("name").asString())
                .toList();
    }

    @Test
    void whatHasComeOfEachResourceIsTold() {
        put("shop", TEMPLATE);
        Answer listed = plane.get(at("shop", "operations"));
        assertThat(listed.json()
                        .path("value")
                        .valueStream()
                        .map(one -> one.at("/properties/provisioningOperation").asString() + " "
                                + one.at("/properties/targetResource/resourceName")
                                        .asString("")
                                + " " + one.at("/properties/provisioningState").asString()))
                .containsExactlyInAnyOrder(
                        "Create a Succeeded", "Create b Succeeded", "EvaluateDeploymentOutput  Succeeded");
        Answer brief = plane.get(Plane.GROUP + "/deployments/shop/operations" + VERSION);
        assertThat(brief.json()).isEqualTo(listed.json());
        String id = listed.json().at("/value/0/operationId").asString();
        assertThat(plane.get(at("shop", "operations/" + id)).json())
                .isEqualTo(listed.json().at("/value/0"));
        assertThat(plane.get(at("shop", "operations/0")).status()).isEqualTo(404);
    }

    @Test
    void whatIsWrongWithATemplateIsToldWithItsPlace() {
        String wrong = TEMPLATE.replace("reference('a')", "reference('none'")
                .replace("\"hello\"", "\"[parameters('absent')]\"");
        Answer refused = plane.send("POST", at("shop", "validate"), body(wrong));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.code()).isEqualTo("InvalidTemplate");
        var info = refused.json().at("/error/additionalInfo/0/info");
        assertThat(info.path("lineNumber").asInt()).isEqualTo(9);
        assertThat(info.path("path").asString()).contains("resources[1]");
        assertThat(plane.get(at("shop")).status()).isEqualTo(404);
        assertThat(plane.put(at("shop"), body(wrong)).response().body())
                .isEqualTo(refused.response().body());
    }

    @Test
    void whatWouldBeDeployedIsToldAndNotMade() {
        Answer valid = plane.send("POST", at("shop", "validate"), body(TEMPLATE));
        assertThat(valid.status()).as(valid.response().body()).isEqualTo(200);
        assertThat(valid.json().at("/properties/validatedResources")).hasSize(2);
        assertThat(valid.response().body()).doesNotContain("hunter2");
        assertThat(plane.get(Plane.THINGS + "/a" + Plane.VERSION).status()).isEqualTo(404);
    }

    @Test
    void whatWouldBeRefusedIsRefusedBeforeAnythingIsMade() {
        String wrong = TEMPLATE.replace("\"[reference('a').Text]\"", "17");
        for (Answer refused :
                List.of(plane.put(at("shop"), body(wrong)), plane.send("POST", at("shop", "validate"), body(wrong)))) {
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.code()).isEqualTo("InvalidTemplateDeployment");
            assertThat(refused.json().at("/error/details")).hasSize(1);
            assertThat(refused.json().at("/error/details/0/target").asString()).endsWith("/things/b");
        }
        assertThat(plane.get(Plane.THINGS + "/a" + Plane.VERSION).status()).isEqualTo(404);
        assertThat(plane.get(at("shop")).status()).isEqualTo(404);
    }

    @Test
    void whatIsKnownOfAResourceIsHeldAgainstItsTypeThoughTheRestIsNot() {
        String wrong = TEMPLATE.replace("\"[reference('a').Text]\"", "\"[reference('a').Text]\", \"Nope\": 1");
        Answer refused = plane.put(at("shop"), body(wrong));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().at("/error/details/0/target").asString()).endsWith("/things/b");
        assertThat(refused.json().at("/error/details/0/message").asString())
                .startsWith("'Fairlead.Lab/things/b': ")
                .contains("Nope");
        assertThat(plane.get(Plane.THINGS + "/a" + Plane.VERSION).status()).isEqualTo(404);
    }

    @Test
    void noSecretIsInWhatIsToldOfARefusal() {
        String secret = TEMPLATE.replace("\"Text\": \"hello\"", "\"CreateSteps\": \"[parameters('key')]\"");
        Answer refused = plane.put(at("shop"), body(secret));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().at("/error/details/0/message").asString())
                .contains("*******")
                .doesNotContain("hunter2");
    }

    @Test
    void aDeploymentThatHasEndedIsForgottenAndNotCancelled() {
        put("shop", TEMPLATE);
        Answer late = plane.send("POST", at("shop", "cancel"), "");
        assertThat(late.status()).isEqualTo(409);
        assertThat(late.code()).isEqualTo("DeploymentCannotBeCancelled");
        assertThat(plane.send("DELETE", at("shop"), "").status()).isEqualTo(204);
        assertThat(plane.get(at("shop")).status()).isEqualTo(404);
        assertThat(plane.get(Plane.THINGS + "/a" + Plane.VERSION).status()).isEqualTo(200);
        assertThat(plane.send("DELETE", at("shop"), "").status()).isEqualTo(204);
    }

    /// An example of the service.
    @Test
    void theHashOfATemplateIsThatOfTheService() {
        Answer hash = plane.send("POST", "/providers/Microsoft.Resources/calculateTemplateHash" + VERSION, """
            {"$schema": "http://schemas.management.azure.com/deploymentTemplate?api-version=2014-04-01-preview",
             "contentVersion": "1.0.0.0", "parameters": {"string": {"type": "string"}},
             "variables": {"string": "string", "int": 42, "bool": true, "array": [1, 2, 3, 4],
               "object": {"object": {"vmSize": "Large", "location": "West US"}}},
             "resources": [], "outputs": {"string": {"type": "string", "value": "myvalue"}}}
            """);
        assertThat(hash.json().path("templateHash").asString()).isEqualTo("695440707931307747");
        assertThat(hash.json().path("minifiedTemplate").asString()).startsWith("{\"$SCHEMA\":");
    }

    @ParameterizedTest
    @CsvSource({
        "ends., DeploymentNameInvalidCharacters",
        "a%20b, DeploymentNameInvalidCharacters",
        "a~b, DeploymentNameInvalidCharacters",
        "n123456789012345678901234567890123456789012345678901234567890abcd, DeploymentNameLengthLimitExceeded"
    })
    void someNamesAreRefused(String name, String code) {
        Answer refused = plane.put(at(name), body(EMPTY));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.code()).isEqualTo(code);
    }

    @Test
    void aTemplateIsReadAsItsAuthorWroteIt() {
        String lenient = "{properties: {'mode': \"incremental\", /* as az sends it */ template: {\n"
                + "// the schema\n'$schema': '" + SCHEMA + "', contentVersion: '1.0.0.0', resources: [],},}}";
        Answer begun = plane.put(at("shop"), lenient);
        assertThat(begun.status()).as(begun.response().body()).isEqualTo(201);
        Answer broken = plane.put(at("other"), "{\"properties\": {\"template\": {\"$schema\": }}}");
        assertThat(broken.status()).isEqualTo(400);
        assertThat(broken.json().at("/error/additionalInfo/0/info/lineNumber").asInt())
                .isEqualTo(1);
    }

    @Test
    void whatThisServerDoesNotReadIsRefused() {
        for (String more : List.of(
                "\"parametersLink\": {\"uri\": \"https://example.com/p.json\"}",
                "\"extensionConfigs\": {}",
                "\"mode\": \"Full\"",
                "\"onErrorDeployment\": {\"type\": \"Any\"}",
                "\"templateLink\": {\"uri\": \"s3://templates/a.json\"}")) {
            Answer refused = plane.put(at("shop"), "{\"properties\": {" + more + ", \"template\": " + EMPTY + "}}");
            assertThat(refused.status()).as(more).isEqualTo(400);
            assertThat(refused.code()).as(more).isEqualTo("ValidationFailed");
        }
        Answer elsewhere = plane.put(
                at("shop"), "{\"properties\": {\"templateLink\": {\"uri\": \"https://example.com/a.json\"}}}");
        assertThat(elsewhere.code()).isEqualTo("InvalidContentLink");
        Answer vault = plane.put(
                at("shop"),
                "{\"properties\": {\"parameters\": {\"key\": {\"reference\": {\"keyVault\": {\"id\": \"/v\"},"
                        + " \"secretName\": \"s\"}}}, \"template\": " + TEMPLATE + "}}");
        assertThat(vault.code()).isEqualTo("KeyVaultParameterReferenceNotSupported");
        Answer policy = plane.put(
                at("shop"),
                body(EMPTY.replace(
                        "[]",
                        "[{\"type\": \"Microsoft.Authorization/policyAssignments\", \"apiVersion\": \"2022-04-01\","
                                + " \"name\": \"x\", \"properties\": {}}]")));
        assertThat(policy.code()).isEqualTo("InvalidResourceType");
    }

    @Test
    void aDeploymentToASubscriptionHasALocationAndOneMode() {
        String template = EMPTY.replace("2019-04-01/deploymentTemplate", "2018-05-01/subscriptionDeploymentTemplate");
        String group = template.replace(
                "[]",
                "[{\"type\": \"Microsoft.Resources/resourceGroups\", \"apiVersion\": \"2021-04-01\","
                        + " \"name\": \"default\", \"location\": \"nowhere\"}]");
        String body = "{\"location\": \"local\", \"properties\": {\"mode\": \"Incremental\", \"template\": ";
        assertThat(plane.put(OF_SUBSCRIPTION + VERSION, body(template)).code()).isEqualTo("LocationRequired");
        Answer complete =
                plane.put(OF_SUBSCRIPTION + VERSION, body.replace("Incremental", "Complete") + template + "}}");
        assertThat(complete.status()).isEqualTo(400);
        assertThat(complete.response().body()).contains("/properties/mode");
        Answer moved = plane.put(OF_SUBSCRIPTION + VERSION, body + group + "}}");
        assertThat(moved.status()).as(moved.response().body()).isEqualTo(400);
        assertThat(moved.json().at("/error/details/0/code").asString()).isEqualTo("InvalidResourceGroupLocation");
        Answer begun = plane.put(OF_SUBSCRIPTION + VERSION, body + template + "}}");
        assertThat(begun.status()).as(begun.response().body()).isEqualTo(201);
        assertThat(begun.json().path("location").asString()).isEqualTo("local");
    }

    @Test
    void secretsThatATemplateWithinIsFilledInWithAreInNoAnswer() {
        String outer = """
            {"$schema": "%s", "contentVersion": "1.0.0.0",
             "parameters": {"key": {"type": "securestring", "defaultValue": "hunter2"}},
             "resources": [{
               "type": "Microsoft.Resources/deployments", "apiVersion": "2021-04-01", "name": "within",
               "properties": {"mode": "Incremental", "template": {"$schema": "%s", "contentVersion": "1.0.0.0",
                 "resources": [
                   {"type": "Fairlead.Lab/things", "apiVersion": "2026-11-01", "name": "a", "location": "local",
                    "properties": {"Text": "plain", "Secret": "[parameters('key')]"}}],
                 "outputs": {
                   "key": {"type": "string", "value": "[concat('is ', parameters('key'))]"},
                   "open": {"type": "string", "value": "[concat('is ', 'plain')]"}}}}}],
             "outputs": {"key": {"type": "string", "value": "[reference('within').outputs.key.value]"},
               "open": {"type": "string", "value": "[reference('within').outputs.open.value]"}}}
            """.formatted(SCHEMA, SCHEMA);
        put("shop", outer);
        assertThat(plane.get(at("shop"))
                        .json()
                        .at("/properties/outputs/open/value")
                        .asString())
                .isEqualTo("is plain");
        for (String name : List.of("shop", "within")) {
            assertThat(plane.get(at(name))
                            .json()
                            .at("/properties/outputs/open/value")
                            .asString())
                    .isEqualTo("is plain");
            for (Answer answer : List.of(
                    plane.get(at(name)),
                    plane.get(at(name, "operations")),
                    plane.send("POST", at(name, "exportTemplate"), ""))) {
                String shown = answer.response().body().replace("\"defaultValue\":\"hunter2\"", "");
                assertThat(shown).as(name).doesNotContain("hunter2");
            }
        }
        assertThat(plane.send("POST", at("within", "exportTemplate"), "")
                        .response()
                        .body())
                .contains("\"Secret\":\"*******\"", "\"Text\":\"plain\"");
    }

    @Test
    void secureValuesAreInNoAnswer() {
        Answer begun = put("shop", TEMPLATE.replace("\"hunter2\"", "\"[concat('hunt', 'er2')]\""));
        assertThat(plane.get(at("shop")).json().at("/properties/outputs/key").has("value"))
                .isFalse();
        for (Answer answer : List.of(
                begun,
                plane.get(at("shop")),
                plane.get(ALL + VERSION),
                plane.get(at("shop", "operations")),
                plane.send("POST", at("shop", "exportTemplate"), ""),
                plane.send("POST", at("shop", "validate"), body(TEMPLATE)))) {
            assertThat(answer.status()).isLessThan(300);
            assertThat(answer.response().body()).doesNotContain("hunter2");
        }
    }
}
