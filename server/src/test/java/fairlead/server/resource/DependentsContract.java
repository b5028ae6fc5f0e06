package fairlead.server.resource;

import static fairlead.server.resource.World.BIN;
import static fairlead.server.resource.World.LABEL;
import static fairlead.server.resource.World.PART;
import static fairlead.server.resource.World.SHELF;
import static fairlead.server.resource.World.problem;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.database.Database;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationState;
import fairlead.server.resource.change.Outcome;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.secret.Vault;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What becomes of what is nested in a resource that is deleted, on every database.
abstract class DependentsContract {

    private World world;
    private ResourceId shelf;

    abstract Database open();

    @BeforeEach
    void begin() {
        world = new World(open(), "node-1", Vault.newKeyset());
        shelf = world.id(SHELF, "s1");
        world.made(shelf, "{'Text': 'a'}");
        world.made(world.id(BIN, "s1", "b1"), "{'Text': 'a'}");
        world.made(world.id(BIN, "s1", "b2"), "{'Text': 'a'}");
        world.made(world.id(LABEL, "s1", "l1"), "{'Text': 'a'}");
    }

    @AfterEach
    void end() {
        world.close();
    }

    private Operation deleted() {
        Outcome.Accepted accepted = (Outcome.Accepted) world.delete(shelf);
        world.settle();
        return world.operations.find(accepted.operation().id()).orElseThrow();
    }

    @Test
    void whatCascadesIsDeletedFirst() {
        assertThat(deleted().state()).isInstanceOf(OperationState.Succeeded.class);
        assertThat(world.parts.things).isEmpty();
        assertThat(world.labels.things).isEmpty();
        assertThat(world.resources.find(shelf)).isEmpty();
        assertThat(world.resources.find(world.id(BIN, "s1", "b1"))).isEmpty();
    }

    @Test
    void handlersOfExtensionTypesAreNotAskedWhetherTheyHaveAny() {
        assertThat(deleted().state()).isInstanceOf(OperationState.Succeeded.class);
        assertThat(world.stamps.calls).isEmpty();
    }

    @Test
    void whatExtendsItIsDeletedFirst() {
        world.made(stamp("one"), "{}");
        world.made(stamp("two"), "{}");
        assertThat(deleted().state()).isInstanceOf(OperationState.Succeeded.class);
        assertThat(world.stamps.things).isEmpty();
    }

    @Test
    void whatExtendsItBehindTheServersBackIsDeletedFirstOnceItHasBeenSeen() {
        String about = shelf.toString();
        world.stamps.things.put("/one", World.json("{'About': '" + about + "', 'Name': 'one'}"));
        assertThat(world.resources.find(stamp("one"))).isPresent();
        assertThat(deleted().state()).isInstanceOf(OperationState.Succeeded.class);
        assertThat(world.stamps.things).isEmpty();
    }

    @Test
    void whatExtendedItAndIsGoneIsNoHindrance() {
        world.made(stamp("one"), "{}");
        world.stamps.things.clear();
        assertThat(deleted().state()).isInstanceOf(OperationState.Succeeded.class);
        world.made(shelf, "{'Text': 'a'}");
        world.stamps.calls.clear();
        assertThat(deleted().state()).isInstanceOf(OperationState.Succeeded.class);
        assertThat(world.stamps.calls).isEmpty();
    }

    @Test
    void anExtensionThatCanNotBeDeletedKeepsIt() {
        world.made(stamp("one"), "{}");
        world.stamps.refusesDeletes = true;
        assertThat(deleted().state())
                .isInstanceOfSatisfying(
                        OperationState.Failed.class,
                        end -> assertThat(end.failure().details())
                                .extracting(Failure.Part::target)
                                .containsExactly(stamp("one").toString()));
    }

    private ResourceId stamp(String name) {
        return shelf.extendedBy(world.type(World.STAMP).armType(), name);
    }

    @Test
    void whatRefusesKeepsTheParentAndEverythingInIt() {
        world.made(world.id(PART, "s1", "p1"), "{'Text': 'a'}");
        assertThat(problem(() -> world.delete(shelf)).code().text()).isEqualTo("NestedResourcesExist");
        assertThat(world.parts.things).hasSize(4);
        assertThat(world.labels.things).hasSize(1);
        assertThat(world.resources.get(shelf).state()).isEqualTo(ProvisioningState.SUCCEEDED);
    }

    @Test
    void oneThatCanNotBeDeletedKeepsTheParentAndIsNamed() {
        world.labels.refusesDeletes = true;
        Operation failed = deleted();
        assertThat(failed.state()).isInstanceOfSatisfying(OperationState.Failed.class, end -> {
            assertThat(end.failure().code().text()).isEqualTo("NestedResourcesExist");
            assertThat(end.failure().details())
                    .extracting(Failure.Part::target)
                    .containsExactly(world.id(LABEL, "s1", "l1").toString());
        });
        assertThat(world.resources.get(shelf).state()).isEqualTo(ProvisioningState.FAILED);
        world.labels.refusesDeletes = false;
        assertThat(deleted().state()).isInstanceOf(OperationState.Succeeded.class);
    }

    @Test
    void nothingNewGetsIntoAParentThatIsGoing() {
        world.working = false;
        world.delete(shelf);
        assertThat(problem(() -> world.put(world.id(BIN, "s1", "b3"), "{'Text': 'a'}"))
                        .code()
                        .text())
                .isEqualTo("ParentResourceBeingDeleted");
        assertThat(problem(() -> world.put(world.id(LABEL, "s1", "l3"), "{'Text': 'a'}"))
                        .code()
                        .text())
                .isEqualTo("ParentResourceBeingDeleted");
    }

    @Test
    void aGroupGoesWithAllOfIt() {
        assertThat(world.deleteGroup().state()).isInstanceOf(OperationState.Succeeded.class);
        assertThat(world.parts.things).isEmpty();
        assertThat(world.labels.things).isEmpty();
    }

    @Test
    void aGroupGoesWithWhatExtendsIt() {
        ResourceId onGroup = new ResourceId(
                World.SUBSCRIPTION, "group", world.type(World.STAMP).armType(), List.of("one"));
        world.made(onGroup, "{}");
        world.made(stamp("two"), "{}");
        assertThat(world.deleteGroup().state()).isInstanceOf(OperationState.Succeeded.class);
        assertThat(world.stamps.things).isEmpty();
    }
}
