package fairlead.server.resource;

import static fairlead.server.resource.World.GIZMO;
import static fairlead.server.resource.World.json;
import static fairlead.server.resource.World.problem;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.server.database.Database;
import fairlead.server.operation.OperationState;
import fairlead.server.problem.Problem;
import fairlead.server.resource.change.Outcome;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.secret.Vault;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/// What the verbs on resources promise on every database.
abstract class ResourcesContract {

    private static final String KEYSET = Vault.newKeyset();

    private World world;
    private ResourceId gizmo;

    abstract Database open();

    @BeforeEach
    void begin() {
        world = new World(open(), "node-1", KEYSET);
        gizmo = world.id(GIZMO, "one");
    }

    @AfterEach
    void end() {
        world.close();
    }

    private ProvisioningState state() {
        return world.resources.get(gizmo).state();
    }

    private OperationState.Failed failed() {
        return (OperationState.Failed) world.operation(gizmo).state();
    }

    @Nested
    class Creating {

        @Test
        void makesTheThingAndRecordsWhatTheHandlerReads() {
            Resource made = world.made(gizmo, "{'Color': 'red', 'Size': 3}");
            assertThat(made.state()).isEqualTo(ProvisioningState.SUCCEEDED);
            assertThat(made.identifier()).contains("gizmo-1");
            assertThat(world.properties(gizmo))
                    .isEqualTo(json("{'Color': 'red', 'Size': 3, 'Id': 'gizmo-1', 'Made': 1}"));
        }

        @Test
        void writesTheIntentBeforeTheHandlerIsCalled() {
            world.working = false;
            world.put(gizmo, "{'Color': 'red'}");
            assertThat(world.gizmos.calls).isEmpty();
            assertThat(state()).isEqualTo(ProvisioningState.CREATING);
            assertThat(world.operation(gizmo).state()).isEqualTo(new OperationState.Accepted());
        }

        @Test
        void goesOnAfterAWhileOfSilenceWithTheFirstToken() {
            world.working = false;
            world.put(gizmo, "{'Color': 'red'}");
            String token = world.operation(gizmo).id().toString();
            world.clock.advance(Duration.ofSeconds(11));
            World other = new World(world.database, "node-2", KEYSET);
            other.clock.set(world.clock.instant());
            other.operations.runDue();
            assertThat(state()).isEqualTo(ProvisioningState.SUCCEEDED);
            assertThat(other.gizmos.tokens).containsOnly(token);
        }

        @Test
        void repeatsACreateWhoseAnswerWasLostWithTheSameTokenAndMakesOneThing() {
            world.gizmos.loseNextAnswer();
            world.made(gizmo, "{'Color': 'red'}");
            assertThat(world.gizmos.calls).containsExactly("create", "create", "read");
            assertThat(world.gizmos.tokens.stream().distinct()).hasSize(1);
            assertThat(world.gizmos.things).containsOnlyKeys("gizmo-1");
        }

        @Test
        void storesTheIdentifierAsSoonAsItIsTold() {
            world.gizmos.answerNext(Progress.again(
                    json("{'Id': 'gizmo-9', 'Color': 'red'}"), Duration.ofMinutes(1), json("{'step': 1}")));
            world.put(gizmo, "{'Color': 'red'}");
            assertThat(world.resources.get(gizmo).identifier()).contains("gizmo-9");
            assertThat(state()).isEqualTo(ProvisioningState.CREATING);
        }

        @Test
        void handsTheMemoBackWithTheNextCall() {
            world.gizmos.answerNext(Progress.again(
                    json("{'Id': 'gizmo-1', 'Color': 'red'}"), Duration.ofMinutes(1), json("{'step': 1}")));
            world.made(gizmo, "{'Color': 'red'}");
            assertThat(world.gizmos.calls).containsExactly("create", "create", "read");
            assertThat(state()).isEqualTo(ProvisioningState.SUCCEEDED);
        }

        @Test
        void failsWithTheHandlersOwnCodeAndMessage() {
            world.gizmos.answerNext(Progress.failed(ErrorCode.ACCESS_DENIED, "not with this key"));
            world.made(gizmo, "{'Color': 'red'}");
            assertThat(state()).isEqualTo(ProvisioningState.FAILED);
            assertThat(failed().failure().code().text()).isEqualTo("AccessDenied");
            assertThat(failed().failure().message()).isEqualTo("not with this key");
        }

        @Test
        void looksAgainWhileTheServiceIsEventuallyConsistent() {
            world.gizmos.letThrough(1);
            world.gizmos.answerNext(Progress.failed(ErrorCode.NOT_FOUND, "not yet"));
            world.gizmos.answerNext(Progress.failed(ErrorCode.NOT_FOUND, "not yet"));
            world.made(gizmo, "{'Color': 'red'}");
            assertThat(state()).isEqualTo(ProvisioningState.SUCCEEDED);
            assertThat(world.gizmos.calls).containsExactly("create", "read", "read", "read");
        }

        @Test
        void failsWhenTheDesiredStateNeverShows() {
            world.gizmos.letThrough(1);
            for (int i = 0; i < 8; i++) {
                world.gizmos.answerNext(Progress.done(json("{'Id': 'gizmo-1', 'Color': 'green', 'Made': 1}")));
            }
            world.made(gizmo, "{'Color': 'red'}");
            assertThat(failed().failure().code().text()).isEqualTo("create.desired-state");
            assertThat(failed().failure().message()).contains("/Color");
            assertThat(world.resources.get(gizmo).identifier()).contains("gizmo-1");
        }
    }

    @Nested
    class AnAnswerThatBreaksTheContract {

        private String codeAfter(Progress answer) {
            world.gizmos.answerNext(answer);
            world.made(gizmo, "{'Color': 'red'}");
            return failed().failure().code().text();
        }

        @Test
        void withoutTheIdentifierIsRefused() {
            assertThat(codeAfter(Progress.done(json("{'Color': 'red'}")))).isEqualTo("create.primary-identifier");
        }

        @Test
        void withANullIsRefused() {
            assertThat(codeAfter(Progress.done(json("{'Id': 'a', 'Color': 'red', 'Size': null}"))))
                    .isEqualTo("model.no-nulls");
        }

        @Test
        void withAWrongTypeIsRefused() {
            assertThat(codeAfter(Progress.done(json("{'Id': 'a', 'Color': 'red', 'Size': 'big'}"))))
                    .isEqualTo("create.model-shape");
        }

        @Test
        void withAWriteOnlyValueIsRefusedAndNeverStored() {
            assertThat(codeAfter(Progress.done(json("{'Id': 'a', 'Color': 'red', 'Pin': '1234'}"))))
                    .isEqualTo("model.no-write-only");
            assertThat(world.properties(gizmo).has("Pin")).isFalse();
        }

        @Test
        void thatDropsAPropertyIsRefused() {
            assertThat(codeAfter(Progress.done(json("{'Id': 'a', 'Color': 'blue'}"))))
                    .isEqualTo("create.returns-request");
        }

        @Test
        void fromAHandlerThatThrowsIsAnInternalFailureWithoutItsText() {
            world.gizmos.script.add(() -> {
                throw new IllegalStateException("secret 1234");
            });
            world.made(gizmo, "{'Color': 'red'}");
            assertThat(failed().failure().code().text()).isEqualTo("InternalFailure");
            assertThat(failed().failure().message()).doesNotContain("1234");
        }

        @Test
        void thatChangesTheIdentifierOnUpdateIsRefusedAndTheRecordShowsTheTruth() {
            world.made(gizmo, "{'Color': 'red'}");
            world.gizmos.answerNext(Progress.done(json("{'Id': 'other', 'Color': 'blue'}")));
            world.made(gizmo, "{'Color': 'blue'}");
            assertThat(failed().failure().code().text()).isEqualTo("update.primary-identifier-unchanged");
            assertThat(world.properties(gizmo).path("Color").stringValue()).isEqualTo("red");
        }

        @Test
        void thatSaysDeletedWhileTheThingIsThereIsNotBelieved() {
            world.made(gizmo, "{'Color': 'red'}");
            world.gizmos.answerNext(Progress.gone());
            world.delete(gizmo);
            world.settle(gizmo);
            assertThat(state()).isEqualTo(ProvisioningState.FAILED);
            assertThat(failed().failure().code().text()).isEqualTo("delete.gone");
        }
    }

    @Nested
    class Updating {

        @Test
        void changesInPlaceAndKeepsWhatIsReadOnly() {
            world.made(gizmo, "{'Color': 'red'}");
            world.made(gizmo, "{'Color': 'blue', 'Size': 5}");
            assertThat(world.properties(gizmo))
                    .isEqualTo(json("{'Color': 'blue', 'Size': 5, 'Id': 'gizmo-1', 'Made': 1}"));
            assertThat(world.gizmos.calls).containsExactly("create", "read", "update", "read");
        }

        @Test
        void takesAwayWhatAPutLeavesOut() {
            world.made(gizmo, "{'Color': 'red', 'Size': 5}");
            world.made(gizmo, "{'Color': 'red'}");
            assertThat(world.properties(gizmo).has("Size")).isFalse();
        }

        @Test
        void leavesTheEntityTagWhenNothingDiffers() {
            Resource before = world.made(gizmo, "{'Color': 'red', 'Labels': ['a', 'b']}");
            Outcome outcome = world.put(gizmo, "{'Labels': ['b', 'a'], 'Color': 'red'}");
            assertThat(outcome).isInstanceOf(Outcome.Done.class);
            assertThat(world.resources.get(gizmo).etag()).isEqualTo(before.etag());
            assertThat(world.gizmos.calls).containsExactly("create", "read");
        }

        @Test
        void acceptsWhatWasReadIncludingItsReadOnlyValues() {
            Resource before = world.made(gizmo, "{'Color': 'red'}");
            world.put(gizmo, "{'Color': 'red', 'Id': 'gizmo-1', 'Made': 1}");
            assertThat(world.resources.get(gizmo).etag()).isEqualTo(before.etag());
        }

        @Test
        void refusesAnotherReadOnlyValue() {
            world.made(gizmo, "{'Color': 'red'}");
            Problem problem = problem(() -> world.put(gizmo, "{'Color': 'red', 'Made': 2}"));
            assertThat(problem.details())
                    .extracting(Problem.Detail::id, Problem.Detail::target)
                    .containsExactly(org.assertj.core.groups.Tuple.tuple("model.read-only", "/properties/Made"));
        }

        @Test
        void refusesAnotherCreateOnlyValue() {
            world.made(gizmo, "{'Color': 'red', 'Material': 'wood'}");
            Problem problem = problem(() -> world.put(gizmo, "{'Color': 'red', 'Material': 'iron'}"));
            assertThat(problem.status()).isEqualTo(409);
            assertThat(problem.code().text()).isEqualTo("PropertyChangeNotAllowed");
            assertThat(problem.details()).extracting(Problem.Detail::target).containsExactly("/properties/Material");
        }

        @Test
        void goesBackToWhatWasThereWhenItFails() {
            world.made(gizmo, "{'Color': 'red'}");
            world.gizmos.answerNext(Progress.failed(ErrorCode.INVALID_REQUEST, "not blue"));
            world.made(gizmo, "{'Color': 'blue'}");
            assertThat(state()).isEqualTo(ProvisioningState.FAILED);
            assertThat(world.properties(gizmo).path("Color").stringValue()).isEqualTo("red");
        }

        @Test
        void repairsAfterAFailureWithTheNextPut() {
            world.made(gizmo, "{'Color': 'red'}");
            world.gizmos.answerNext(Progress.failed(ErrorCode.INVALID_REQUEST, "not now"));
            world.made(gizmo, "{'Color': 'blue'}");
            world.made(gizmo, "{'Color': 'blue'}");
            assertThat(state()).isEqualTo(ProvisioningState.SUCCEEDED);
            assertThat(world.properties(gizmo).path("Color").stringValue()).isEqualTo("blue");
        }

        @Test
        void makesTheThingAnewWhenItIsGone() {
            world.made(gizmo, "{'Color': 'red'}");
            world.gizmos.things.clear();
            world.made(gizmo, "{'Color': 'blue'}");
            assertThat(state()).isEqualTo(ProvisioningState.SUCCEEDED);
            assertThat(world.resources.get(gizmo).identifier()).contains("gizmo-2");
        }

        @Test
        void isRefusedWhileAnotherOperationRuns() {
            world.working = false;
            world.put(gizmo, "{'Color': 'red'}");
            Problem problem = problem(() -> world.put(gizmo, "{'Color': 'blue'}"));
            assertThat(problem).isInstanceOf(Problem.Busy.class);
            assertThat(problem.retryAfter()).isPresent();
            assertThat(problem.message()).contains(world.operation(gizmo).id().toString());
        }
    }

    @Nested
    class DeletingWhatIsBeingMade {

        @Test
        void tellsWhyTheHandlerRefuses() {
            world.gizmos.answerNext(Progress.again(
                    json("{'Id': 'gizmo-1', 'Color': 'red'}"), Duration.ofSeconds(3), json("{'step': 1}")));
            world.put(gizmo, "{'Color': 'red'}");
            world.gizmos.answerNext(Progress.failed(ErrorCode.INVALID_REQUEST, "not now"));
            world.delete(gizmo);
            world.settle();
            assertThat(failed().failure().code().text()).isEqualTo("InvalidRequest");
            assertThat(failed().failure().message()).contains("not now");
        }
    }

    @Nested
    class Patching {

        @Test
        void mergesObjectsAndRemovesNulls() {
            world.made(gizmo, "{'Color': 'red', 'Size': 3}");
            world.patch(gizmo, "{'Color': 'green', 'Size': null}");
            world.settle(gizmo);
            assertThat(world.properties(gizmo)).isEqualTo(json("{'Color': 'green', 'Id': 'gizmo-1', 'Made': 1}"));
        }

        @Test
        void findsNothingToChangeWhereThereIsNothing() {
            Problem problem = problem(() -> world.patch(gizmo, "{'Color': 'green'}"));
            assertThat(problem.status()).isEqualTo(404);
            assertThat(problem.code().text()).isEqualTo("ResourceNotFound");
        }
    }

    @Nested
    class WriteOnlyValues {

        @Test
        void reachTheHandlerAndAreNowhereInTheRecord() {
            Resource made = world.made(gizmo, "{'Color': 'red', 'Pin': '123456'}");
            assertThat(world.gizmos.pins).containsExactly("123456");
            assertThat(text(made.properties())).doesNotContain("123456");
            assertThat(text(made.desired())).doesNotContain("123456");
            assertThat(text(made.secrets())).doesNotContain("123456");
        }

        @Test
        void areKeptWhenTheyAreLeftOut() {
            world.made(gizmo, "{'Color': 'red', 'Pin': '123456'}");
            world.made(gizmo, "{'Color': 'blue'}");
            assertThat(world.gizmos.pins).containsExactly("123456", "123456");
        }

        @Test
        void areAChangeWhenTheyDiffer() {
            world.made(gizmo, "{'Color': 'red', 'Pin': '123456'}");
            world.made(gizmo, "{'Color': 'red', 'Pin': '654321'}");
            assertThat(world.gizmos.pins).containsExactly("123456", "654321");
        }

        @Test
        void areNotShownInAProblem() {
            Problem problem = problem(() -> world.put(gizmo, "{'Color': 'red', 'Pin': '9x'}"));
            assertThat(problem.details()).hasSize(1);
            assertThat(problem.message()).doesNotContain("9x");
        }

        private String text(byte[] bytes) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }

    @Nested
    class ABodyThatIsWrong {

        @Test
        void isRefusedWithEverythingThatIsWrongAtOnce() {
            Problem problem = problem(() -> world.put(
                    gizmo, "{'Color': 'pink', 'Size': 0, 'Labels': ['a', 'a'], 'Shape': 'round', 'Made': 3}"));
            assertThat(problem.details())
                    .extracting(Problem.Detail::target)
                    .containsExactlyInAnyOrder(
                            "/properties/Color",
                            "/properties/Size",
                            "/properties/Labels",
                            "/properties/Shape",
                            "/properties/Made");
            assertThat(world.resources.find(gizmo)).isEmpty();
        }
    }

    @Nested
    class Deleting {

        @Test
        void removesTheThingAndTheRecord() {
            world.made(gizmo, "{'Color': 'red'}");
            world.delete(gizmo);
            assertThat(world.resources.find(gizmo)).isEmpty();
            assertThat(world.gizmos.things).isEmpty();
        }

        @Test
        void ofNothingIsNothing() {
            assertThat(world.delete(gizmo)).isEqualTo(new Outcome.Absent());
        }

        @Test
        void ofWhatIsGoneAlreadySucceeds() {
            world.made(gizmo, "{'Color': 'red'}");
            world.gizmos.things.clear();
            world.delete(gizmo);
            assertThat(world.resources.find(gizmo)).isEmpty();
        }

        @Test
        void ofWhatIsBeingDeletedIsTheSameOperation() {
            world.made(gizmo, "{'Color': 'red'}");
            world.working = false;
            Outcome first = world.delete(gizmo);
            Outcome second = world.delete(gizmo);
            assertThat(((Outcome.Accepted) second).operation().id())
                    .isEqualTo(((Outcome.Accepted) first).operation().id());
        }

        @Test
        void ofACreateWhoseOutcomeIsUnknownFindsAndDeletesTheResource() {
            for (int i = 0; i < 8; i++) {
                world.gizmos.loseNextAnswer();
            }
            world.made(gizmo, "{'Color': 'red'}");
            assertThat(state()).isEqualTo(ProvisioningState.FAILED);
            assertThat(world.gizmos.things).hasSize(1);
            world.delete(gizmo);
            world.settle(gizmo);
            assertThat(world.resources.find(gizmo)).isEmpty();
            assertThat(world.gizmos.things).isEmpty();
        }

        @Test
        void ofACreateThatFailedForSureCallsNoHandler() {
            world.gizmos.answerNext(Progress.failed(ErrorCode.INVALID_REQUEST, "no"));
            world.made(gizmo, "{'Color': 'red'}");
            world.delete(gizmo);
            assertThat(world.gizmos.calls).containsExactly("create");
            assertThat(world.resources.find(gizmo)).isEmpty();
        }
    }

    @Nested
    class ARepairOfADoubtfulCreate {

        @Test
        void goesOnWithTheThingThatWasMade() {
            for (int i = 0; i < 8; i++) {
                world.gizmos.loseNextAnswer();
            }
            world.made(gizmo, "{'Color': 'red'}");
            world.made(gizmo, "{'Color': 'blue'}");
            assertThat(state()).isEqualTo(ProvisioningState.SUCCEEDED);
            assertThat(world.gizmos.things).containsOnlyKeys("gizmo-1");
            assertThat(world.properties(gizmo).path("Color").stringValue()).isEqualTo("blue");
        }
    }

    @Nested
    class Cancelling {

        @Test
        void endsACreateThatWaitsAndLeavesItCanceled() {
            world.gizmos.answerNext(
                    Progress.again(json("{'Id': 'gizmo-1', 'Color': 'red'}"), Duration.ofHours(1), json("{}")));
            world.put(gizmo, "{'Color': 'red'}");
            world.operations.cancel(world.operation(gizmo).id());
            world.operations.runDue();
            assertThat(state()).isEqualTo(ProvisioningState.CANCELED);
            assertThat(world.operation(gizmo).state()).isInstanceOf(OperationState.Canceled.class);
        }

        @Test
        void endsAnUpdateAndShowsWhatWasThereBefore() {
            world.made(gizmo, "{'Color': 'red'}");
            world.gizmos.answerNext(
                    Progress.again(json("{'Id': 'gizmo-1', 'Color': 'red'}"), Duration.ofHours(1), json("{}")));
            world.put(gizmo, "{'Color': 'blue'}");
            world.operations.cancel(world.operation(gizmo).id());
            world.operations.runDue();
            assertThat(world.properties(gizmo).path("Color").stringValue()).isEqualTo("red");
        }
    }

    @Test
    void theTimeLimitOfTheSchemaEndsAnOperation() {
        for (int i = 0; i < 30; i++) {
            world.gizmos.answerNext(
                    Progress.again(json("{'Id': 'gizmo-1', 'Color': 'red'}"), Duration.ofMinutes(1), json("{}")));
        }
        world.made(gizmo, "{'Color': 'red'}");
        assertThat(failed().failure().message()).contains("10 minutes");
    }

    @Test
    void everyChangeLeavesAnEventAndAnAuditRecord() {
        world.made(gizmo, "{'Color': 'red'}");
        world.delete(gizmo);
        List<String> events = world.database.read(transaction ->
                transaction.query("SELECT kind FROM event WHERE kind <> '' ORDER BY seq", row -> row.text()));
        assertThat(events).containsExactly("Creating", "Succeeded", "Deleting", "Deleted");
        List<String> records = world.database.read(transaction -> transaction.query(
                "SELECT record FROM audit ORDER BY seq", row -> new String(row.bytes(), StandardCharsets.UTF_8)));
        assertThat(records).hasSize(3);
        assertThat(records.get(1)).contains("\"eventName\":\"PutResource\"").contains("\"Color\":\"red\"");
    }
}
