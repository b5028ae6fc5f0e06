package fairlead.server.resource;

import static fairlead.server.resource.World.LABEL;
import static fairlead.server.resource.World.SHELF;
import static fairlead.server.resource.World.SUBSCRIPTION;
import static fairlead.server.resource.World.problem;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.server.database.Database;
import fairlead.server.database.Row;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationState;
import fairlead.server.problem.Problem;
import fairlead.server.resource.change.Outcome;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.secret.Vault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What is put together with the resource that it is nested in, on every database.
abstract class NestedPutsContract {

    private static final String TWO =
            "{'Text': 'a', 'labels': [{'name': 'l1', 'properties': {'Text': 'x'}}, {'name': 'l2'}]}";

    private World world;
    private ResourceId shelf;

    abstract Database open();

    @BeforeEach
    void begin() {
        world = new World(open(), "node-1", Vault.newKeyset());
        shelf = world.id(SHELF, "s1");
    }

    @AfterEach
    void end() {
        world.close();
    }

    private Operation put(String properties) {
        Outcome.Accepted accepted = (Outcome.Accepted) world.put(shelf, properties);
        world.settle();
        return world.operations.find(accepted.operation().id()).orElseThrow();
    }

    private long stored() {
        return world.database.read(transaction -> transaction
                .one("SELECT count(*) FROM nested_put", row -> row.number())
                .orElseThrow());
    }

    @Test
    void theParentIsMadeFirstAndEndsLast() {
        world.put(shelf, TWO);
        assertThat(world.resources.get(shelf).state()).isEqualTo(ProvisioningState.CREATING);
        world.settle();
        assertThat(world.resources.get(shelf).state()).isEqualTo(ProvisioningState.SUCCEEDED);
        assertThat(world.labels.things).containsOnlyKeys("s1/l1", "s1/l2");
        assertThat(world.properties(shelf).has("labels")).isFalse();
        assertThat(stored()).isZero();
    }

    @Test
    void whatIsNotNamedStays() {
        put(TWO);
        Operation second = put("{'Text': 'a', 'labels': [{'name': 'l1', 'properties': {'Text': 'y'}}]}");
        assertThat(second.state()).isInstanceOf(OperationState.Succeeded.class);
        assertThat(world.labels.things).containsOnlyKeys("s1/l1", "s1/l2");
        assertThat(world.properties(world.id(LABEL, "s1", "l1")).path("Text").asString())
                .isEqualTo("y");
    }

    @Test
    void everythingThatIsWrongIsSaidAtOnceAndNothingIsDone() {
        Problem problem = problem(
                () -> world.put(shelf, "{'labels': [{'name': 'l1', 'properties': {'Text': 5}}, {'nam': 'l2'}, 'x']}"));
        assertThat(problem.details())
                .extracting(Problem.Detail::target)
                .containsExactly(
                        "/properties/labels/0/properties/Text", "/properties/labels/1", "/properties/labels/2");
        assertThat(world.operations.list(SUBSCRIPTION, Optional.empty(), 10)).isEmpty();
    }

    @Test
    void oneThatFailsFailsTheWholeAndIsNamed() {
        world.labels.letThrough(1);
        world.labels.answerNext(Progress.failed(ErrorCode.ACCESS_DENIED, "not yours"));
        Operation failed = put("{'labels': [{'name': 'l1'}]}");
        assertThat(failed.state()).isInstanceOfSatisfying(OperationState.Failed.class, end -> {
            assertThat(end.failure().code().text()).isEqualTo("NestedResourcesFailed");
            assertThat(end.failure().details())
                    .extracting(part -> part.code().text())
                    .containsExactly("AccessDenied");
        });
        assertThat(world.resources.get(shelf).state()).isEqualTo(ProvisioningState.FAILED);
        assertThat(stored()).isZero();
        assertThat(put("{'labels': [{'name': 'l1'}]}").state()).isInstanceOf(OperationState.Succeeded.class);
    }

    @Test
    void nothingIsPutIntoAParentThatFails() {
        world.parts.answerNext(Progress.failed(ErrorCode.INVALID_REQUEST, "no"));
        put(TWO);
        assertThat(world.labels.things).isEmpty();
        assertThat(stored()).isZero();
    }

    @Test
    void theParentIsNotAskedForAgainWhereOnlyWhatIsNestedDiffers() {
        put(TWO);
        world.parts.calls.clear();
        put("{'Text': 'a', 'labels': [{'name': 'l3'}]}");
        assertThat(world.parts.calls).isEmpty();
        assertThat(world.labels.things).containsOnlyKeys("s1/l1", "s1/l2", "s1/l3");
    }

    @Test
    void theParentStaysAsItWasPutWhenTheRestIsCanceled() {
        put("{'Text': 'a'}");
        world.labels.letThrough(1);
        world.labels.answerNext(Progress.again(
                World.json("{'ShelfName': 's1', 'Name': 'l1'}"), Duration.ofMinutes(5), World.json("{'Step': 1}")));
        Outcome.Accepted accepted = (Outcome.Accepted) world.put(shelf, "{'Text': 'b', 'labels': [{'name': 'l1'}]}");
        while (world.labels.calls.size() < 2) {
            world.operations.runDue();
            world.clock.advance(Duration.ofSeconds(1));
        }
        world.operations.cancel(accepted.operation().id());
        world.settle();
        assertThat(world.resources.get(shelf).state()).isEqualTo(ProvisioningState.CANCELED);
        assertThat(world.properties(shelf).path("Text").asString()).isEqualTo("b");
        assertThat(stored()).isZero();
    }

    @Test
    void noEventSaysThatTheParentHasSucceededBeforeTheRestHas() {
        put("{'Text': 'a', 'labels': [{'name': 'l1'}]}");
        List<String> kinds = world.database.read(transaction -> transaction.query(
                "SELECT kind FROM event WHERE resource_id = ? AND kind <> '' ORDER BY seq",
                Row::text,
                shelf.toString()));
        assertThat(kinds).containsExactly("Creating", "Creating", "Succeeded");
    }
}
