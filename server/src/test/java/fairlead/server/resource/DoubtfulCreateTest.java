package fairlead.server.resource;

import static fairlead.server.resource.World.GIZMO;
import static fairlead.server.resource.World.json;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Progress;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.change.ReplacePolicy;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.node.ObjectNode;

/// Every way in which the outcome of a create can be unknown, followed by every request, with handlers that answer at
/// once and in steps, and the process killed before and after every commit between them. The service then holds one
/// resource, or none, and the handler was called as the contract allows, see [CallSequence].
class DoubtfulCreateTest {

    private static final String RED = "{'Color': 'red'}";
    private static final String BLUE = "{'Color': 'blue'}";

    /// @param inSteps whether it takes a create whose first answer is not its last
    private record Doubt(String name, boolean inSteps, Consumer<World> begins) {

        Doubt(String name, Consumer<World> begins) {
            this(name, false, begins);
        }
    }

    private record Next(String name, Consumer<World> request, Consumer<World> end) {}

    private static ResourceId gizmo(World world) {
        return world.id(GIZMO, "one");
    }

    /// Those that follow on another one.
    private static List<Doubt> deeperDoubts() {
        return List.of(
                new Doubt("its answer and that to its repetition name no identifier", world -> {
                    world.gizmos.twistNextAnswer(DoubtfulCreateTest::withoutIdentifier);
                    world.made(gizmo(world), RED);
                    world.gizmos.twistNextAnswer(DoubtfulCreateTest::withoutIdentifier);
                    world.made(gizmo(world), BLUE);
                }),
                new Doubt("a delete has found what its answers do not name, and has heard nothing of that", world -> {
                    world.gizmos.twistNextAnswer(DoubtfulCreateTest::defective);
                    world.made(gizmo(world), RED);
                    world.gizmos.twistNextAnswer(DoubtfulCreateTest::withoutIdentifier);
                    world.gizmos.letThrough(1);
                    world.gizmos.twistNextAnswer(DoubtfulCreateTest::defective);
                    world.delete(gizmo(world));
                    world.settle(gizmo(world));
                }),
                new Doubt("it has told an identifier, and every later answer is lost", true, world -> {
                    world.gizmos.letThrough(1);
                    loseAnswers(world);
                    world.made(gizmo(world), RED);
                }),
                new Doubt("it has told an identifier, and no delete of that is answered", true, world -> {
                    world.gizmos.letThrough(1);
                    loseAnswers(world);
                    world.made(gizmo(world), RED);
                    loseAnswers(world);
                    world.delete(gizmo(world));
                    world.settle(gizmo(world));
                }));
    }

    private static List<Doubt> doubts() {
        return List.of(
                new Doubt("every answer is lost", world -> {
                    loseAnswers(world);
                    world.made(gizmo(world), RED);
                }),
                new Doubt("nothing is reached", world -> {
                    for (int i = 0; i < 8; i++) {
                        world.gizmos.answerNext(Progress.failed(ErrorCode.NETWORK_FAILURE, "no route"));
                    }
                    world.made(gizmo(world), RED);
                }),
                new Doubt("the answer names no identifier", world -> {
                    world.gizmos.twistNextAnswer(DoubtfulCreateTest::withoutIdentifier);
                    world.made(gizmo(world), RED);
                }),
                new Doubt("the handler throws", world -> {
                    world.gizmos.twistNextAnswer(DoubtfulCreateTest::defective);
                    world.made(gizmo(world), RED);
                }),
                new Doubt("the handler's host fails", world -> {
                    world.gizmos.twistNextAnswer(_ -> {
                        throw new HandlerException(ErrorCode.HANDLER_INTERNAL_FAILURE, "the process ended");
                    });
                    world.made(gizmo(world), RED);
                }),
                new Doubt("what has vanished is made again, and every answer is lost", world -> {
                    vanished(world);
                    loseAnswers(world);
                    world.made(gizmo(world), RED);
                }),
                new Doubt("what has vanished is made again, which is cancelled", world -> {
                    vanished(world);
                    world.gizmos.twistNextAnswer(_ -> Progress.again(json("{}"), Duration.ofHours(1), json("{}")));
                    world.put(gizmo(world), RED);
                    world.operations.runDue();
                    world.operations.cancel(world.operation(gizmo(world)).id());
                    world.settle();
                }),
                new Doubt("it is cancelled before it tells an identifier", world -> {
                    world.gizmos.twistNextAnswer(_ -> Progress.again(json("{}"), Duration.ofHours(1), json("{}")));
                    world.put(gizmo(world), RED);
                    world.operations.cancel(world.operation(gizmo(world)).id());
                    world.settle();
                }));
    }

    private static void loseAnswers(World world) {
        for (int i = 0; i < 8; i++) {
            world.gizmos.loseNextAnswer();
        }
    }

    /// A resource whose last change has failed, and that is gone: the next request finds that nothing can be updated.
    private static void vanished(World world) {
        world.made(gizmo(world), RED);
        world.gizmos.answerNext(Progress.failed(ErrorCode.INVALID_REQUEST, "not now"));
        world.made(gizmo(world), BLUE);
        world.gizmos.things.clear();
        world.gizmos.letThrough(1);
    }

    private static Progress defective(Progress answer) {
        throw new IllegalStateException("a defect, instead of " + answer);
    }

    private static Progress withoutIdentifier(Progress answer) {
        ObjectNode model = answer instanceof Progress.Done(var done) ? done : ((Progress.Again) answer).properties();
        model.remove("Id");
        return Progress.done(model);
    }

    private static List<Next> requests() {
        return List.of(
                new Next("the same PUT", world -> world.put(gizmo(world), RED), isOne("red")),
                new Next("another PUT", world -> world.put(gizmo(world), BLUE), isOne("blue")),
                new Next("a PATCH", world -> world.patch(gizmo(world), BLUE), isOne("blue")),
                new Next(
                        "a PUT that may replace",
                        world -> world.replace(gizmo(world), BLUE, ReplacePolicy.CREATE_THEN_DELETE),
                        isOne("blue")),
                new Next("the deletion of its group", DoubtfulCreateTest::deleteGroup, DoubtfulCreateTest::isNone),
                new Next("a DELETE", world -> world.delete(gizmo(world)), DoubtfulCreateTest::isNone));
    }

    private static void deleteGroup(World world) {
        if (world.scopes.findGroup(World.SUBSCRIPTION, "group").isPresent()) {
            world.groups.delete(World.DEVELOPER, World.SUBSCRIPTION, "group");
            world.settle();
        }
    }

    private static Consumer<World> isOne(String color) {
        return world -> {
            Resource resource = world.resources.get(gizmo(world));
            assertThat(resource.state()).isEqualTo(ProvisioningState.SUCCEEDED);
            assertThat(world.properties(gizmo(world)).path("Color").stringValue())
                    .isEqualTo(color);
            assertThat(world.gizmos.things)
                    .containsOnlyKeys(resource.identifier().orElseThrow());
        };
    }

    private static void isNone(World world) {
        assertThat(world.resources.find(gizmo(world))).isEmpty();
        assertThat(world.gizmos.things).isEmpty();
    }

    @TestFactory
    List<DynamicTest> neverMakesASecondResource() {
        List<DynamicTest> tests = new ArrayList<>();
        for (int steps : new int[] {0, 2}) {
            for (Doubt doubt :
                    Stream.concat(doubts().stream(), deeperDoubts().stream()).toList()) {
                for (Next next : doubt.inSteps() && steps == 0 ? List.<Next>of() : requests()) {
                    String name = doubt.name() + ", " + steps + " steps, then " + next.name();
                    tests.add(DynamicTest.dynamicTest(name, () -> atEveryPoint(steps, doubt, next)));
                }
            }
        }
        return tests;
    }

    private void atEveryPoint(int steps, Doubt doubt, Next next) {
        int points = Crashes.survived(
                world -> {
                    world.gizmos.steps = steps;
                    doubt.begins().accept(world);
                    assertThat(world.resources.get(gizmo(world)).doubt()).isPresent();
                },
                world -> {
                    next.request().accept(world);
                    world.settle(gizmo(world));
                },
                world -> {
                    repeat(next, world);
                    next.end().accept(world);
                    assertThat(world.gizmos.sequence.violations()).isEmpty();
                });
        assertThat(points).as("points at which the process died").isGreaterThan(4);
    }

    private static void repeat(Next next, World world) {
        for (int i = 0; i < 2; i++) {
            try {
                next.request().accept(world);
            } catch (ProblemException refused) {
                throw new AssertionError(refused.problem().message(), refused);
            }
            world.settle(gizmo(world));
        }
    }
}
