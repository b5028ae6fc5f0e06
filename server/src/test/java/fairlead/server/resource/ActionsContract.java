package fairlead.server.resource;

import static fairlead.server.resource.World.GIZMO;
import static fairlead.server.resource.World.json;
import static fairlead.server.resource.World.problem;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.server.database.Database;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationState;
import fairlead.server.problem.Problem;
import fairlead.server.resource.Actions.Result;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.secret.Vault;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/// What becomes of actions, on every database.
abstract class ActionsContract {

    private World world;
    private ResourceId one;

    abstract Database open();

    @BeforeEach
    void begin() {
        world = new World(open(), "node-1", Vault.newKeyset());
        one = world.id(GIZMO, "one");
        world.made(one, "{'Color': 'red', 'Pin': '1234'}");
    }

    @AfterEach
    void end() {
        world.close();
    }

    private Operation begun(String action, String input) {
        return ((Result.Accepted) world.act(one, action, input)).operation();
    }

    private Operation ended(Operation operation) {
        world.settle(one);
        return world.operations.find(operation.id()).orElseThrow();
    }

    @Nested
    class Synchronous {

        @Test
        void answersAtOnceWithWhatTheHandlerGives() {
            assertThat(world.act(one, "tellPin", "{}"))
                    .isEqualTo(new Result.Done(Optional.of(json("{'Pin': '1234'}"))));
            assertThat(world.act(one, "ring", "{}")).isEqualTo(new Result.Done(Optional.empty()));
        }

        @Test
        void leavesTheRecordAndTheOperationsAsTheyAre() {
            Resource before = world.resources.get(one);
            world.act(one, "tellPin", "{}");
            assertThat(world.resources.get(one).etag()).isEqualTo(before.etag());
            assertThat(world.operations.list(World.SUBSCRIPTION, Optional.empty(), 10))
                    .hasSize(1);
        }

        @Test
        void isWrittenIntoTheAuditTrailWithoutWhatItGave() {
            world.act(one, "tellPin", "{}");
            String last = world.database.read(transaction -> transaction
                    .one("SELECT record FROM audit ORDER BY seq DESC LIMIT 1", row -> new String(row.bytes(), UTF_8))
                    .orElseThrow());
            assertThat(last).contains("\"eventName\":\"TellPin\"").doesNotContain("1234");
        }

        @Test
        void failsWithTheHandlersCode() {
            world.gizmos.answerNext(Progress.failed(ErrorCode.THROTTLING, "slow down"));
            Problem problem = problem(() -> world.act(one, "ring", "{}"));
            assertThat(problem.code().text()).isEqualTo("Throttling");
            assertThat(problem.status()).isEqualTo(429);
        }

        @Test
        void fromWhichSomethingElseComesOutHasFailed() {
            world.gizmos.answerNext(Progress.done(json("{'Pin': 567890}")));
            assertThat(problem(() -> world.act(one, "tellPin", "{}")).message())
                    .contains("/Pin")
                    .doesNotContain("567890");
            world.gizmos.answerNext(Progress.again(json("{}"), Duration.ZERO, json("{}")));
            assertThat(problem(() -> world.act(one, "ring", "{}")).code().text())
                    .isEqualTo("InternalFailure");
        }

        @Test
        void needsAResourceThatIsThere() {
            world.working = false;
            ResourceId two = world.id(GIZMO, "two");
            world.put(two, "{'Color': 'red'}");
            assertThat(problem(() -> world.act(two, "ring", "{}")).code().text())
                    .isEqualTo("ResourceNotReady");
        }
    }

    @Nested
    class Asynchronous {

        @Test
        void keepsTheResourceFromOtherChangesAndThenShowsItAsItIs() {
            world.gizmos.answerNext(Progress.again(json("{}"), Duration.ofMinutes(5), json("{'Coat': 1}")));
            Operation painting = begun("paint", "{'Color': 'blue'}");
            assertThat(world.resources.get(one).state()).isEqualTo(ProvisioningState.UPDATING);
            assertThat(problem(() -> world.put(one, "{'Color': 'green'}"))
                            .code()
                            .text())
                    .isEqualTo("AnotherOperationInProgress");
            Operation painted = ended(painting);
            assertThat(painted.state()).isInstanceOf(OperationState.Succeeded.class);
            assertThat(world.actions.output(painted.id())).contains(json("{'Was': 'red'}"));
            assertThat(world.properties(one).path("Color").asString()).isEqualTo("blue");
        }

        @Test
        void isRepeatedWithTheSameTokenWhenItsAnswerIsLost() {
            world.gizmos.loseNextAnswer();
            Operation painted = ended(begun("paint", "{'Color': 'blue'}"));
            assertThat(painted.state()).isInstanceOf(OperationState.Succeeded.class);
            String token = painted.id().toString();
            assertThat(world.gizmos.tokens).filteredOn(token::equals).hasSizeGreaterThan(1);
        }

        @Test
        void thatFailsLeavesTheResourceAsTheHandlerReadsIt() {
            world.gizmos.answerNext(Progress.failed(ErrorCode.SERVICE_LIMIT_EXCEEDED, "no paint left"));
            Operation failed = ended(begun("paint", "{'Color': 'blue'}"));
            assertThat(failed.state()).isInstanceOf(OperationState.Failed.class);
            assertThat(world.resources.get(one).state()).isEqualTo(ProvisioningState.SUCCEEDED);
            assertThat(world.properties(one).path("Color").asString()).isEqualTo("red");
        }

        @Test
        void thatIsCanceledLeavesTheResourceAsItWas() {
            world.gizmos.answerNext(Progress.again(json("{}"), Duration.ofMinutes(5), json("{'Coat': 1}")));
            Operation painting = begun("paint", "{'Color': 'blue'}");
            world.operations.cancel(painting.id());
            assertThat(ended(painting).state()).isInstanceOf(OperationState.Canceled.class);
            assertThat(world.resources.get(one).state()).isEqualTo(ProvisioningState.SUCCEEDED);
        }

        @Test
        void withAWrongInputIsNeverBegun() {
            Problem problem = problem(() -> world.act(one, "paint", "{}"));
            assertThat(problem.code().text()).isEqualTo("ValidationFailed");
            assertThat(world.gizmos.calls).doesNotContain("paint");
        }

        @Test
        void isAskedForOfAResourceThatChangesMeanwhile() {
            world.working = false;
            world.put(one, "{'Color': 'green'}");
            assertThat(problem(() -> world.act(one, "paint", "{'Color': 'blue'}"))
                            .code()
                            .text())
                    .isEqualTo("AnotherOperationInProgress");
        }
    }
}
