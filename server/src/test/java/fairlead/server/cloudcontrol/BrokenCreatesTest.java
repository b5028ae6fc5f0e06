package fairlead.server.cloudcontrol;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.TypeName;
import fairlead.server.arm.Plane;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.cloudcontrol.model.ResourceDescription;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What a create has made whose answer broke the contract goes with its record, in every way that a lab's create can
/// break it.
class BrokenCreatesTest {

    private static final String THING = "Fairlead::Lab::Thing";
    private static final String THINGS =
            "/subscriptions/" + Cloud.SUBSCRIPTION + "/resourceGroups/default/providers/Fairlead.Lab/things";
    private static final String VERSION = "?api-version=2026-11-01";

    private final Cloud cloud;

    BrokenCreatesTest(@TempDir Path folder) {
        cloud = new Cloud(folder, Duration.ofMillis(300));
    }

    @AfterEach
    void close() {
        cloud.close();
    }

    /// The breaches that the schema offers, so that a new one is tried, too. One that hangs has no answer.
    private Stream<String> breaches() {
        JsonNode offered = cloud.plane
                .types()
                .find(TypeName.parse(THING))
                .orElseThrow()
                .current()
                .schema()
                .document()
                .at("/properties/Breach/enum");
        assertThat(offered.size()).isGreaterThan(10);
        return offered.valueStream().map(JsonNode::stringValue).filter(breach -> !breach.equals("Hangs"));
    }

    @TestFactory
    List<DynamicTest> leaveNothing() {
        return breaches()
                .flatMap(breach -> Stream.of(
                        desired(breach).put("CreateSteps", 0),
                        desired(breach).put("CreateSteps", 2),
                        desired(breach).put("DelayMillis", 400)))
                .flatMap(desired -> Stream.of(
                        DynamicTest.dynamicTest("by identifier " + desired, () -> byIdentifier(desired)),
                        DynamicTest.dynamicTest("by address " + desired, () -> byAddress(desired))))
                .toList();
    }

    private static ObjectNode desired(String breach) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("Text", "x")
                .put("Breach", breach)
                .put("BreachOn", "create");
    }

    private void byIdentifier(ObjectNode desired) {
        cloud.create(THING, desired.toString());
        deleteAll();
    }

    private void byAddress(ObjectNode desired) {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("location", "eu-west-1");
        body.set("properties", desired);
        cloud.plane.put(THINGS + "/one" + VERSION, body.toString());
        cloud.plane.readUntil(THINGS + "/one" + VERSION, BrokenCreatesTest::isAtRest);
        deleteAll();
    }

    private static boolean isAtRest(Plane.Answer answer) {
        String state =
                answer.json().path("properties").path("provisioningState").asString("");
        return List.of("Succeeded", "Failed").contains(state);
    }

    private void deleteAll() {
        for (JsonNode record : cloud.plane.get(THINGS + VERSION).json().path("value")) {
            String id = record.path("id").asString("");
            cloud.plane.send("DELETE", id + VERSION, "");
            cloud.plane.readUntil(id + VERSION, answer -> answer.status() == 404);
        }
        assertThat(cloud.alice.listResources(request -> request.typeName(THING)).resourceDescriptions().stream()
                        .map(ResourceDescription::identifier))
                .isEmpty();
    }
}
