package fairlead.server.resource;

import static fairlead.server.resource.World.DEVELOPER;
import static fairlead.server.resource.World.GIZMO;
import static fairlead.server.resource.World.SHELF;
import static fairlead.server.resource.World.SUBSCRIPTION;
import static fairlead.server.resource.World.json;
import static fairlead.server.resource.World.problem;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.schema.TypeName;
import fairlead.server.database.Database;
import fairlead.server.operation.ClientToken;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationState;
import fairlead.server.problem.Problem;
import fairlead.server.secret.Vault;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Resources that are called by their identifiers, on whatever database.
abstract class IdentifiedResourcesContract {

    private static final String RED = "{'Color': 'red'}";
    private static final String OTHER = "22222222-2222-2222-2222-222222222222";

    private World world;

    private int tokens;

    abstract Database database();

    @BeforeEach
    void open() {
        world = new World(database(), "node", Vault.newKeyset());
    }

    @AfterEach
    void close() {
        world.close();
    }

    private IdentifiedRequest asked(TypeName type) {
        return asked(type, SUBSCRIPTION);
    }

    private IdentifiedRequest asked(TypeName type, String subscription) {
        return new IdentifiedRequest(
                DEVELOPER, subscription, "group", "local", world.registered(type), Optional.empty());
    }

    private ClientToken token() {
        return new ClientToken("token-" + ++tokens, "digest");
    }

    private Operation create(TypeName type, String state) {
        Operation begun = world.identified.create(asked(type), json(state), token());
        world.settle();
        return world.operations.find(begun.id()).orElseThrow();
    }

    private static ObjectNode id(String id) {
        return json("{'Id': '" + id + "'}");
    }

    private static ObjectNode name(String name) {
        return json("{'Name': '" + name + "'}");
    }

    private static String failure(Operation operation) {
        return ((OperationState.Failed) operation.state()).failure().code().text();
    }

    @Nested
    class ACreate {

        @Test
        void isNamedOnceItIsMade() {
            Operation operation = create(GIZMO, RED);

            assertThat(operation.identifier()).hasValue("gizmo-1");
        }

        @Test
        void hasTheNameOfItsIdentifier() {
            create(SHELF, "{'Name': 'a'}");

            assertThat(world.resources.get(world.id(SHELF, "a")).identifier()).hasValue("a");
        }

        @Test
        void ofWhatIsThereFailsAndNamesNothing() {
            world.made(world.id(SHELF, "a"), "{'Text': 'one'}");

            Operation operation = create(SHELF, "{'Name': 'a', 'Text': 'two'}");

            assertThat(failure(operation)).isEqualTo("AlreadyExists");
            assertThat(operation.identifier()).isEmpty();
            assertThat(world.properties(world.id(SHELF, "a")).path("Text").asString())
                    .isEqualTo("one");
        }

        @Test
        void ofWhatIsThereUnmanagedLeavesNoRecord() {
            world.parts.things.put("/a", json("{'Name': 'a'}"));

            Operation operation = create(SHELF, "{'Name': 'a'}");

            assertThat(failure(operation)).isEqualTo("AlreadyExists");
            assertThat(operation.identifier()).isEmpty();
            assertThat(world.resources.find(world.id(SHELF, "a"))).isEmpty();
            assertThat(world.parts.things).containsKey("/a");
        }

        @Test
        void whoseThingCanNotBeReadNamesWhatItHasMade() {
            world.gizmos.letThrough(1);
            world.gizmos.answerNext(Progress.failed(ErrorCode.ACCESS_DENIED, "no"));
            world.gizmos.answerNext(Progress.failed(ErrorCode.ACCESS_DENIED, "no"));

            Operation operation = create(GIZMO, RED);

            assertThat(failure(operation)).isEqualTo("AccessDenied");
            assertThat(operation.identifier()).hasValue("gizmo-1");
            assertCanBeDeleted("gizmo-1");
        }

        @Test
        void whoseThingCanNotBeReadForLongNamesWhatItHasMade() {
            world.gizmos.letThrough(1);
            for (int i = 0; i < 20; i++) {
                world.gizmos.answerNext(Progress.failed(ErrorCode.NETWORK_FAILURE, "away"));
            }

            Operation operation = create(GIZMO, RED);
            world.gizmos.script.clear();

            assertThat(failure(operation)).isEqualTo("NetworkFailure");
            assertThat(operation.identifier()).hasValue("gizmo-1");
            assertCanBeDeleted("gizmo-1");
        }

        private void assertCanBeDeleted(String id) {
            world.identified.delete(asked(GIZMO), id(id), token());
            world.settle();
            assertThat(world.gizmos.things).isEmpty();
        }

        @Test
        void thatFailsOnTheWayNamesWhatItHasBegun() {
            world.gizmos.answerNext(
                    Progress.again(json("{'Id': 'gizmo-9', 'Color': 'red'}"), Duration.ofSeconds(3), json("{}")));
            world.gizmos.answerNext(Progress.failed(ErrorCode.NOT_STABILIZED, "too slow"));

            Operation operation = create(GIZMO, RED);

            assertThat(failure(operation)).isEqualTo("NotStabilized");
            assertThat(operation.identifier()).hasValue("gizmo-9");
        }

        @Test
        void mayFollowOneThatFailed() {
            world.parts.answerNext(Progress.failed(ErrorCode.INVALID_REQUEST, "not today"));
            create(SHELF, "{'Name': 'a'}");

            assertThat(create(SHELF, "{'Name': 'a'}").state()).isInstanceOf(OperationState.Succeeded.class);
        }

        @Test
        void mayFollowOneWhoseOutcomeIsUnknown() {
            for (int i = 0; i < 8; i++) {
                world.parts.answerNext(Progress.failed(ErrorCode.NETWORK_FAILURE, "no answer"));
            }
            create(SHELF, "{'Name': 'a'}");

            assertThat(create(SHELF, "{'Name': 'a'}").state()).isInstanceOf(OperationState.Succeeded.class);
        }
    }

    @Nested
    class AToken {

        @Test
        void getsTheSameOperationAgain() {
            ClientToken token = new ClientToken("mine", "digest");
            Operation first = world.identified.create(asked(GIZMO), json(RED), token);
            world.settle();

            Operation again = world.identified.create(asked(GIZMO), json(RED), token);

            assertThat(again.id()).isEqualTo(first.id());
            assertThat(world.gizmos.things).hasSize(1);
        }

        @Test
        void isRefusedForAnotherRequest() {
            world.identified.create(asked(GIZMO), json(RED), new ClientToken("mine", "digest"));

            Problem problem =
                    problem(() -> world.identified.create(asked(GIZMO), json(RED), new ClientToken("mine", "other")));

            assertThat(problem.code().text()).isEqualTo("ClientTokenConflict");
        }

        @Test
        void isOneRequestHoweverOftenItComesAtOnce() throws Exception {
            create(GIZMO, RED);
            world.working = false;

            assertThat(atOnce(token -> world.identified.create(asked(GIZMO), json(RED), token)))
                    .hasSize(1);
            assertThat(atOnce(token -> world.identified.create(asked(SHELF), name("a"), token)))
                    .hasSize(1);
            assertThat(atOnce(token -> world.identified.update(
                            asked(GIZMO), id("gizmo-1"), present -> present.put("Color", "blue"), token)))
                    .hasSize(1);
            assertThat(atOnce(token -> world.identified.delete(asked(SHELF), name("none"), token)))
                    .hasSize(1);
        }

        /// The operations that come of the same request, sent many times at the same moment.
        private Set<OperationId> atOnce(Function<ClientToken, Operation> request) throws Exception {
            ClientToken token = token();
            CyclicBarrier together = new CyclicBarrier(8);
            Set<OperationId> made = new HashSet<>();
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Callable<Operation>> requests = Collections.nCopies(8, () -> {
                    together.await();
                    return request.apply(token);
                });
                for (Future<Operation> answer : threads.invokeAll(requests)) {
                    made.add(answer.get().id());
                }
            }
            return made;
        }

        @Test
        void isForgottenAfterADayAndAHalf() {
            ClientToken token = new ClientToken("mine", "digest");
            Operation first = world.identified.create(asked(GIZMO), json(RED), token);
            world.settle();
            world.clock.advance(Duration.ofHours(37));

            assertThat(world.identified.create(asked(GIZMO), json(RED), token).id())
                    .isNotEqualTo(first.id());
        }
    }

    /// The first thing behind the handler's back.
    private ObjectNode thing() {
        return Objects.requireNonNull(world.gizmos.things.get("gizmo-1"), "gizmo-1");
    }

    @Nested
    class AnUpdate {

        @Test
        void beginsWithWhatIsThereNow() {
            create(GIZMO, "{'Color': 'red', 'Size': 1, 'Pin': '1234'}");
            thing().put("Size", 50);

            world.identified.update(asked(GIZMO), id("gizmo-1"), present -> present.put("Color", "blue"), token());
            world.settle();

            assertThat(thing().path("Size").asInt()).isEqualTo(50);
            assertThat(thing().path("Color").asString()).isEqualTo("blue");
            assertThat(thing().path("Pin").asString()).isEqualTo("1234");
        }

        @Test
        void takesBackWhatOthersHaveChanged() {
            create(GIZMO, "{'Color': 'red', 'Size': 1}");
            thing().put("Size", 50);

            world.identified.update(asked(GIZMO), id("gizmo-1"), present -> present.put("Size", 1), token());
            world.settle();

            assertThat(thing().path("Size").asInt()).isEqualTo(1);
        }

        @Test
        void countsAListAsItWasAskedFor() {
            create(GIZMO, "{'Color': 'red', 'Labels': ['a', 'b', 'c']}");
            thing().putArray("Labels").add("c").add("a").add("b");

            world.identified.update(
                    asked(GIZMO),
                    id("gizmo-1"),
                    present -> {
                        ((ArrayNode) present.path("Labels")).remove(0);
                        return present;
                    },
                    token());
            world.settle();

            assertThat(thing().path("Labels")).hasToString("[\"b\",\"c\"]");
        }

        @Test
        void thatChangesNothingHasSucceeded() {
            create(GIZMO, RED);
            int calls = world.gizmos.calls.size();

            Operation operation = world.identified.update(asked(GIZMO), id("gizmo-1"), present -> present, token());

            assertThat(operation.state()).isInstanceOf(OperationState.Succeeded.class);
            assertThat(world.gizmos.calls.subList(calls, world.gizmos.calls.size()))
                    .doesNotContain("update");
        }

        @Test
        void mustNotChangeWhatIsReadOnly() {
            create(GIZMO, RED);

            Problem problem = problem(() ->
                    world.identified.update(asked(GIZMO), id("gizmo-1"), present -> present.put("Made", 7), token()));

            assertThat(problem.details()).extracting(Problem.Detail::target).containsExactly("/properties/Made");
        }

        @Test
        void makesTheRecordOfAResourceThatIsNotManaged() {
            world.gizmos.things.put("gizmo-7", json("{'Id': 'gizmo-7', 'Color': 'red', 'Made': 7}"));

            world.identified.update(asked(GIZMO), id("gizmo-7"), present -> present.put("Color", "blue"), token());
            world.settle();

            assertThat(world.resources.get(world.id(GIZMO, "gizmo-7")).identifier())
                    .hasValue("gizmo-7");
            assertThat(world.gizmos.things.get("gizmo-7").path("Color").asString())
                    .isEqualTo("blue");
        }
    }

    @Nested
    class ADelete {

        @Test
        void ofNothingFails() {
            Operation operation = world.identified.delete(asked(SHELF), name("a"), token());

            assertThat(failure(operation)).isEqualTo("NotFound");
        }

        @Test
        void removesWhatWasMadeByAddress() {
            world.made(world.id(SHELF, "a"), "{}");

            world.identified.delete(asked(SHELF), name("a"), token());
            world.settle();

            assertThat(world.resources.find(world.id(SHELF, "a"))).isEmpty();
            assertThat(world.parts.things).isEmpty();
        }

        @Test
        void waitsForWhatIsUnderWay() {
            create(GIZMO, RED);
            world.working = false;
            world.identified.update(asked(GIZMO), id("gizmo-1"), present -> present.put("Color", "blue"), token());

            Problem problem = problem(() -> world.identified.delete(asked(GIZMO), id("gizmo-1"), token()));

            assertThat(problem).isInstanceOf(Problem.Busy.class);
        }
    }

    @Nested
    class AnotherAccount {

        @BeforeEach
        void open() {
            world.scopes.putSubscription(OTHER, "Other", "Enabled");
            world.scopes.putGroup(DEVELOPER, OTHER, "group", "local", JsonNodeFactory.instance.objectNode());
        }

        @Test
        void doesNotSeeTheThing() {
            create(SHELF, "{'Name': 'a'}");

            Problem problem = problem(() -> world.identified.get(asked(SHELF, OTHER), name("a"), false));

            assertThat(problem.code().text()).isEqualTo("ResourceNotFound");
        }

        @Test
        void canNotDeleteIt() {
            create(SHELF, "{'Name': 'a'}");

            Operation operation = world.identified.delete(asked(SHELF, OTHER), name("a"), token());

            assertThat(failure(operation)).isEqualTo("NotFound");
            assertThat(world.parts.things).hasSize(1);
        }
    }

    @Nested
    class Read {

        @Test
        void aHandlerThatEndsWhenItIsInterruptedIsAskedByTheThreadThatWantsToKnow() {
            world.parts.endsWhenInterrupted = true;
            create(SHELF, "{'Name': 'a'}");

            assertThat(threadOfARead()).isSameAs(Thread.currentThread());
        }

        @Test
        void anyOtherHandlerIsAskedByAThreadThatCanBeLeftAlone() {
            create(SHELF, "{'Name': 'a'}");

            assertThat(threadOfARead()).isNotSameAs(Thread.currentThread());
        }

        @Test
        void goesByTheRecordThatIsThereNow() {
            create(SHELF, "{'Name': 'a'}");
            ObjectNode thing = world.parts.thing("/a");
            String whileManaged = nameInARead();
            world.identified.delete(asked(SHELF), name("a"), token());
            world.settle();
            world.parts.things.put("/a", thing);
            String whenForgotten = nameInARead();
            world.identified.update(asked(SHELF), name("a"), present -> present.put("Text", "new"), token());
            world.settle();

            assertThat(List.of(whileManaged, whenForgotten, nameInARead())).containsExactly("a", "", "a");
        }

        private String nameInARead() {
            world.identified.get(asked(SHELF), name("a"), false);
            return world.parts.contexts.getLast().name();
        }

        private Thread threadOfARead() {
            AtomicReference<Thread> thread = new AtomicReference<>();
            world.parts.script.add(() -> {
                thread.set(Thread.currentThread());
                return Optional.empty();
            });
            world.identified.get(asked(SHELF), name("a"), false);
            return Objects.requireNonNull(thread.get());
        }
    }

    @Nested
    class WhenTheHandlerCanNotBeReached {

        @Test
        void theRecordIsShownOnlyIfItWillDo() {
            create(SHELF, "{'Name': 'a', 'Text': 'one'}");
            world.parts.answerNext(Progress.failed(ErrorCode.NETWORK_FAILURE, "away"));
            Problem problem = problem(() -> world.identified.get(asked(SHELF), name("a"), false));
            world.parts.answerNext(Progress.failed(ErrorCode.NETWORK_FAILURE, "away"));

            ReadResource seen = world.identified.get(asked(SHELF), name("a"), true);

            assertThat(problem.code().text()).isEqualTo("NetworkFailure");
            assertThat(seen.stored()).isTrue();
            assertThat(seen.properties().path("Text").asString()).isEqualTo("one");
        }
    }
}
