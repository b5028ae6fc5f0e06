package fairlead.server.resource;

import static fairlead.server.resource.World.GIZMO;
import static fairlead.server.resource.World.json;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.server.database.Database;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.change.ReplacePolicy;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// The process is killed before and after every commit of every kind of operation. Whatever the point, the next
/// process brings the operation to its end, a client that repeats its request gets what it asked for, and the
/// service holds exactly one thing, or none after a delete.
abstract class EveryCrashContract {

    private static final String RED = "{'Color': 'red', 'Pin': '123456'}";
    private static final String BLUE = "{'Color': 'blue', 'Pin': '654321'}";

    /// A database of its own.
    abstract Database open(String name);

    /// Those that are played.
    abstract List<Scenario> played();

    /// @param before what is there when the mortal process starts
    /// @param request what the client asks of it, and asks again until it is answered
    /// @param after what has to hold in the end
    record Scenario(String name, Consumer<World> before, Consumer<World> request, Consumer<World> after) {}

    private static ResourceId gizmo(World world) {
        return world.id(GIZMO, "one");
    }

    /// Everything that can be done with one resource but to replace it.
    static List<Scenario> changes() {
        Consumer<World> nothing = _ -> {};
        Consumer<World> aRedOne = world -> world.made(gizmo(world), RED);
        Consumer<World> twoSteps = world -> {
            world.gizmos.answerNext(Progress.again(
                    json("{'Id': 'gizmo-1', 'Color': 'red'}"), Duration.ofSeconds(3), json("{'step': 1}")));
        };
        return List.of(
                new Scenario("create", nothing, putting(RED), oneThing("red")),
                new Scenario("create in steps", twoSteps, putting(RED), oneThing("red")),
                new Scenario(
                        "create with a lost answer",
                        world -> world.gizmos.loseNextAnswer(),
                        putting(RED),
                        oneThing("red")),
                new Scenario(
                        "create that is visible late", EveryCrashContract::visibleLate, putting(RED), oneThing("red")),
                new Scenario(
                        "repair of a doubtful create", EveryCrashContract::doubtful, putting(BLUE), oneThing("blue")),
                new Scenario("update", aRedOne, putting(BLUE), oneThing("blue")),
                new Scenario("update in steps", aRedOne.andThen(twoSteps), putting(BLUE), oneThing("blue")),
                new Scenario(
                        "update that fails once",
                        aRedOne.andThen(EveryCrashContract::failing),
                        putting(BLUE),
                        oneThing("blue")),
                new Scenario("remake", aRedOne.andThen(EveryCrashContract::vanished), putting(BLUE), oneThing("blue")),
                new Scenario("action", aRedOne, EveryCrashContract::painting, oneThing("blue")),
                new Scenario(
                        "action in steps", aRedOne.andThen(twoSteps), EveryCrashContract::painting, oneThing("blue")),
                new Scenario("delete", aRedOne, world -> world.delete(gizmo(world)), EveryCrashContract::noThing),
                new Scenario(
                        "delete in steps",
                        aRedOne.andThen(twoSteps),
                        world -> world.delete(gizmo(world)),
                        EveryCrashContract::noThing),
                new Scenario(
                        "delete of a doubtful create",
                        EveryCrashContract::doubtful,
                        world -> world.delete(gizmo(world)),
                        EveryCrashContract::noThing));
    }

    /// Two requests, of which the second one ends the operation of the first.
    static List<Scenario> interruptions() {
        Consumer<World> begun = world -> world.gizmos.answerNext(
                Progress.again(json("{'Id': 'gizmo-1', 'Color': 'red'}"), Duration.ofSeconds(3), json("{'step': 1}")));
        Consumer<World> aRedOne = world -> world.made(gizmo(world), RED);
        return List.of(
                new Scenario(
                        "delete during a create",
                        begun,
                        EveryCrashContract::puttingAndDeleting,
                        EveryCrashContract::noThing),
                new Scenario(
                        "delete during an update",
                        aRedOne.andThen(begun),
                        EveryCrashContract::puttingAndDeleting,
                        EveryCrashContract::noThing));
    }

    static List<Scenario> replacements() {
        Consumer<World> aRedOne = world -> world.made(gizmo(world), RED);
        Consumer<World> aStep = world -> world.gizmos.answerNext(telling("gizmo-2"));
        Consumer<World> aStepOfTheOldOne = world -> world.gizmos.answerNext(
                Progress.again(json("{'Id': 'gizmo-1', 'Color': 'red'}"), Duration.ofSeconds(3), json("{'step': 1}")));
        return List.of(
                new Scenario(
                        "replacement that creates first",
                        aRedOne,
                        replacing(ReplacePolicy.CREATE_THEN_DELETE),
                        oneThing("blue")),
                new Scenario(
                        "replacement in steps",
                        aRedOne.andThen(aStep),
                        replacing(ReplacePolicy.CREATE_THEN_DELETE),
                        oneThing("blue")),
                new Scenario(
                        "replacement that tells the old one's identifier",
                        aRedOne.andThen(aStepOfTheOldOne),
                        replacing(ReplacePolicy.CREATE_THEN_DELETE),
                        oneThing("blue")),
                new Scenario(
                        "replacement with a lost answer",
                        aRedOne.andThen(world -> world.gizmos.loseNextAnswer()),
                        replacing(ReplacePolicy.CREATE_THEN_DELETE),
                        oneThing("blue")),
                new Scenario(
                        "replacement that is refused once",
                        aRedOne.andThen(EveryCrashContract::failing),
                        replacing(ReplacePolicy.CREATE_THEN_DELETE),
                        oneThing("blue")),
                new Scenario(
                        "replacement that deletes first",
                        aRedOne,
                        replacing(ReplacePolicy.DELETE_THEN_CREATE),
                        oneThing("blue")),
                new Scenario(
                        "replacement that makes the old one again",
                        aRedOne.andThen(EveryCrashContract::failingAfterTheDelete),
                        replacing(ReplacePolicy.DELETE_THEN_CREATE),
                        oneThing("blue")));
    }

    private static Progress telling(String identifier) {
        String model = "{'Id': '" + identifier + "', 'Color': 'blue', 'Material': 'tin'}";
        return Progress.again(json(model), Duration.ofSeconds(3), json("{'step': 1}"));
    }

    /// A caller who breaks off a PUT.
    private static void puttingAndDeleting(World world) {
        try {
            world.put(gizmo(world), BLUE);
        } catch (ProblemException refused) {
            assertThat(refused.problem()).isInstanceOf(Problem.Busy.class);
        }
        world.delete(gizmo(world));
        world.settle();
    }

    private static void visibleLate(World world) {
        world.gizmos.letThrough(1);
        world.gizmos.answerNext(Progress.failed(ErrorCode.NOT_FOUND, "not yet"));
    }

    private static void doubtful(World world) {
        for (int i = 0; i < 8; i++) {
            world.gizmos.loseNextAnswer();
        }
        world.made(gizmo(world), RED);
    }

    private static void failing(World world) {
        world.gizmos.answerNext(Progress.failed(ErrorCode.INVALID_REQUEST, "not now"));
    }

    private static void failingAfterTheDelete(World world) {
        world.gizmos.letThrough(2);
        failing(world);
    }

    private static void vanished(World world) {
        world.gizmos.things.clear();
    }

    private static Consumer<World> putting(String properties) {
        return world -> world.put(gizmo(world), properties);
    }

    private static Consumer<World> replacing(ReplacePolicy how) {
        return world -> world.replace(gizmo(world), "{'Color': 'blue', 'Pin': '654321', 'Material': 'tin'}", how);
    }

    private static void painting(World world) {
        world.act(gizmo(world), "paint", "{'Color': 'blue'}");
    }

    private static Consumer<World> oneThing(String color) {
        return world -> {
            Resource resource = world.resources.get(gizmo(world));
            assertThat(resource.state()).isEqualTo(ProvisioningState.SUCCEEDED);
            assertThat(world.properties(gizmo(world)).path("Color").stringValue())
                    .isEqualTo(color);
            assertThat(world.gizmos.things)
                    .containsOnlyKeys(resource.identifier().orElseThrow());
        };
    }

    private static void noThing(World world) {
        assertThat(world.resources.find(gizmo(world))).isEmpty();
        assertThat(world.gizmos.things).isEmpty();
    }

    @TestFactory
    List<DynamicTest> leavesNothingUndoneAndNothingDouble() {
        return played().stream()
                .map(scenario -> DynamicTest.dynamicTest(scenario.name(), () -> atEveryPoint(scenario)))
                .toList();
    }

    private void atEveryPoint(Scenario scenario) {
        int points = Crashes.survived(
                point -> open(scenario.name().replace(' ', '-') + point),
                scenario.before(),
                world -> {
                    scenario.request().accept(world);
                    world.settle(gizmo(world));
                },
                world -> {
                    repeat(scenario, world);
                    scenario.after().accept(world);
                });
        assertThat(points).as("points at which the process died").isGreaterThan(4);
    }

    /// A client that got no answer, or a failure, asks again.
    private static void repeat(Scenario scenario, World world) {
        for (int i = 0; i < 2; i++) {
            try {
                scenario.request().accept(world);
            } catch (ProblemException refused) {
                throw new AssertionError(refused.problem().message(), refused);
            }
            world.settle(gizmo(world));
        }
    }
}
