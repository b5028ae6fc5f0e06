package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane.Answer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What makes a client of the protocol give up, go on for ever, or take something for done that is not: each client has
/// traps of its own, and an answer has to avoid all of them.
class TrapsTest {

    private static final String SLOW =
            "{\"location\": \"local\", \"properties\": {\"Text\": \"%s\", \"CreateSteps\": 1, \"UpdateSteps\": 1,"
                    + " \"DeleteSteps\": 1, \"StepDelaySeconds\": 0.05}}";

    private static final String ENDLESS =
            "{\"location\": \"local\", \"properties\": {\"CreateSteps\": 1, \"StepDelaySeconds\": 3600}}";

    @TempDir
    private Path folder;

    private Plane plane;

    @BeforeEach
    void start() {
        plane = Plane.start(folder, Duration.ZERO);
    }

    @AfterEach
    void stop() {
        plane.close();
    }

    private Answer put(String name, String body) {
        return plane.put(Plane.THINGS + "/" + name + Plane.VERSION, body);
    }

    /// Each way in which something can go on, once begun.
    private Map<String, Answer> all() {
        String laterThings = Plane.GROUP + "/providers/Test.Lab/things";
        Answer created = put("a", SLOW.formatted("a"));
        plane.ended(created.header("Azure-AsyncOperation"));
        Answer later = plane.put(laterThings + "/a" + Plane.VERSION, SLOW.formatted("a"));
        plane.ended(later.header("Azure-AsyncOperation"));
        Answer updated = put("a", SLOW.formatted("b"));
        plane.ended(updated.header("Azure-AsyncOperation"));
        String change = "{\"properties\": {\"Text\": \"c\"}}";
        Answer patched = plane.send("PATCH", Plane.THINGS + "/a" + Plane.VERSION, change);
        plane.ended(patched.header("Azure-AsyncOperation"));
        Answer patchedLater = plane.send("PATCH", laterThings + "/a" + Plane.VERSION, change);
        plane.ended(patchedLater.header("Azure-AsyncOperation"));
        Answer deleted = plane.send("DELETE", Plane.THINGS + "/a" + Plane.VERSION, "");
        plane.ended(deleted.header("Azure-AsyncOperation"));
        put("b", ENDLESS);
        return Map.of(
                "PUT that makes", created,
                "PUT that changes", updated,
                "PATCH", patched,
                "PATCH of the later text", patchedLater,
                "DELETE", deleted,
                "cancel", plane.send("POST", Plane.THINGS + "/b/cancel" + Plane.VERSION, ""),
                "DELETE of a group", plane.send("DELETE", Plane.GROUP + Plane.VERSION, ""));
    }

    private Stream<DynamicTest> each(java.util.function.BiConsumer<String, Answer> test) {
        return all().entrySet().stream()
                .map(one -> DynamicTest.dynamicTest(one.getKey(), () -> test.accept(one.getKey(), one.getValue())));
    }

    /// One that is relative is an error for Go, and is not followed by Java.
    @TestFactory
    Stream<DynamicTest> everyAddressInAHeaderIsAbsolute() {
        return each((_, answer) -> Stream.of("Azure-AsyncOperation", "Location")
                .map(answer::header)
                .filter(address -> !address.isEmpty())
                .forEach(address -> assertThat(address).startsWith(plane.url() + "/subscriptions/")));
    }

    /// Java fails on a 202 without an address, JavaScript takes one for the end of a DELETE, and a PATCH without an
    /// operation for done; a pause of 0 makes them all fall back to half a minute.
    @TestFactory
    Stream<DynamicTest> everyAnswerThatIsNotTheEndSaysWhenToComeBack() {
        return each((_, answer) -> {
            assertThat(answer.header("Azure-AsyncOperation")).isNotEmpty();
            assertThat(answer.header("Retry-After")).matches("[1-9][0-9]*");
            if (answer.status() == 202) {
                assertThat(answer.header("Location")).isNotEmpty();
                assertThat(answer.response().body()).isEmpty();
            }
        });
    }

    /// JavaScript and Python take the resource's own address for that of the result, and report "Creating" as the end.
    @TestFactory
    Stream<DynamicTest> aPutIsNeverAnsweredWith202() {
        return each((what, answer) -> {
            if (what.startsWith("PUT")) {
                assertThat(answer.status()).isIn(200, 201);
                assertThat(answer.header("Location")).isEmpty();
                assertThat(answer.json().at("/properties/provisioningState").asString(""))
                        .isIn("Creating", "Updating");
            }
        });
    }

    /// Python and `az` come back by themselves if they are told when.
    @Test
    void aBusyResourceSaysWhenToComeBack() {
        put("a", ENDLESS);
        Answer busy = put("a", SLOW.formatted("b"));
        assertThat(busy.status()).isEqualTo(409);
        assertThat(busy.code()).isEqualTo("AnotherOperationInProgress");
        assertThat(busy.header("Retry-After")).matches("[1-9][0-9]*");
    }

    /// "Cancelled" never ends Java and Python; a word with "fail" in it ends JavaScript; and JavaScript reads whatever
    /// `resourceLocation` names.
    @Test
    void theWordsForWhatGoesOnAreThoseThatAllClientsKnow() {
        String operation = put("a", ENDLESS).header("Azure-AsyncOperation");
        JsonNode running = plane.get(operation).json();
        assertThat(running.path("status").asString("")).isIn("Accepted", "Running");
        assertThat(running.has("resourceLocation")).isFalse();
        plane.send("POST", Plane.THINGS + "/a/cancel" + Plane.VERSION, "");
        assertThat(plane.get(operation).json().path("status").asString("")).isIn("Canceling", "Canceled");
        assertThat(plane.ended(operation).json().path("status").asString("")).isEqualTo("Canceled");
    }

    /// Java and JavaScript read the resource as soon as the operation has ended, and return what they find.
    @Test
    void theResourceHasEndedWhenItsOperationHas() {
        for (int i = 0; i < 20; i++) {
            String name = "thing" + i;
            plane.ended(put(name, SLOW.formatted("a")).header("Azure-AsyncOperation"));
            assertThat(plane.get(Plane.THINGS + "/" + name + Plane.VERSION)
                            .json()
                            .at("/properties/provisioningState")
                            .asString(""))
                    .isEqualTo("Succeeded");
        }
    }

    /// A 404 for an operation is a failure for every client.
    @Test
    void anOperationIsThereAfterItsResourceHasGone() {
        String creation = put("a", SLOW.formatted("a")).header("Azure-AsyncOperation");
        plane.ended(creation);
        Answer deleted = plane.send("DELETE", Plane.THINGS + "/a" + Plane.VERSION, "");
        plane.ended(deleted.header("Azure-AsyncOperation"));
        assertThat(plane.get(creation).status()).isEqualTo(200);
        assertThat(plane.get(deleted.header("Location")).status()).isEqualTo(204);
    }
}
