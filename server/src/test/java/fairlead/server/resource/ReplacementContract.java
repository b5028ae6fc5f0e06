package fairlead.server.resource;

import static fairlead.server.resource.World.BIN;
import static fairlead.server.resource.World.DEVELOPER;
import static fairlead.server.resource.World.GIZMO;
import static fairlead.server.resource.World.SHELF;
import static fairlead.server.resource.World.SUBSCRIPTION;
import static fairlead.server.resource.World.json;
import static fairlead.server.resource.World.problem;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.schema.ReplacementStrategy;
import fairlead.server.access.AuditTrail;
import fairlead.server.database.Database;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationState;
import fairlead.server.resource.change.Outcome;
import fairlead.server.resource.change.Put;
import fairlead.server.resource.change.ReplacePolicy;
import fairlead.server.resource.imports.ImportRequest;
import fairlead.server.resource.move.MoveRequest;
import fairlead.server.resource.record.Orphan;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.step.OrphanCleanup;
import fairlead.server.scope.Lock;
import fairlead.server.scope.Locks;
import fairlead.server.secret.Vault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/// The replacement of a thing by another one, step by step, well and ill, on every database.
abstract class ReplacementContract {

    private static final String WOOD = "{'Color': 'red', 'Material': 'wood', 'Pin': '123456'}";
    private static final String TIN = "{'Color': 'red', 'Material': 'tin', 'Pin': '654321'}";

    private World world;
    private ResourceId gizmo;

    abstract Database open();

    @BeforeEach
    void begin() {
        world = new World(open(), "node-1", Vault.newKeyset());
        gizmo = world.id(GIZMO, "one");
        world.made(gizmo, WOOD);
        world.gizmos.calls.clear();
    }

    @AfterEach
    void end() {
        world.close();
    }

    private Resource replaced(ReplacePolicy how) {
        world.replace(gizmo, TIN, how);
        world.settle(gizmo);
        return world.resources.get(gizmo);
    }

    private OrphanCleanup cleanup() {
        return new OrphanCleanup(world.database, world.types, world.vault(), world.handlers, world.clock);
    }

    private Failure failure() {
        return ((OperationState.Failed) world.operation(gizmo).state()).failure();
    }

    private void refuse(int after, ErrorCode code) {
        world.gizmos.letThrough(after);
        world.gizmos.answerNext(Progress.failed(code, "no"));
    }

    private String material() {
        return world.properties(gizmo).path("Material").asString();
    }

    @Nested
    class TheGuard {

        @Test
        void refusesWithoutBeingAskedAndSaysHowToAsk() {
            var refusal = problem(() -> world.put(gizmo, TIN));
            assertThat(refusal.code().text()).isEqualTo("PropertyChangeNotAllowed");
            assertThat(refusal.message()).contains("/properties/Material").contains("replace=true");
        }

        @Test
        void changesInPlaceWhatCanBeChangedInPlace() {
            world.replace(gizmo, WOOD.replace("red", "blue"), ReplacePolicy.AS_DECLARED);
            world.settle(gizmo);
            assertThat(world.gizmos.things).containsOnlyKeys("gizmo-1");
        }

        @Test
        void refusesBehindALock() {
            new Locks(world.database, new AuditTrail(), world.clock)
                    .put(DEVELOPER, SUBSCRIPTION, new Lock(gizmo.toString(), "stay", Lock.Level.CAN_NOT_DELETE, ""));
            assertThat(problem(() -> world.replace(gizmo, TIN, ReplacePolicy.AS_DECLARED))
                            .code()
                            .text())
                    .isEqualTo("ScopeLocked");
            assertThat(world.gizmos.calls).isEmpty();
        }

        @Test
        void refusesWhatHasOthersNestedInIt() {
            ResourceId shelf = world.id(SHELF, "s1");
            world.made(shelf, "{'Text': 'a'}");
            world.made(world.id(BIN, "s1", "b1"), "{'Text': 'a'}");
            world.parts.answerNext(Progress.failed(ErrorCode.NOT_UPDATABLE, "not in place"));
            world.replace(shelf, "{'Text': 'b'}", ReplacePolicy.DELETE_THEN_CREATE);
            world.settle(shelf);
            assertThat(((OperationState.Failed) world.operation(shelf).state())
                            .failure()
                            .code()
                            .text())
                    .isEqualTo("NestedResourcesExist");
            assertThat(world.parts.things).containsKeys("/s1", "s1/b1");
        }

        @Test
        void refusesANewThingUnderTheNameOfTheOldOne() {
            ResourceId shelf = world.id(SHELF, "s1");
            world.made(shelf, "{'Text': 'a'}");
            world.parts.answerNext(Progress.failed(ErrorCode.NOT_UPDATABLE, "not in place"));
            world.replace(shelf, "{'Text': 'b'}", ReplacePolicy.AS_DECLARED);
            world.settle(shelf);
            Failure failure = ((OperationState.Failed) world.operation(shelf).state()).failure();
            assertThat(failure.code().text()).isEqualTo("ReplacementHasSameIdentifier");
            assertThat(failure.message()).contains("replace=delete_then_create");
        }
    }

    @Nested
    class ThePreview {

        private WhatIf.Forecast forecast(ReplacePolicy how) {
            return new WhatIf(world.resources, world.vault(), world.types.sealing())
                    .put(Put.of(
                                    DEVELOPER,
                                    gizmo,
                                    world.type(GIZMO),
                                    Put.Body.of(Optional.of("local"), json("{}"), json(TIN)))
                            .replacing(how));
        }

        @Test
        void saysThatAReplacementWouldCureTheRefusal() {
            assertThat(forecast(ReplacePolicy.NEVER))
                    .isInstanceOfSatisfying(
                            WhatIf.Forecast.Replace.class,
                            replace ->
                                    assertThat(replace.reason().code().text()).isEqualTo("PropertyChangeNotAllowed"));
        }

        @Test
        void saysWhichPropertyForcesItAndInWhichOrder() {
            assertThat(forecast(ReplacePolicy.DELETE_THEN_CREATE))
                    .isInstanceOfSatisfying(WhatIf.Forecast.Replaced.class, replaced -> {
                        assertThat(replaced.strategy()).isEqualTo(ReplacementStrategy.DELETE_THEN_CREATE);
                        assertThat(replaced.difference().toJson().toString())
                                .contains("\"path\":\"/Material\"")
                                .contains("\"effect\":\"replacement\"");
                    });
            assertThat(world.gizmos.calls).isEmpty();
            assertThat(material()).isEqualTo("wood");
        }
    }

    @Nested
    class CreateThenDelete {

        @Test
        void makesTheNewOneLooksAtItAndDeletesTheOldOne() {
            Resource before = world.resources.get(gizmo);
            Resource after = replaced(ReplacePolicy.AS_DECLARED);
            assertThat(world.gizmos.calls).containsExactly("create", "read", "delete", "read");
            assertThat(world.gizmos.things).containsOnlyKeys("gizmo-2");
            assertThat(world.gizmos.thing("gizmo-2").path("Pin").asString()).isEqualTo("654321");
            assertThat(after.identifier()).contains("gizmo-2");
            assertThat(after.uid()).isEqualTo(before.uid());
            assertThat(after.etag()).isNotEqualTo(before.etag());
            assertThat(after.state()).isEqualTo(ProvisioningState.SUCCEEDED);
            assertThat(material()).isEqualTo("tin");
        }

        @Test
        void isOneOperationThatTellsTheNewIdentifier() {
            Operation operation = ((Outcome.Accepted) world.replace(gizmo, TIN, ReplacePolicy.AS_DECLARED)).operation();
            world.settle(gizmo);
            Operation ended = world.operations.find(operation.id()).orElseThrow();
            assertThat(ended.state()).isInstanceOf(OperationState.Succeeded.class);
            assertThat(ended.identifier()).contains("gizmo-2");
        }

        @Test
        void replacesWhatTheHandlerCanNotChange() {
            world.gizmos.answerNext(Progress.failed(ErrorCode.NOT_UPDATABLE, "not in place"));
            world.replace(gizmo, WOOD.replace("red", "blue"), ReplacePolicy.AS_DECLARED);
            world.settle(gizmo);
            assertThat(world.gizmos.calls).containsExactly("update", "create", "read", "delete", "read");
            assertThat(world.gizmos.things).containsOnlyKeys("gizmo-2");
        }

        @Test
        void leavesTheOldOneUntouchedIfTheNewOneIsRefused() {
            refuse(0, ErrorCode.SERVICE_LIMIT_EXCEEDED);
            Resource after = replaced(ReplacePolicy.AS_DECLARED);
            assertThat(failure().code().text()).isEqualTo("ServiceLimitExceeded");
            assertThat(after.state()).isEqualTo(ProvisioningState.SUCCEEDED);
            assertThat(after.identifier()).contains("gizmo-1");
            assertThat(material()).isEqualTo("wood");
            assertThat(world.gizmos.things).containsOnlyKeys("gizmo-1");
            assertThat(world.gizmos.thing("gizmo-1").path("Pin").asString()).isEqualTo("123456");
        }

        @Test
        void deletesANewOneThatDoesNotBecomeWhatItShould() {
            world.gizmos.letThrough(1);
            for (int i = 0; i < 8; i++) {
                world.gizmos.answerNext(
                        Progress.done(json("{'Id': 'gizmo-2', 'Made': 2, 'Color': 'green', 'Material': 'tin'}")));
            }
            Resource after = replaced(ReplacePolicy.AS_DECLARED);
            assertThat(failure().code().text()).isEqualTo("create.desired-state");
            assertThat(after.identifier()).contains("gizmo-1");
            assertThat(world.gizmos.things).containsOnlyKeys("gizmo-1");
        }

        @Test
        void deletesANewOneThatFailedHalfway() {
            world.gizmos.script.add(() -> {
                world.gizmos.things.put("gizmo-9", json("{'Id': 'gizmo-9', 'Color': 'red'}"));
                return Optional.of(
                        Progress.again(json("{'Id': 'gizmo-9', 'Color': 'red'}"), Duration.ofSeconds(1), json("{}")));
            });
            refuse(0, ErrorCode.NOT_STABILIZED);
            replaced(ReplacePolicy.AS_DECLARED);
            assertThat(failure().code().text()).isEqualTo("NotStabilized");
            assertThat(world.gizmos.things).containsOnlyKeys("gizmo-1");
        }

        @Test
        void keepsTheNewOneAndTellsOfTheOldOneThatCanNotBeDeleted() {
            world.gizmos.refusesDeletes = true;
            Resource after = replaced(ReplacePolicy.AS_DECLARED);
            assertThat(failure().message()).contains("'gizmo-1'").contains("left behind");
            assertThat(after.identifier()).contains("gizmo-2");
            assertThat(material()).isEqualTo("tin");
            world.clock.advance(Duration.ofMinutes(2));
            assertThat(cleanup().deleteDue()).isZero();
            world.gizmos.refusesDeletes = false;
            world.clock.advance(Duration.ofHours(7));
            assertThat(cleanup().deleteDue()).isEqualTo(1);
            assertThat(cleanup().deleteDue()).isZero();
            assertThat(world.gizmos.things).containsOnlyKeys("gizmo-2");
        }

        @Test
        void findsAndDeletesANewOneWhoseIdentifierWasNeverTold() {
            for (int i = 0; i < 8; i++) {
                world.gizmos.loseNextAnswer();
            }
            Resource after = replaced(ReplacePolicy.AS_DECLARED);
            assertThat(after.identifier()).contains("gizmo-1");
            assertThat(after.state()).isEqualTo(ProvisioningState.SUCCEEDED);
            assertThat(world.gizmos.things).containsOnlyKeys("gizmo-1", "gizmo-2");
            world.clock.advance(Duration.ofMinutes(2));
            assertThat(cleanup().deleteDue()).isEqualTo(1);
            assertThat(world.gizmos.things).containsOnlyKeys("gizmo-1");
        }

        @Test
        void isUndoneWhenItIsCanceled() {
            world.gizmos.answerNext(
                    Progress.again(json("{'Id': 'gizmo-1x', 'Color': 'red'}"), Duration.ofMinutes(1), json("{}")));
            Operation operation = ((Outcome.Accepted) world.replace(gizmo, TIN, ReplacePolicy.AS_DECLARED)).operation();
            world.operations.cancel(operation.id());
            world.settle(gizmo);
            assertThat(world.resources.get(gizmo).identifier()).contains("gizmo-1");
            assertThat(world.resources.get(gizmo).state()).isEqualTo(ProvisioningState.CANCELED);
            assertThat(material()).isEqualTo("wood");
        }
    }

    @Nested
    class DeleteThenCreate {

        @Test
        void deletesTheOldOneBeforeItMakesTheNewOne() {
            Resource after = replaced(ReplacePolicy.DELETE_THEN_CREATE);
            assertThat(world.gizmos.calls).containsExactly("delete", "read", "create", "read");
            assertThat(world.gizmos.things).containsOnlyKeys("gizmo-2");
            assertThat(after.identifier()).contains("gizmo-2");
            assertThat(material()).isEqualTo("tin");
        }

        @Test
        void replacesAThingThatItsCallerNames() {
            ResourceId shelf = world.id(SHELF, "s1");
            world.made(shelf, "{'Text': 'a'}");
            world.parts.answerNext(Progress.failed(ErrorCode.NOT_UPDATABLE, "not in place"));
            world.replace(shelf, "{'Text': 'b'}", ReplacePolicy.DELETE_THEN_CREATE);
            world.settle(shelf);
            assertThat(world.operation(shelf).state()).isInstanceOf(OperationState.Succeeded.class);
            assertThat(world.parts.thing("/s1").path("Text").asString()).isEqualTo("b");
        }

        @Test
        void leavesEverythingAsItWasIfTheOldOneCanNotBeDeleted() {
            world.gizmos.refusesDeletes = true;
            Resource after = replaced(ReplacePolicy.DELETE_THEN_CREATE);
            assertThat(failure().code().text()).isEqualTo("AccessDenied");
            assertThat(after.state()).isEqualTo(ProvisioningState.SUCCEEDED);
            assertThat(material()).isEqualTo("wood");
            assertThat(world.gizmos.things).containsOnlyKeys("gizmo-1");
        }

        @Test
        void makesTheOldOneAgainIfTheNewOneIsRefused() {
            refuse(2, ErrorCode.SERVICE_LIMIT_EXCEEDED);
            Resource after = replaced(ReplacePolicy.DELETE_THEN_CREATE);
            assertThat(failure().code().text()).isEqualTo("ServiceLimitExceeded");
            assertThat(failure().message()).contains("made again");
            assertThat(after.state()).isEqualTo(ProvisioningState.SUCCEEDED);
            assertThat(after.identifier()).contains("gizmo-2");
            assertThat(material()).isEqualTo("wood");
            assertThat(world.gizmos.things).containsOnlyKeys("gizmo-2");
            assertThat(world.gizmos.thing("gizmo-2").path("Pin").asString()).isEqualTo("123456");
        }

        @Test
        void tellsThatTheOldOneIsLostAndMakesItOnRequest() {
            refuse(2, ErrorCode.SERVICE_LIMIT_EXCEEDED);
            refuse(0, ErrorCode.ACCESS_DENIED);
            Resource after = replaced(ReplacePolicy.DELETE_THEN_CREATE);
            assertThat(failure().message()).contains("could not be made again");
            assertThat(after.state()).isEqualTo(ProvisioningState.FAILED);
            assertThat(world.gizmos.things).isEmpty();
            world.made(gizmo, WOOD);
            assertThat(world.resources.get(gizmo).state()).isEqualTo(ProvisioningState.SUCCEEDED);
            assertThat(world.gizmos.things).hasSize(1);
        }

        @Test
        void findsANewOneWhoseIdentifierWasNotToldOnRequest() {
            world.gizmos.letThrough(2);
            for (int i = 0; i < 8; i++) {
                world.gizmos.loseNextAnswer();
            }
            replaced(ReplacePolicy.DELETE_THEN_CREATE);
            assertThat(world.resources.get(gizmo).doubt()).isPresent();
            world.made(gizmo, TIN);
            assertThat(world.gizmos.things).containsOnlyKeys("gizmo-2");
            assertThat(world.resources.get(gizmo).identifier()).contains("gizmo-2");
        }

        @Test
        void staysInDoubtOfTheOldOneThatTellsItsIdentifierAndNeverThatItIsMade() {
            refuse(2, ErrorCode.SERVICE_LIMIT_EXCEEDED);
            world.gizmos.twistNextAnswer(ReplacementContract::underWay);
            for (int i = 0; i < 8; i++) {
                world.gizmos.twistNextAnswer(_ -> Progress.done(json("{}")));
            }
            Resource after = replaced(ReplacePolicy.DELETE_THEN_CREATE);
            world.gizmos.script.clear();
            assertThat(failure().message()).contains("could not be made again");
            assertThat(after.identifier()).contains("gizmo-2");
            assertThat(after.doubt()).isPresent();
            world.made(gizmo, WOOD);
            assertThat(world.resources.get(gizmo).state()).isEqualTo(ProvisioningState.SUCCEEDED);
            assertThat(world.gizmos.things).containsOnlyKeys("gizmo-2");
            assertThat(world.gizmos.sequence.violations()).isEmpty();
        }

        @Test
        void isCanceledThoughAnotherResourceHasTheNewOneByNow() {
            world.gizmos.letThrough(2);
            world.gizmos.twistNextAnswer(ReplacementContract::underWay);
            Operation operation =
                    ((Outcome.Accepted) world.replace(gizmo, TIN, ReplacePolicy.DELETE_THEN_CREATE)).operation();
            world.operations.runDue();
            ResourceId imported = imported("gizmo-2");
            world.operations.cancel(operation.id());
            world.settle(gizmo);
            assertThat(world.operation(gizmo).state()).isInstanceOf(OperationState.Canceled.class);
            assertThat(world.resources.get(gizmo).identifier()).isEmpty();
            world.delete(gizmo);
            world.settle(gizmo);
            assertThat(world.resources.find(gizmo)).isEmpty();
            assertThat(world.resources.get(imported).identifier()).contains("gizmo-2");
            assertThat(world.gizmos.things).containsOnlyKeys("gizmo-2");
            assertThat(world.gizmos.sequence.violations()).isEmpty();
        }

        @Test
        void doesNotDeleteANewOneThatAnotherResourceHasByNow() {
            world.gizmos.letThrough(2);
            world.gizmos.twistNextAnswer(ReplacementContract::underWay);
            world.replace(gizmo, TIN, ReplacePolicy.DELETE_THEN_CREATE);
            world.operations.runDue();
            ResourceId imported = imported("gizmo-2");
            world.gizmos.twistNextAnswer(_ -> Progress.done(json("{}")));
            world.settle(gizmo);
            assertThat(world.resources.get(gizmo).identifier()).isEmpty();
            assertThat(world.resources.get(gizmo).doubt()).isPresent();
            world.made(gizmo, TIN);
            assertThat(world.resources.get(gizmo).identifier()).contains("gizmo-3");
            assertThat(world.resources.get(imported).identifier()).contains("gizmo-2");
            assertThat(world.gizmos.things).containsOnlyKeys("gizmo-2", "gizmo-3");
            assertThat(world.gizmos.sequence.violations()).isEmpty();
        }

        @Test
        void failsIfAnotherResourceHasTheOldOneThatIsMadeAgain() {
            refuse(2, ErrorCode.SERVICE_LIMIT_EXCEEDED);
            world.gizmos.twistNextAnswer(ReplacementContract::underWay);
            world.replace(gizmo, TIN, ReplacePolicy.DELETE_THEN_CREATE);
            world.operations.runDue();
            ResourceId imported = imported("gizmo-2");
            int calls = world.gizmos.calls.size();
            world.settle(gizmo);
            assertThat(world.gizmos.calls.subList(calls, world.gizmos.calls.size()))
                    .containsExactly("create");
            assertThat(failure().message()).contains("managed already").contains("could not be made again");
            assertThat(world.resources.get(gizmo).identifier()).isEmpty();
            world.made(gizmo, WOOD);
            assertThat(world.resources.get(gizmo).identifier()).contains("gizmo-3");
            assertThat(world.resources.get(imported).identifier()).contains("gizmo-2");
            assertThat(world.gizmos.sequence.violations()).isEmpty();
        }
    }

    /// What is made is told in an answer that asks to be called again.
    private static Progress underWay(Progress answer) {
        return Progress.again(((Progress.Done) answer).properties(), Duration.ofMinutes(1), json("{}"));
    }

    private ResourceId imported(String identifier) {
        world.imports.begin(new ImportRequest(
                DEVELOPER, world.type(GIZMO), new MoveRequest.Place(SUBSCRIPTION, "group"), "local", List.of()));
        world.operations.runDue();
        ResourceId id = world.id(GIZMO, identifier);
        assertThat(world.resources.get(id).identifier()).contains(identifier);
        return id;
    }

    @Nested
    class AnOrphan {

        private Orphans orphans;

        @BeforeEach
        void begin() {
            orphans = new Orphans(world.database, world.scopes, cleanup(), new AuditTrail(), world.clock);
        }

        private Orphan left() {
            world.gizmos.refusesDeletes = true;
            replaced(ReplacePolicy.AS_DECLARED);
            return orphans.list(SUBSCRIPTION, Optional.empty(), "", 10)
                    .orphans()
                    .getFirst();
        }

        @Test
        void isShownWithWhoseItWasAndWhyItIsStillThere() {
            Orphan thing = left();
            assertThat(thing.identifier()).contains("gizmo-1");
            assertThat(thing.id()).isEqualTo(gizmo);
            assertThat(thing.reason()).contains("it stays");
            assertThat(thing.leftAt()).isEqualTo(world.clock.instant());
            assertThat(orphans.get(SUBSCRIPTION, "local", thing.name()).address())
                    .isEqualTo(thing.address());
            assertThat(problem(() -> orphans.get(SUBSCRIPTION, "elsewhere", thing.name()))
                            .code()
                            .text())
                    .isEqualTo("LeftBehindNotFound");
        }

        @Test
        void isListedByGroupAndPageByPage() {
            left();
            ResourceId two = world.id(GIZMO, "two");
            world.gizmos.refusesDeletes = false;
            world.made(two, WOOD);
            world.gizmos.refusesDeletes = true;
            world.replace(two, TIN, ReplacePolicy.AS_DECLARED);
            world.settle(two);
            Orphans.Page first = orphans.list(SUBSCRIPTION, Optional.of("GROUP"), "", 1);
            assertThat(first.orphans()).extracting(Orphan::id).containsExactly(gizmo);
            Orphans.Page second = orphans.list(
                    SUBSCRIPTION, Optional.of("group"), first.next().orElseThrow(), 1);
            assertThat(second.orphans()).extracting(Orphan::id).containsExactly(two);
            assertThat(second.next()).isEmpty();
            assertThat(orphans.list(SUBSCRIPTION, Optional.of("grou"), "", 1).orphans())
                    .isEmpty();
        }

        @Test
        void isDeletedOnRequestOnceThatCanBeDone() {
            String name = left().name();
            assertThat(problem(() -> orphans.delete(DEVELOPER, SUBSCRIPTION, "local", name))
                            .message())
                    .endsWith("AccessDenied");
            world.gizmos.refusesDeletes = false;
            assertThat(orphans.delete(DEVELOPER, SUBSCRIPTION, "local", name)).isTrue();
            assertThat(orphans.delete(DEVELOPER, SUBSCRIPTION, "local", name)).isFalse();
            assertThat(world.gizmos.things).containsOnlyKeys("gizmo-2");
        }

        @Test
        void isForgottenOnRequestAndStaysWhereItIs() {
            String name = left().name();
            assertThat(orphans.forget(DEVELOPER, SUBSCRIPTION, "local", name)).isTrue();
            assertThat(orphans.list(SUBSCRIPTION, Optional.empty(), "", 10).orphans())
                    .isEmpty();
            world.gizmos.refusesDeletes = false;
            world.clock.advance(Duration.ofHours(7));
            assertThat(cleanup().deleteDue()).isZero();
            assertThat(world.gizmos.things).containsOnlyKeys("gizmo-1", "gizmo-2");
        }

        @Test
        void saysWhyItIsStillThereAfterEveryAttempt() {
            String name = left().name();
            world.clock.advance(Duration.ofMinutes(2));
            world.gizmos.answerNext(Progress.failed(ErrorCode.SERVICE_LIMIT_EXCEEDED, "too many deletes"));
            assertThat(cleanup().deleteDue()).isZero();
            Orphan thing = orphans.get(SUBSCRIPTION, "local", name);
            assertThat(thing.reason()).as("without words that may tell a Pin").isEqualTo("ServiceLimitExceeded");
            assertThat(thing.attempts()).isEqualTo(1);
        }
    }
}
