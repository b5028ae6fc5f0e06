package fairlead.server.resource;

import static fairlead.server.resource.World.DEVELOPER;
import static fairlead.server.resource.World.GIZMO;
import static fairlead.server.resource.World.PART;
import static fairlead.server.resource.World.SHELF;
import static fairlead.server.resource.World.SUBSCRIPTION;
import static fairlead.server.resource.World.json;
import static fairlead.server.resource.World.problem;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.server.database.Database;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationState;
import fairlead.server.operation.Step;
import fairlead.server.problem.Problem;
import fairlead.server.resource.move.MoveRequest;
import fairlead.server.resource.move.MoveTask;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.record.SystemData;
import fairlead.server.resource.record.TagUse;
import fairlead.server.secret.Vault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/// How resources are moved, on every database.
abstract class MovesContract {

    private static final String ELSEWHERE = "22222222-2222-2222-2222-222222222222";
    private static final MoveRequest.Place HERE = new MoveRequest.Place(SUBSCRIPTION, "group");
    private static final MoveRequest.Place THERE = new MoveRequest.Place(SUBSCRIPTION, "second");
    private static final MoveRequest.Place ABROAD = new MoveRequest.Place(ELSEWHERE, "third");

    private World world;

    abstract Database open();

    @BeforeEach
    void begin() {
        world = new World(open(), "node-1", Vault.newKeyset());
        world.scopes.putGroup(DEVELOPER, SUBSCRIPTION, "second", "local", json("{}"));
        world.scopes.putSubscription(ELSEWHERE, "Elsewhere", "Enabled");
        world.scopes.putGroup(DEVELOPER, ELSEWHERE, "third", "local", json("{}"));
        world.made(world.id(SHELF, "s1"), "{'Text': 'a'}");
        world.made(world.id(PART, "s1", "p1"), "{'Text': 'a'}");
        world.made(world.id(GIZMO, "one"), "{'Color': 'red'}");
    }

    @AfterEach
    void end() {
        world.close();
    }

    private static MoveRequest move(MoveRequest.Place target, ResourceId... resources) {
        return new MoveRequest(DEVELOPER, HERE, target, List.of(resources));
    }

    private Operation moved(MoveRequest.Place target, ResourceId... resources) {
        Operation begun = world.moves.begin(move(target, resources));
        world.settle();
        return world.operations.find(begun.id()).orElseThrow();
    }

    private Problem refused(MoveRequest.Place target, ResourceId... resources) {
        return problem(() -> world.moves.begin(move(target, resources)));
    }

    private static ResourceId at(MoveRequest.Place place, ResourceId id) {
        return id.in(place.subscription(), place.group());
    }

    private static Consumer<OperationState.Failed> because(String... codes) {
        return failed -> {
            assertThat(failed.failure().code().text()).isEqualTo("ResourceMoveFailed");
            assertThat(failed.failure().details().stream()
                            .map(part -> part.code().text()))
                    .containsExactly(codes);
        };
    }

    @Nested
    class BetweenGroups {

        @Test
        void takesAlongWhatIsBelow() {
            assertThat(moved(THERE, world.id(SHELF, "s1")).state()).isInstanceOf(OperationState.Succeeded.class);
            assertThat(world.resources.find(world.id(SHELF, "s1"))).isEmpty();
            assertThat(world.resources.find(at(THERE, world.id(SHELF, "s1")))).isPresent();
            assertThat(world.resources.find(at(THERE, world.id(PART, "s1", "p1"))))
                    .isPresent();
            assertThat(world.resources.find(world.id(GIZMO, "one"))).isPresent();
        }

        @Test
        void keepsTheResourceAndCallsNoHandler() {
            Resource before = world.resources.get(world.id(GIZMO, "one"));
            int calls = world.gizmos.calls.size();
            moved(THERE, world.id(GIZMO, "one"));
            Resource after = world.resources.get(at(THERE, world.id(GIZMO, "one")));
            assertThat(after.uid()).isEqualTo(before.uid());
            assertThat(after.identifier()).isEqualTo(before.identifier());
            assertThat(after.etag()).isNotEqualTo(before.etag());
            assertThat(world.gizmos.calls).hasSize(calls);
        }

        @Test
        void countsAsTheMakingOfAllOfThemAtOnce() {
            world.clock.advance(Duration.ofHours(1));
            moved(THERE, world.id(SHELF, "s1"), world.id(GIZMO, "one"));
            SystemData data =
                    world.resources.get(at(THERE, world.id(GIZMO, "one"))).systemData();
            assertThat(data.createdAt()).isEqualTo(world.clock.instant());
            assertThat(data.changedAt()).isEqualTo(data.createdAt());
            assertThat(world.resources
                            .get(at(THERE, world.id(PART, "s1", "p1")))
                            .systemData())
                    .isEqualTo(data);
        }

        @Test
        void leavesAResourceThatCanBeChangedAndDeleted() {
            moved(THERE, world.id(GIZMO, "one"));
            ResourceId id = at(THERE, world.id(GIZMO, "one"));
            world.put(id, "{'Color': 'blue'}");
            world.settle();
            assertThat(world.properties(id).path("Color").stringValue()).isEqualTo("blue");
            world.delete(id);
            world.settle();
            assertThat(world.gizmos.things).isEmpty();
        }

        @Test
        void canBeTakenBack() {
            moved(THERE, world.id(SHELF, "s1"));
            Operation begun = world.moves.begin(
                    new MoveRequest(DEVELOPER, THERE, HERE, List.of(at(THERE, world.id(SHELF, "s1")))));
            world.settle();
            assertThat(world.operations.find(begun.id()).orElseThrow().state())
                    .isInstanceOf(OperationState.Succeeded.class);
            assertThat(world.resources.find(world.id(PART, "s1", "p1"))).isPresent();
        }

        @Test
        void isAllOrNothing() {
            world.made(at(THERE, world.id(GIZMO, "one")), "{'Color': 'red'}");
            assertThat(refused(THERE, world.id(SHELF, "s1"), world.id(GIZMO, "one"))
                            .code()
                            .text())
                    .isEqualTo("ResourceAlreadyExists");
            assertThat(world.resources.find(world.id(SHELF, "s1"))).isPresent();
            assertThat(world.resources.find(at(THERE, world.id(SHELF, "s1")))).isEmpty();
        }

        @Test
        void isRefusedWhileAnythingOfItIsBusy() {
            world.working = false;
            world.put(world.id(PART, "s1", "p1"), "{'Text': 'b'}");
            assertThat(refused(THERE, world.id(SHELF, "s1"))).isInstanceOf(Problem.Busy.class);
        }

        @Test
        void failsIfSomethingHasGotBusySinceItBegan() {
            world.working = false;
            Operation begun = world.moves.begin(move(THERE, world.id(GIZMO, "one")));
            world.put(world.id(GIZMO, "one"), "{'Color': 'blue'}");
            assertThat(task().run(begun))
                    .isInstanceOfSatisfying(
                            Step.Fail.class,
                            step -> because("AnotherOperationInProgress")
                                    .accept(new OperationState.Failed(world.clock.instant(), step.failure())));
            assertThat(world.resources.find(world.id(GIZMO, "one"))).isPresent();
        }

        @Test
        void isDoneOnceThoughTheStepIsTakenTwice() {
            world.working = false;
            Operation begun = world.moves.begin(move(THERE, world.id(SHELF, "s1")));
            assertThat(task().run(begun)).isInstanceOf(Step.Succeed.class);
            Resource moved = world.resources.get(at(THERE, world.id(SHELF, "s1")));
            assertThat(task().run(begun)).isInstanceOf(Step.Succeed.class);
            assertThat(world.resources.get(moved.id()).version()).isEqualTo(moved.version());
        }

        private MoveTask task() {
            return new MoveTask(
                    world.database, world.types, world.vault(), world.handlers, world.resources, world.transfer);
        }

        @Test
        void isRefusedFromAndToAGroupThatIsBeingDeleted() {
            world.working = false;
            world.groups.delete(DEVELOPER, SUBSCRIPTION, "second");
            assertThat(refused(THERE, world.id(GIZMO, "one")).code().text()).isEqualTo("ResourceGroupBeingDeleted");
            world.groups.delete(DEVELOPER, SUBSCRIPTION, "group");
            assertThat(refused(ABROAD, world.id(GIZMO, "one")).code().text()).isEqualTo("ResourceGroupBeingDeleted");
        }

        @Test
        void takesUpToEightHundred() {
            ResourceId[] many = Stream.iterate(1, i -> i + 1)
                    .limit(801)
                    .map(i -> world.id(GIZMO, "g" + i))
                    .toArray(ResourceId[]::new);
            assertThat(refused(THERE, many).details())
                    .extracting(Problem.Detail::id)
                    .containsExactly("move.count");
        }
    }

    @Nested
    class BetweenSubscriptions {

        @Test
        void changesAccountOfResourceAndTags() {
            world.tagging.change(
                    DEVELOPER, new Tagging.Place.OfResource(world.id(GIZMO, "one")), _ -> json("{'stage': 'test'}"));
            assertThat(moved(ABROAD, world.id(GIZMO, "one")).state()).isInstanceOf(OperationState.Succeeded.class);
            assertThat(world.tagging.used(SUBSCRIPTION, Optional.empty(), 10)).isEmpty();
            assertThat(world.tagging.used(ELSEWHERE, Optional.empty(), 10))
                    .extracting(TagUse::key)
                    .containsExactly("stage");
            assertThat(world.resources
                            .get(at(ABROAD, world.id(GIZMO, "one")))
                            .id()
                            .subscription())
                    .isEqualTo(ELSEWHERE);
        }

        @Test
        void failsIfAHandlerWouldNotFindItsThing() {
            world.gizmos.answerNext(Progress.failed(ErrorCode.NOT_FOUND, "not in this account"));
            assertThat(moved(ABROAD, world.id(GIZMO, "one")).state())
                    .isInstanceOfSatisfying(OperationState.Failed.class, because("NotFound"));
            assertThat(world.resources.find(world.id(GIZMO, "one"))).isPresent();
        }

        @Test
        void isRefusedIfTheOtherOneManagesTheSameThing() {
            world.scopes.putGroup(DEVELOPER, ELSEWHERE, "group", "local", json("{}"));
            ResourceId there = at(new MoveRequest.Place(ELSEWHERE, "group"), world.id(SHELF, "s1"));
            world.parts.things.clear();
            world.made(there, "{'Text': 'a'}");
            assertThat(refused(ABROAD, world.id(SHELF, "s1")).code().text()).isEqualTo("ResourceAlreadyExists");
        }

        @Test
        void isRefusedIfTheOtherOneIsNotInOrder() {
            world.scopes.putSubscription(ELSEWHERE, "Elsewhere", "Suspended");
            assertThat(refused(ABROAD, world.id(GIZMO, "one")).status()).isEqualTo(400);
        }
    }
}
