package fairlead.server.cloudcontrol;

import static fairlead.server.cloudcontrol.Cloud.WIDGET;
import static fairlead.server.cloudcontrol.Cloud.WIDGETS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.server.arm.Plane;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import software.amazon.awssdk.services.cloudcontrol.model.CloudControlException;
import software.amazon.awssdk.services.cloudcontrol.model.NotUpdatableException;
import software.amazon.awssdk.services.cloudcontrol.model.ProgressEvent;
import software.amazon.awssdk.services.cloudcontrol.model.ResourceNotFoundException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Some callers speak the Azure Resource Manager protocol, others Cloud Control, in any order, about the same few
/// things: both see the same record with the same tags, one history of ETags, the same operations and the same
/// errors.
class AnyInterleavingTest {

    private static final int STEPS = 30;
    private static final List<String> NAMES = List.of("a", "b");

    @Property(tries = 5)
    void leavesOneRecordForEachThing(@ForAll long seed) throws IOException {
        try (Cloud cloud = new Cloud(Files.createTempDirectory("doors"), Duration.ofMinutes(1))) {
            Walk walk = new Walk(cloud, new Random(seed));
            for (int i = 0; i < STEPS; i++) {
                walk.step();
                NAMES.forEach(walk::check);
            }
        }
    }

    /// What a thing has to be like.
    private record Expected(int size, Map<String, String> tags) {

        Expected sized(int another) {
            return new Expected(another, tags);
        }

        Expected tagged(Map<String, String> others) {
            return new Expected(size, others);
        }

        JsonNode list() {
            var list = JsonMapper.shared().createArrayNode();
            tags.forEach((key, value) -> list.addObject().put("Key", key).put("Value", value));
            return list;
        }

        ObjectNode properties(String name) {
            ObjectNode properties = JsonMapper.shared().createObjectNode();
            properties.put("Name", name).put("Size", size).put("Zone", "z1").put("Secret", "s3cr3t");
            return properties;
        }
    }

    /// @param things as they have to be
    /// @param etags the last one of each thing that is there
    /// @param spent all that have been seen
    private record Walk(
            Cloud cloud, Random chance, Map<String, Expected> things, Map<String, String> etags, Set<String> spent) {

        Walk(Cloud cloud, Random chance) {
            this(cloud, chance, new HashMap<>(), new HashMap<>(), new HashSet<>());
        }

        void step() {
            String name = NAMES.get(chance.nextInt(NAMES.size()));
            Expected wanted = new Expected(1 + chance.nextInt(3), tags());
            switch (chance.nextInt(12)) {
                case 0, 1 -> put(name, wanted);
                case 2 -> patchTags(name, wanted.tags());
                case 3 -> patchSize(name, wanted.size());
                case 4 -> delete(name);
                case 5, 6 -> create(name, wanted);
                case 7 -> updateSize(name, wanted.size());
                case 8 -> updateTags(name, wanted);
                case 9 -> deleteIdentified(name);
                case 10 -> refused(name);
                default -> late(name);
            }
        }

        private Map<String, String> tags() {
            Map<String, String> tags = new TreeMap<>();
            for (String key : List.of("k1", "k2")) {
                if (chance.nextBoolean()) {
                    tags.put(key, "v" + chance.nextInt(2));
                }
            }
            return tags;
        }

        /// Now and then by its additional identifier.
        private String identifier(String name) {
            return chance.nextBoolean() ? name : "{\"Arn\": \"arn:test:eu-west-1:widget/" + name + "\"}";
        }

        // -- through the one door -------------------------------------------------------------------------------------

        private Plane.Answer send(String method, String name, String body) {
            return cloud.plane.send(method, WIDGETS + name + Plane.VERSION, body);
        }

        private void put(String name, Expected wanted) {
            ObjectNode body = JsonMapper.shared().createObjectNode().put("location", "eu-west-1");
            body.set("properties", wanted.properties(name));
            body.set("tags", JsonMapper.shared().valueToTree(wanted.tags()));
            assertThat(send("PUT", name, body.toString()).status()).isEqualTo(things.containsKey(name) ? 200 : 201);
            changed(name, things.containsKey(name) ? "UPDATE" : "CREATE", wanted);
        }

        private void patchTags(String name, Map<String, String> tags) {
            String body = "{\"tags\": " + JsonMapper.shared().writeValueAsString(tags) + "}";
            assertThat(send("PATCH", name, body).status()).isEqualTo(things.containsKey(name) ? 200 : 404);
            if (things.containsKey(name)) {
                changed(name, "UPDATE", thing(name).tagged(tags));
            }
        }

        private void patchSize(String name, int size) {
            Plane.Answer answer = send("PATCH", name, "{\"properties\": {\"Size\": " + size + "}}");
            assertThat(answer.status()).isEqualTo(things.containsKey(name) ? 200 : 404);
            if (things.containsKey(name)) {
                changed(name, "UPDATE", thing(name).sized(size));
            }
        }

        private void delete(String name) {
            assertThat(send("DELETE", name, "").status()).isEqualTo(things.containsKey(name) ? 200 : 204);
            if (things.remove(name) != null) {
                requireNewest(name, "DELETE");
            }
        }

        // -- through the other ----------------------------------------------------------------------------------------

        private void create(String name, Expected wanted) {
            ObjectNode desired = wanted.properties(name);
            desired.set("Tags", wanted.list());
            ProgressEvent event = cloud.create(WIDGET, desired.toString());
            requireOperation(event, "CREATE");
            if (things.containsKey(name)) {
                assertThat(event.errorCodeAsString()).isEqualTo("AlreadyExists");
                assertThat(event.identifier()).isNull();
            } else {
                assertThat(event.operationStatusAsString()).isEqualTo("SUCCESS");
                changed(name, "CREATE", wanted);
            }
        }

        private void updateSize(String name, int size) {
            update(name, "[{\"op\": \"replace\", \"path\": \"/Size\", \"value\": " + size + "}]");
            things.computeIfPresent(name, (_, thing) -> thing.sized(size));
        }

        private void updateTags(String name, Expected wanted) {
            update(name, "[{\"op\": \"add\", \"path\": \"/Tags\", \"value\": " + wanted.list() + "}]");
            things.computeIfPresent(name, (_, thing) -> thing.tagged(wanted.tags()));
        }

        private void update(String name, String patch) {
            if (things.containsKey(name)) {
                ProgressEvent event = cloud.patch(WIDGET, identifier(name), patch);
                assertThat(event.operationStatusAsString())
                        .as(event.statusMessage())
                        .isEqualTo("SUCCESS");
                assertThat(event.identifier()).isEqualTo(name);
                requireOperation(event, "UPDATE");
            } else {
                assertThatThrownBy(() -> cloud.patch(WIDGET, identifier(name), patch))
                        .isInstanceOf(ResourceNotFoundException.class);
            }
        }

        private void deleteIdentified(String name) {
            ProgressEvent event = cloud.ended(cloud.alice
                    .deleteResource(request -> request.typeName(WIDGET).identifier(identifier(name)))
                    .progressEvent());
            requireOperation(event, "DELETE");
            if (things.remove(name) == null) {
                assertThat(event.errorCodeAsString()).isEqualTo("NotFound");
            } else {
                assertThat(event.operationStatusAsString()).isEqualTo("SUCCESS");
            }
        }

        // -- what neither does ----------------------------------------------------------------------------------------

        private void refused(String name) {
            if (!things.containsKey(name)) {
                return;
            }
            Plane.Answer zone = send("PATCH", name, "{\"properties\": {\"Zone\": \"z2\"}}");
            assertThat(zone.code()).isEqualTo("PropertyChangeNotAllowed");
            assertThatThrownBy(() -> cloud.patch(
                            WIDGET,
                            identifier(name),
                            "[{\"op\": \"replace\", \"path\": \"/Zone\", \"value\": \"z2\"}]"))
                    .isInstanceOf(NotUpdatableException.class)
                    .hasMessageContaining(
                            zone.json().at("/error/details/0/target").asString());
            assertThat(send("PATCH", name, "{\"properties\": {\"Size\": 500}}").status())
                    .isEqualTo(400);
            assertThatThrownBy(() -> cloud.patch(
                            WIDGET, identifier(name), "[{\"op\": \"replace\", \"path\": \"/Size\", \"value\": 500}]"))
                    .isInstanceOfSatisfying(
                            CloudControlException.class,
                            wrong -> assertThat(wrong.awsErrorDetails().errorCode())
                                    .isEqualTo("ValidationException"));
        }

        /// Who has an old ETag changes nothing, through whichever door the thing was changed since.
        private void late(String name) {
            for (String old : spent) {
                if (!old.equals(etags.get(name)) && things.containsKey(name)) {
                    Plane.Answer answer = cloud.plane.send(
                            "PATCH",
                            WIDGETS + name + Plane.VERSION,
                            Map.of("If-Match", old),
                            "{\"properties\": {\"Size\": 99}}");
                    assertThat(answer.status()).isEqualTo(412);
                }
            }
        }

        // -- what has to hold -----------------------------------------------------------------------------------------

        private Expected thing(String name) {
            return things.getOrDefault(name, new Expected(0, Map.of()));
        }

        private void changed(String name, String operation, Expected now) {
            if (!now.equals(things.put(name, now))) {
                requireNewest(name, operation);
            }
        }

        /// What was changed by address is the newest request.
        private void requireNewest(String name, String operation) {
            ProgressEvent newest = cloud.alice
                    .listResourceRequests(request -> request.maxResults(1))
                    .resourceRequestStatusSummaries()
                    .getFirst();
            assertThat(newest.identifier()).isEqualTo(name);
            assertThat(newest.operationAsString()).isEqualTo(operation);
            assertThat(newest.operationStatusAsString()).isEqualTo("SUCCESS");
            requireOperation(newest, operation);
        }

        /// What was requested is an operation with an address.
        private void requireOperation(ProgressEvent event, String operation) {
            JsonNode seen = cloud.plane
                    .get("/subscriptions/" + Cloud.SUBSCRIPTION
                            + "/providers/Test.Cloud/locations/eu-west-1/operationStatuses/" + event.requestToken()
                            + Plane.VERSION)
                    .json();
            assertThat(event.operationAsString()).isEqualTo(operation);
            boolean success = event.operationStatusAsString().equals("SUCCESS");
            assertThat(seen.path("status").asString()).isEqualTo(success ? "Succeeded" : "Failed");
        }

        void check(String name) {
            Plane.Answer addressed = send("GET", name, "");
            if (!things.containsKey(name)) {
                assertThat(addressed.status()).isEqualTo(404);
                assertThatThrownBy(() -> cloud.properties(WIDGET, identifier(name)))
                        .isInstanceOf(ResourceNotFoundException.class);
                etags.remove(name);
                etags.remove(name + " state");
                return;
            }
            JsonNode identified = JsonMapper.shared().readTree(cloud.properties(WIDGET, identifier(name)));
            ObjectNode properties =
                    (ObjectNode) addressed.json().path("properties").deepCopy();
            properties.remove("provisioningState");
            assertThat(identified).isEqualTo(properties);
            assertThat(identified.path("Size").asInt()).isEqualTo(thing(name).size());
            assertThat(tags(identified)).isEqualTo(thing(name).tags());
            assertThat(addressed.json().path("tags"))
                    .isEqualTo(JsonMapper.shared().valueToTree(thing(name).tags()));
            checkETag(name, addressed.header("ETag"), properties);
        }

        private static Map<String, String> tags(JsonNode properties) {
            Map<String, String> tags = new TreeMap<>();
            properties
                    .path("Tags")
                    .forEach(tag -> tags.put(
                            tag.path("Key").asString(), tag.path("Value").asString()));
            return tags;
        }

        /// It is another if and only if the thing is, and never one that was there before.
        private void checkETag(String name, String etag, JsonNode properties) {
            String state = name + " " + properties;
            boolean same = state.equals(etags.put(name + " state", state));
            assertThat(etag.equals(etags.put(name, etag))).isEqualTo(same);
            assertThat(spent.add(etag)).isEqualTo(!same);
        }
    }
}
