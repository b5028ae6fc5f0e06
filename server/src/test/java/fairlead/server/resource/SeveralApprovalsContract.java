package fairlead.server.resource;

import static fairlead.server.resource.ApprovalsContract.ANN;
import static fairlead.server.resource.ApprovalsContract.BEN;
import static fairlead.server.resource.ApprovalsContract.details;
import static fairlead.server.resource.ApprovalsContract.put;
import static fairlead.server.resource.World.DEVELOPER;
import static fairlead.server.resource.World.GIZMO;
import static fairlead.server.resource.World.SHELF;
import static fairlead.server.resource.World.SUBSCRIPTION;
import static fairlead.server.resource.World.json;
import static fairlead.server.resource.World.problem;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.database.Database;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationState;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.resource.change.ChangeTerms;
import fairlead.server.resource.change.Delete;
import fairlead.server.resource.change.Outcome;
import fairlead.server.resource.change.Put;
import fairlead.server.resource.imports.ImportRequest;
import fairlead.server.resource.move.MoveRequest;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.secret.Vault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Approvals of requests that change several resources, or one that something works on, on every database.
abstract class SeveralApprovalsContract {

    private static final String ALL = "{'field': 'type', 'exists': true}";
    private static final MoveRequest.Place HERE = new MoveRequest.Place(SUBSCRIPTION, "group");
    private static final MoveRequest.Place THERE = new MoveRequest.Place(SUBSCRIPTION, "second");

    private World world;

    abstract Database open();

    @BeforeEach
    void begin() {
        world = new World(open(), "node-1", Vault.newKeyset());
    }

    @AfterEach
    void end() {
        world.close();
    }

    private List<String> asked() {
        return world.database.read(transaction ->
                transaction.query("SELECT id FROM approval WHERE state = 'ASKED' ORDER BY id", row -> row.text()));
    }

    private void approveAll() {
        asked().forEach(id -> world.approvals.approve(BEN, id, ""));
    }

    private OperationState state(Operation operation) {
        return world.operations.find(operation.id()).orElseThrow().state();
    }

    // -- what waits -----------------------------------------------------------------------------------------

    private static final String NESTING =
            "{'Text': 'a', 'labels': [{'name': 'l1', 'properties': {'Text': 'x'}}, {'name': 'l2'}]}";

    private Operation waiting(Put put) {
        Outcome outcome = world.resources.put(put);
        assertThat(outcome).isInstanceOf(Outcome.Pending.class);
        return ((Outcome.Pending) outcome).operation();
    }

    @Test
    void aCreateWaitsWithWhatItBringsAlong() {
        ApprovalsContract.require(
                world, "{'field': 'type', 'equals': 'Test.Shop/shelves/labels'}", details(", 'mode': 'wait'"));
        ResourceId id = world.id(SHELF, "s1");
        Operation operation = waiting(put(world, ANN, id, NESTING));
        assertThat(world.resources.find(id)).isEmpty();

        approveAll();
        world.settle();

        assertThat(state(operation)).isInstanceOf(OperationState.Succeeded.class);
        assertThat(world.labels.things).containsOnlyKeys("s1/l1", "s1/l2");
        assertThat(asked()).isEmpty();
    }

    @Test
    void anUpdateWaitsWithWhatItBringsAlong() {
        ResourceId id = world.id(SHELF, "s1");
        world.made(id, "{'Text': 'a'}");
        ApprovalsContract.require(world, ALL, details(", 'mode': 'wait'"));
        Operation operation = waiting(put(world, ANN, id, NESTING));
        assertThat(world.labels.things).isEmpty();

        approveAll();
        world.settle();

        assertThat(state(operation)).isInstanceOf(OperationState.Succeeded.class);
        assertThat(world.labels.things).containsOnlyKeys("s1/l1", "s1/l2");
    }

    @Test
    void anotherThatIsBroughtAlongIsAnotherApproval() {
        ApprovalsContract.require(world, ALL, details(", 'mode': 'wait'"));
        ResourceId id = world.id(SHELF, "s1");
        Operation first = waiting(put(world, ANN, id, NESTING));
        Operation second = waiting(put(world, ANN, id, NESTING.replace("'x'", "'y'")));

        assertThat(second.id()).isNotEqualTo(first.id());
        assertThat(asked()).hasSize(1);
    }

    // -- what is sent again -----------------------------------------------------------------------------------

    private MoveRequest move(ResourceId... resources) {
        return new MoveRequest(ANN, HERE, THERE, List.of(resources));
    }

    private void makeThere() {
        world.scopes.putGroup(DEVELOPER, SUBSCRIPTION, "second", "local", json("{}"));
        world.made(world.id(GIZMO, "one"), "{'Color': 'red'}");
        world.made(world.id(GIZMO, "two"), "{'Color': 'red'}");
        ApprovalsContract.require(world, ALL, details(", 'mode': 'wait'"));
    }

    @Test
    void aMoveAsksForEachResourceAndGoesOnceAllAreApproved() {
        makeThere();
        MoveRequest move = move(world.id(GIZMO, "one"), world.id(GIZMO, "two"));

        Problem refused = problem(() -> world.moves.begin(move));

        assertThat(refused.code()).isEqualTo(ProblemCode.APPROVAL_REQUIRED);
        assertThat(asked()).hasSize(2);
        assertThat(refused.message()).contains(asked()).contains("when all are granted");
        world.approvals.approve(BEN, asked().getFirst(), "");
        assertThat(problem(() -> world.moves.begin(move)).message()).contains(asked());
        assertThat(world.resources.find(world.id(GIZMO, "one"))).isPresent();

        approveAll();
        Operation begun = world.moves.begin(move);
        world.settle();

        assertThat(state(begun)).isInstanceOf(OperationState.Succeeded.class);
        assertThat(world.resources.find(world.id(GIZMO, "one").in(SUBSCRIPTION, "second")))
                .isPresent();
        assertThat(asked()).isEmpty();
    }

    @Test
    void aMoveSaysFromWhereAndIsOnlyLookedAtWithoutAsking() {
        makeThere();
        MoveRequest move = move(world.id(GIZMO, "one"));
        assertThat(problem(() -> world.moves.validate(move)).code()).isEqualTo(ProblemCode.APPROVAL_REQUIRED);
        assertThat(asked()).isEmpty();

        problem(() -> world.moves.begin(move));

        assertThat(world.approvals.get(ANN, asked().getFirst()).document().toString())
                .contains("movedFrom", world.id(GIZMO, "one").toString());
    }

    @Test
    void anImportAsksAndGoesOnceItIsApproved() {
        ApprovalsContract.require(world, ALL, details(""));
        world.parts.things.put("/wild", json("{'Name': 'wild', 'Text': 'a'}"));
        ImportRequest request = new ImportRequest(
                ANN, world.type(SHELF), HERE, "local", List.of(new ImportRequest.Item("wild", Optional.empty())));
        Operation refused = world.imports.begin(request);
        world.settle();
        assertThat(state(refused)).isInstanceOf(OperationState.Failed.class);
        assertThat(((OperationState.Failed) state(refused)).failure().message())
                .contains(asked().getFirst(), "repeat the same request");
        world.clock.advance(Duration.ofMinutes(1));

        approveAll();
        Operation begun = world.imports.begin(request);
        world.settle();

        assertThat(state(begun).terminal()).isTrue();
        assertThat(state(begun)).isNotInstanceOf(OperationState.Failed.class);
        assertThat(world.resources.find(world.id(SHELF, "wild"))).isPresent();
    }

    @Test
    void aDeletionOfWhatIsChangedAsks() {
        ResourceId id = world.id(GIZMO, "one");
        world.made(id, "{'Color': 'red'}");
        world.working = false;
        world.put(id, "{'Color': 'blue'}");
        ApprovalsContract.require(world, ALL, details(""));
        Delete delete = new Delete(ANN, id, world.type(GIZMO), ChangeTerms.NONE);

        Problem refused = problem(() -> world.resources.delete(delete));

        assertThat(refused.code()).isEqualTo(ProblemCode.APPROVAL_REQUIRED);
        assertThat(refused.message()).contains(asked().getFirst());
        approveAll();
        assertThat(world.resources.delete(delete)).isInstanceOf(Outcome.Accepted.class);
        assertThat(asked()).isEmpty();
    }
}
