package fairlead.server.arm.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import fairlead.server.resource.document.Documents;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What is said of a deployment before it is made is what it does then.
class WhatIfSurfaceTest {

    private static final int SEEDS = 12;
    private static final String VERSION = "?api-version=2022-09-01";
    private static final String DEPLOYMENTS = Plane.GROUP + "/providers/Microsoft.Resources/deployments/";

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

    private static ObjectNode template() {
        return Documents.empty()
                .put("$schema", "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#")
                .put("contentVersion", "1.0.0.0");
    }

    private static ObjectNode resource(ObjectNode template, String type, String name) {
        ArrayNode resources = template.withArray("resources");
        ObjectNode resource = resources.addObject();
        resource.put("type", "Fairlead.Lab/" + type)
                .put("apiVersion", "2026-11-01")
                .put("name", name)
                .put("location", "local");
        return resource;
    }

    private static String body(ObjectNode template, String more) {
        return "{\"properties\": {\"mode\": \"Incremental\"" + more + ", \"template\": " + template + "}}";
    }

    private void deploy(ObjectNode template) {
        Answer begun = plane.put(DEPLOYMENTS + "main" + VERSION, body(template, ""));
        assertThat(begun.status()).as(begun.response().body()).isIn(200, 201);
        Answer ended = plane.readUntil(
                DEPLOYMENTS + "main" + VERSION,
                answer -> List.of("Succeeded", "Failed", "Canceled")
                        .contains(answer.json()
                                .at("/properties/provisioningState")
                                .asString()));
        assertThat(ended.json().at("/properties/provisioningState").asString())
                .as(ended.response().body())
                .isEqualTo("Succeeded");
    }

    private JsonNode whatIf(ObjectNode template, String more) {
        Answer answer = plane.send("POST", DEPLOYMENTS + "main/whatIf" + VERSION, body(template, more));
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return answer.json();
    }

    /// Each change as its type and the name of the resource, with the paths of what changes; without what a fleet has
    /// made for itself.
    private static List<String> changes(JsonNode result) {
        assertThat(result.path("status").asString()).as(result.toString()).isEqualTo("Succeeded");
        List<String> changes = new ArrayList<>();
        for (String kind : List.of("changes", "potentialChanges")) {
            result.path("properties").path(kind).forEach(change -> {
                StringBuilder text = new StringBuilder(kind.equals("changes") ? "" : "perhaps ");
                String id = change.path("resourceId").asString();
                if (change.path("changeType").asString().equals("Ignore")) {
                    return;
                }
                text.append(change.path("changeType").asString())
                        .append(' ')
                        .append(id.substring(id.lastIndexOf('/') + 1));
                change.path("delta")
                        .forEach(delta ->
                                text.append(' ').append(delta.path("path").asString()));
                changes.add(text.toString());
            });
        }
        return changes;
    }

    @Test
    void theSameTemplateAgainChangesNothing() {
        for (int seed = 0; seed < SEEDS; seed++) {
            ObjectNode template = random(seed);
            deploy(template);
            JsonNode result = whatIf(template, "");
            assertThat(changes(result))
                    .as("seed %s: %s", seed, result)
                    .allMatch(change -> change.startsWith("NoChange ") || change.startsWith("Ignore "));
            assertThat(result.at("/properties/diagnostics")).isEmpty();
        }
    }

    private static ObjectNode random(int seed) {
        Random random = new Random(seed);
        ObjectNode template = template();
        ObjectNode thing = resource(template, "things", "thing" + seed);
        ObjectNode properties = thing.putObject("properties");
        properties.put("Text", "text" + random.nextInt(9)).put("Secret", "secret" + seed);
        if (random.nextBoolean()) {
            properties.put("Number", random.nextInt(100));
        }
        if (random.nextBoolean()) {
            thing.putObject("tags").put("team", "red");
        }
        ObjectNode rack = resource(template, "racks", "rack" + seed);
        rack.putObject("sku").put("name", "S1");
        rack.putObject("properties").put("Units", 10 + random.nextInt(20));
        ObjectNode slot = resource(template, "racks/slots", "rack" + seed + "/slot");
        slot.putArray("dependsOn").add("rack" + seed);
        slot.putObject("properties")
                .put("Unit", 1)
                .put("Label", "[concat('of ', reference('thing" + seed + "').Text)]");
        ObjectNode fleet = resource(template, "fleets", "fleet" + seed);
        fleet.put("kind", "storage").putObject("properties").put("Size", 3);
        ObjectNode second = resource(template, "things", "second" + seed);
        second.putObject("properties").put("Text", "[reference('thing" + seed + "').Id]");
        return template;
    }

    @Test
    void whatIsMadeAndWhatFollowsFromItIsTold() {
        ObjectNode template = random(1);
        JsonNode first = whatIf(template, "");
        assertThat(changes(first))
                .containsExactly("Create fleet1", "Create rack1", "Create slot", "Create second1", "Create thing1");
        assertThat(first.toString()).doesNotContain("secret1").contains("[reference(resourceId(");
        deploy(template);
        template.withArray("resources").forEach(resource -> {
            if (resource.path("name").asString().equals("thing1")) {
                ((ObjectNode) resource.path("properties")).put("Text", "another");
            }
        });
        JsonNode result = whatIf(template, "");
        assertThat(changes(result))
                .containsExactly(
                        "NoChange fleet1",
                        "NoChange rack1",
                        "Modify slot properties.Label",
                        "NoChange second1",
                        "Modify thing1 properties.Text");
        assertThat(changes(whatIf(template, ", \"whatIfSettings\": {\"resultFormat\": \"ResourceIdOnly\"}")))
                .containsExactly("Deploy fleet1", "Deploy rack1", "Deploy slot", "Deploy second1", "Deploy thing1");
    }

    @Test
    void whatIsBesideThePropertiesIsComparedToo() {
        ObjectNode template = template();
        ObjectNode fleet = resource(template, "fleets", "fleet");
        fleet.put("kind", "storage").putObject("tags").put("team", "red");
        ObjectNode rack = resource(template, "racks", "rack");
        rack.putObject("sku").put("name", "S1");
        deploy(template);
        fleet.put("kind", "compute").putObject("tags").put("team", "blue");
        ((ObjectNode) rack.path("sku")).put("name", "P1");
        assertThat(changes(whatIf(template, "")))
                .containsExactly(
                        "Modify fleet tags.team kind", "Modify rack sku.name sku.tier sku.family sku.capacity");
    }

    @Test
    void aSecretThatIsChangedIsNotShown() {
        ObjectNode template = template();
        ObjectNode properties = resource(template, "things", "thing").putObject("properties");
        properties.put("Text", "t").put("Secret", "secret-1");
        deploy(template);
        properties.put("Secret", "secret-2");
        JsonNode result = whatIf(template, "");
        assertThat(changes(result)).containsExactly("Modify thing properties.Secret");
        assertThat(result.toString())
                .doesNotContain("secret-1")
                .doesNotContain("secret-2")
                .contains("*******");
    }

    @Test
    void whatIsWrongIsAResult() {
        ObjectNode template = template();
        resource(template, "things", "thing").putObject("properties").put("Text", 17);
        JsonNode refused = whatIf(template, "");
        assertThat(refused.path("status").asString()).isEqualTo("Failed");
        assertThat(refused.at("/error/code").asString()).isEqualTo("InvalidTemplateDeployment");
        assertThat(refused.at("/error/details/0/message").asString())
                .startsWith("'Fairlead.Lab/things/thing': expected string");
        assertThat(refused.at("/error/details/0/target").asString()).endsWith("/things/thing");
        JsonNode broken = whatIf(template().put("resources", "none"), "");
        assertThat(broken.path("status").asString()).isEqualTo("Failed");
        assertThat(broken.at("/error/code").asString()).isEqualTo("InvalidTemplate");
        Answer unknown = plane.send(
                "POST",
                DEPLOYMENTS + "main/whatIf" + VERSION,
                body(template(), ", \"whatIfSettings\": {\"resultFormat\": \"All\"}, \"x\": 1"));
        assertThat(unknown.status()).isEqualTo(400);
    }
}
