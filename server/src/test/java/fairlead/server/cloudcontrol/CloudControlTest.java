package fairlead.server.cloudcontrol;

import static fairlead.server.cloudcontrol.Cloud.GADGET;
import static fairlead.server.cloudcontrol.Cloud.WIDGET;
import static fairlead.server.cloudcontrol.Cloud.WIDGETS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.server.arm.Plane;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.cloudcontrol.CloudControlClient;
import software.amazon.awssdk.services.cloudcontrol.model.ClientTokenConflictException;
import software.amazon.awssdk.services.cloudcontrol.model.CloudControlException;
import software.amazon.awssdk.services.cloudcontrol.model.ConcurrentOperationException;
import software.amazon.awssdk.services.cloudcontrol.model.NotUpdatableException;
import software.amazon.awssdk.services.cloudcontrol.model.OperationStatus;
import software.amazon.awssdk.services.cloudcontrol.model.ProgressEvent;
import software.amazon.awssdk.services.cloudcontrol.model.ResourceDescription;
import software.amazon.awssdk.services.cloudcontrol.model.ResourceNotFoundException;
import software.amazon.awssdk.services.cloudcontrol.model.TypeNotFoundException;
import software.amazon.awssdk.services.cloudcontrol.model.UpdateResourceRequest;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The AWS SDK for Java drives the Cloud Control API.
class CloudControlTest {

    @TempDir
    private static Path folder;

    private static Cloud cloud;

    @BeforeAll
    static void start() {
        cloud = new Cloud(folder);
    }

    @AfterAll
    static void stop() {
        cloud.close();
    }

    private static String widget(String name) {
        return "{\"Name\": \"" + name + "\", \"Size\": 3, \"Zone\": \"z1\", \"Secret\": \"s3cr3t\","
                + " \"Tags\": [{\"Key\": \"b\", \"Value\": \"1\"}, {\"Key\": \"a\", \"Value\": \"2\"}]}";
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    @Nested
    class AResource {

        @Test
        void isCreatedAndRead() {
            ProgressEvent event = cloud.create(WIDGET, widget("read"));

            assertThat(event.operationStatus()).isEqualTo(OperationStatus.SUCCESS);
            assertThat(event.identifier()).isEqualTo("read");
            assertThat(json(cloud.properties(WIDGET, "read"))).isEqualTo(json("""
                {"Name": "read", "Size": 3, "Zone": "z1", "Revision": 1, "Arn": "arn:test:eu-west-1:widget/read",
                 "Tags": [{"Key": "b", "Value": "1"}, {"Key": "a", "Value": "2"}]}
                """));
        }

        @Test
        void isFoundByAnAdditionalIdentifier() {
            cloud.create(WIDGET, widget("additional"));

            String found = cloud.alice
                    .getResource(request ->
                            request.typeName(WIDGET).identifier("{\"Arn\": \"arn:test:eu-west-1:widget/additional\"}"))
                    .resourceDescription()
                    .identifier();

            assertThat(found).isEqualTo("additional");
        }

        @Test
        void isPatched() {
            cloud.create(WIDGET, widget("patched"));

            cloud.patch(
                    WIDGET,
                    "patched",
                    "[{\"op\": \"test\", \"path\": \"/Size\", \"value\": 3}, {\"op\": \"replace\", \"path\": \"/Size\","
                            + " \"value\": 7}, {\"op\": \"remove\", \"path\": \"/Tags/0\"}]");

            JsonNode properties = json(cloud.properties(WIDGET, "patched"));
            assertThat(properties.path("Size").asInt()).isEqualTo(7);
            assertThat(properties.path("Tags")).isEqualTo(json("[{\"Key\": \"a\", \"Value\": \"2\"}]"));
            assertThat(properties.path("Revision").asInt()).isEqualTo(2);
        }

        @Test
        void keepsWhatCanNotBeChanged() {
            cloud.create(WIDGET, widget("kept"));

            assertThatThrownBy(() -> cloud.patch(
                            WIDGET, "kept", "[{\"op\": \"replace\", \"path\": \"/Zone\", \"value\": \"z2\"}]"))
                    .isInstanceOf(NotUpdatableException.class)
                    .hasMessageContaining("createOnlyProperties [/properties/Zone] cannot be updated");
        }

        @Test
        void takesNoNumberForAPath() {
            cloud.create(WIDGET, widget("pathless"));

            assertThatThrownBy(() ->
                            cloud.patch(WIDGET, "pathless", "[{\"op\": \"replace\", \"path\": 1, \"value\": \"z2\"}]"))
                    .isInstanceOf(CloudControlException.class)
                    .hasMessageContaining("expected text as 'path', found another value");
        }

        private UpdateResourceRequest moved(String name, String replace) {
            return UpdateResourceRequest.builder()
                    .typeName(WIDGET)
                    .identifier(name)
                    .patchDocument("[{\"op\": \"replace\", \"path\": \"/Zone\", \"value\": \"z2\"}]")
                    .overrideConfiguration(options -> options.putHeader("x-fairlead-replace", replace))
                    .build();
        }

        @Test
        void isReplacedIfTheRequestSaysSoBesideTheProtocol() {
            cloud.create(WIDGET, widget("replaced"));
            cloud.patch(WIDGET, "replaced", "[{\"op\": \"replace\", \"path\": \"/Size\", \"value\": 4}]");

            ProgressEvent event = cloud.ended(cloud.alice
                    .updateResource(moved("replaced", "delete_then_create"))
                    .progressEvent());

            assertThat(event.operationStatus()).isEqualTo(OperationStatus.SUCCESS);
            assertThat(event.operationAsString()).isEqualTo("UPDATE");
            JsonNode properties = json(cloud.properties(WIDGET, "replaced"));
            assertThat(properties.path("Zone").asString()).isEqualTo("z2");
            assertThat(properties.path("Size").asInt()).isEqualTo(4);
            assertThat(properties.path("Revision").asInt()).as("another one").isEqualTo(1);
        }

        @Test
        void isNotReplacedByOneOfTheSameNameUnlessTheOldOneGoesFirst() {
            cloud.create(WIDGET, widget("twin"));

            assertThatThrownBy(() -> cloud.alice.updateResource(moved("twin", "true")))
                    .isInstanceOf(CloudControlException.class)
                    .hasMessageContaining("delete_then_create");
        }

        @Test
        void isNotReplacedByAWordThatMeansNothing() {
            cloud.create(WIDGET, widget("spared"));

            assertThatThrownBy(() -> cloud.alice.updateResource(moved("spared", "yes")))
                    .isInstanceOf(CloudControlException.class)
                    .hasMessageContaining("x-fairlead-replace is 'yes'");
        }

        @Test
        void isDeleted() {
            cloud.create(WIDGET, widget("deleted"));
            ProgressEvent event = cloud.ended(cloud.alice
                    .deleteResource(request -> request.typeName(WIDGET).identifier("deleted"))
                    .progressEvent());

            assertThat(event.operationStatus()).isEqualTo(OperationStatus.SUCCESS);
            assertThatThrownBy(() -> cloud.properties(WIDGET, "deleted")).isInstanceOf(ResourceNotFoundException.class);
        }

        @Test
        void isListedOnce() {
            for (int i = 0; i < 5; i++) {
                cloud.create(WIDGET, widget("listed-" + i));
            }

            List<String> listed = cloud
                    .alice
                    .listResourcesPaginator(request -> request.typeName(WIDGET).maxResults(2))
                    .resourceDescriptions()
                    .stream()
                    .map(ResourceDescription::identifier)
                    .filter(name -> name.startsWith("listed-"))
                    .toList();

            assertThat(listed).containsExactlyInAnyOrder("listed-0", "listed-1", "listed-2", "listed-3", "listed-4");
        }

        @Test
        void isAnotherAccountsOwn() {
            cloud.create(WIDGET, widget("alices"));

            try (CloudControlClient bob = cloud.client("BOB", "hidden", "eu-west-1")) {
                assertThatThrownBy(() -> bob.getResource(
                                request -> request.typeName(WIDGET).identifier("alices")))
                        .isInstanceOf(ResourceNotFoundException.class);
            }
        }
    }

    @Nested
    class ThroughTheOtherDoor {

        @Test
        void aResourceIsTheSame() {
            cloud.create(WIDGET, widget("doors"));

            Plane.Answer answer = cloud.plane.get(WIDGETS + "doors" + Plane.VERSION);

            assertThat(answer.json().path("properties").path("Size").asInt()).isEqualTo(3);
            assertThat(answer.json().path("location").asString()).isEqualTo("eu-west-1");
            assertThat(answer.json().path("systemData").path("createdBy").asString())
                    .isEqualTo("alice");
            assertThat(answer.json().path("tags")).isEqualTo(json("{\"b\": \"1\", \"a\": \"2\"}"));
        }

        @Test
        void aRequestIsAnOperation() {
            ProgressEvent event = cloud.create(WIDGET, widget("operation"));

            Plane.Answer answer = cloud.plane.get("/subscriptions/" + Cloud.SUBSCRIPTION
                    + "/providers/Test.Cloud/locations/eu-west-1/operationStatuses/" + event.requestToken()
                    + Plane.VERSION);

            assertThat(answer.json().path("status").asString()).isEqualTo("Succeeded");
        }

        @Test
        void tagsAreTheSame() {
            cloud.create(WIDGET, widget("tags"));

            cloud.plane.send("PATCH", WIDGETS + "tags" + Plane.VERSION, "{\"tags\": {\"a\": \"3\", \"c\": \"4\"}}");

            assertThat(json(cloud.properties(WIDGET, "tags")).path("Tags"))
                    .isEqualTo(json("[{\"Key\": \"a\", \"Value\": \"3\"}, {\"Key\": \"c\", \"Value\": \"4\"}]"));
            cloud.patch(
                    WIDGET,
                    "tags",
                    "[{\"op\": \"add\", \"path\": \"/Tags/-\", \"value\": {\"Key\": \"d\", \"Value\": \"5\"}}]");
            assertThat(cloud.plane.get(WIDGETS + "tags" + Plane.VERSION).json().path("tags"))
                    .isEqualTo(json("{\"a\": \"3\", \"c\": \"4\", \"d\": \"5\"}"));
        }

        @Test
        void tagsThatAreEmptiedAreEmptyInBoth() {
            cloud.create(WIDGET, widget("emptied"));
            Plane.Answer before = cloud.plane.get(WIDGETS + "emptied" + Plane.VERSION);
            ObjectNode body = (ObjectNode) before.json();
            body.putObject("tags");

            Plane.Answer put = cloud.plane.put(WIDGETS + "emptied" + Plane.VERSION, body.toString());

            assertThat(put.json().path("tags")).isEqualTo(json("{}"));
            assertThat(json(cloud.properties(WIDGET, "emptied")).has("Tags")).isFalse();
        }

        @Test
        void tagsThatArePatchedToNoneAreEmptyInBoth() {
            cloud.create(WIDGET, widget("none"));
            JsonNode tags =
                    cloud.plane.get(WIDGETS + "none" + Plane.VERSION).json().at("/properties/Tags");

            cloud.plane.send(
                    "PATCH",
                    WIDGETS + "none" + Plane.VERSION,
                    "{\"tags\": {}, \"properties\": {\"Tags\": " + tags + "}}");

            assertThat(cloud.plane.get(WIDGETS + "none" + Plane.VERSION).json().path("tags"))
                    .isEqualTo(json("{}"));
            assertThat(json(cloud.properties(WIDGET, "none")).has("Tags")).isFalse();
        }

        @Test
        void tagsThatAreLeftOutOfABodyAreThoseAmongItsProperties() {
            cloud.create(WIDGET, widget("left-out"));

            Plane.Answer put = cloud.plane.put(WIDGETS + "left-out" + Plane.VERSION, """
                {"properties": {"Name": "left-out", "Size": 3, "Zone": "z1", "Tags": [{"Key": "z", "Value": "9"}]}}
                """);

            assertThat(put.json().path("tags")).isEqualTo(json("{\"z\": \"9\"}"));
        }

        @Test
        void tagsOfTheSystemAreRefused() {
            cloud.create(WIDGET, widget("system"));

            Plane.Answer answer = cloud.plane.send(
                    "PATCH",
                    WIDGETS + "system" + Plane.VERSION,
                    "{\"tags\": {\"aws:cloudformation:stack-id\": \"1\"}}");

            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.response().body()).contains("reserved");
        }

        @Test
        void tagsThatDifferAreRefused() {
            cloud.create(WIDGET, widget("differ"));

            Plane.Answer answer = cloud.plane.put(WIDGETS + "differ" + Plane.VERSION, """
                {"location": "eu-west-1", "tags": {"a": "1"},
                 "properties": {"Name": "differ", "Size": 3, "Zone": "z1", "Tags": [{"Key": "a", "Value": "9"}]}}
                """);

            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.response().body()).contains("tags.differ");
        }
    }

    @Nested
    class ARequest {

        @Test
        void thatRepeatsItselfGetsTheSameEvent() {
            ProgressEvent first = token("same", widget("token"));

            assertThat(token("same", widget("token")).requestToken()).isEqualTo(first.requestToken());
            assertThatThrownBy(() -> token("same", widget("token-two")))
                    .isInstanceOf(ClientTokenConflictException.class);
        }

        private static ProgressEvent token(String token, String desired) {
            return cloud.alice
                    .createResource(request ->
                            request.typeName(WIDGET).clientToken(token).desiredState(desired))
                    .progressEvent();
        }

        @Test
        void forANameThatIsTakenFailsAndNamesNothing() {
            cloud.create(WIDGET, widget("taken"));

            ProgressEvent event = cloud.create(WIDGET, widget("taken"));

            assertThat(event.errorCodeAsString()).isEqualTo("AlreadyExists");
            assertThat(event.identifier()).isNull();
        }

        @Test
        void thatTakesItsTimeIsHeldUntilItEnds() {
            ProgressEvent begun = cloud.alice
                    .createResource(
                            request -> request.typeName(GADGET).desiredState("{\"Label\": \"slow\", \"Seconds\": 3}"))
                    .progressEvent();

            ProgressEvent event = cloud.alice
                    .getResourceRequestStatus(request -> request.requestToken(begun.requestToken()))
                    .progressEvent();

            assertThat(begun.operationStatus()).isEqualTo(OperationStatus.IN_PROGRESS);
            assertThat(begun.retryAfter()).isNotNull();
            assertThat(event.operationStatus()).isEqualTo(OperationStatus.SUCCESS);
            assertThat(event.identifier()).matches("gadget-[0-9a-f]{8}");
        }

        @Test
        void isCancelled() {
            ProgressEvent begun = cloud.alice
                    .createResource(
                            request -> request.typeName(GADGET).desiredState("{\"Label\": \"long\", \"Seconds\": 500}"))
                    .progressEvent();

            cloud.alice.cancelResourceRequest(request -> request.requestToken(begun.requestToken()));

            assertThat(cloud.ended(begun).operationStatus()).isEqualTo(OperationStatus.CANCEL_COMPLETE);
        }

        @Test
        void isAloneOnItsResource() {
            ProgressEvent begun = cloud.create(GADGET, "{\"Label\": \"one\", \"Seconds\": 0}");
            ProgressEvent slow = cloud.alice
                    .createResource(
                            request -> request.typeName(GADGET).desiredState("{\"Label\": \"two\", \"Seconds\": 4}"))
                    .progressEvent();

            assertThat(begun.operationStatus()).isEqualTo(OperationStatus.SUCCESS);
            assertThatThrownBy(() -> cloud.alice.deleteResource(
                            request -> request.typeName(GADGET).identifier(slow.identifier())))
                    .isInstanceOf(ConcurrentOperationException.class);
        }

        @Test
        void isListedByWhatItDoesAndHowItIs() {
            cloud.create(GADGET, "{\"Label\": \"x\", \"FailWith\": \"ServiceLimitExceeded\"}");

            List<ProgressEvent> failed = cloud
                    .alice
                    .listResourceRequestsPaginator(request -> request.maxResults(1)
                            .resourceRequestStatusFilter(filter ->
                                    filter.operationsWithStrings("CREATE").operationStatusesWithStrings("FAILED")))
                    .resourceRequestStatusSummaries()
                    .stream()
                    .toList();

            assertThat(failed).isNotEmpty().allMatch(event -> event.operationStatus() == OperationStatus.FAILED);
            assertThat(failed).extracting(ProgressEvent::requestToken).doesNotHaveDuplicates();
        }
    }

    /// The type that behaves as its own properties say.
    @Nested
    class AThing {

        private static final String THING = "Fairlead::Lab::Thing";

        @Test
        void thatIsVisibleLateIsReadAsItWasMade() {
            ProgressEvent made = cloud.create(THING, "{\"Text\": \"late\", \"VisibleAfterReads\": 3}");
            assertThat(text(made)).isEqualTo("late");

            cloud.patch(THING, made.identifier(), "[{\"op\": \"replace\", \"path\": \"/Text\", \"value\": \"later\"}]");

            assertThat(text(made)).isEqualTo("later");
        }

        private static String text(ProgressEvent made) {
            return json(cloud.properties(THING, made.identifier())).path("Text").asString();
        }

        @Test
        void thatFailsForAWhileIsMadeInTheEnd() {
            ProgressEvent made = cloud.create(
                    THING, "{\"Text\": \"x\", \"Fail\": {\"On\": \"create\", \"Code\": \"Throttling\", \"Times\": 2}}");

            assertThat(made.operationStatus()).isEqualTo(OperationStatus.SUCCESS);
        }

        @Test
        void thatCanNotBeChangedStaysAsItIs() {
            ProgressEvent made = cloud.create(THING, "{\"Text\": \"stays\"}");

            ProgressEvent event = cloud.patch(
                    THING,
                    made.identifier(),
                    "[{\"op\": \"replace\", \"path\": \"/Text\", \"value\": \"x\"}, {\"op\": \"add\", \"path\":"
                            + " \"/Fail\", \"value\": {\"On\": \"update\", \"Code\": \"AccessDenied\"}}]");

            assertThat(event.errorCodeAsString()).isEqualTo("AccessDenied");
            assertThat(text(made)).isEqualTo("stays");
        }
    }

    @Nested
    class IsRefused {

        @Test
        void forATypeThatIsNotThere() {
            assertThatThrownBy(() -> cloud.properties("Test::Cloud::Nothing", "x"))
                    .isInstanceOf(TypeNotFoundException.class)
                    .hasMessageContaining("The type 'Test::Cloud::Nothing' cannot be found.");
        }

        @Test
        void withEverythingThatIsWrong() {
            assertThatThrownBy(() -> cloud.create(WIDGET, "{\"Name\": \"X\", \"Nope\": 1, \"Zone\": 2}"))
                    .isInstanceOfSatisfying(CloudControlException.class, refused -> {
                        assertThat(refused.awsErrorDetails().errorCode()).isEqualTo("ValidationException");
                        assertThat(refused.awsErrorDetails().errorMessage())
                                .contains("Model validation failed (")
                                .contains("#: required key [Size] not found")
                                .contains("#: extraneous key [Nope] is not permitted")
                                .contains("#/Zone: expected type: String, found: Integer")
                                .contains("#/Name: failed validation constraint for keyword [pattern]");
                    });
        }

        @Test
        void forAServiceThatIsNotThere() {
            Plane.Answer refused = cloud.plane.send(
                    "POST",
                    "/",
                    Map.of("Content-Type", "application/x-amz-json-1.1", "X-Amz-Target", "Tables.List"),
                    "{}");
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.json().path("__type").stringValue()).endsWith("#UnknownOperationException");
            assertThat(refused.json().path("message").stringValue())
                    .isEqualTo("Expected the header X-Amz-Target: CloudApiService.ACTION, found 'Tables.List'.");
        }

        @Test
        void withAnotherSecret() {
            try (CloudControlClient mallory = cloud.client("ALICE", "guessed", "eu-west-1")) {
                assertThatThrownBy(() -> mallory.listResources(request -> request.typeName(WIDGET)))
                        .isInstanceOfSatisfying(
                                CloudControlException.class,
                                refused -> assertThat(refused.awsErrorDetails().errorCode())
                                        .isEqualTo("InvalidSignatureException"));
            }
        }
    }
}
