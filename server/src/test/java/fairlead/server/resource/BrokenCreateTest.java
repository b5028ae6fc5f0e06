package fairlead.server.resource;

import static fairlead.server.resource.World.GIZMO;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.resource.change.ReplacePolicy;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.step.OrphanCleanup;
import fairlead.server.secret.Vault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A create whose every answer breaks the contract, though it makes something.
class BrokenCreateTest {

    @TempDir
    private Path folder;

    private World world;

    @BeforeEach
    void open() {
        world = new World(SqliteDatabase.open(folder.resolve("fairlead.db")), "node", Vault.newKeyset());
    }

    @AfterEach
    void close() {
        world.close();
    }

    private static Progress unnamed(Progress answer) {
        if (answer instanceof Progress.Done(var model)) {
            model.remove("Id");
        }
        return answer;
    }

    private static Progress thrown(Progress answer) {
        throw new IllegalStateException("a defect after " + answer);
    }

    private ResourceId brokenTwice(UnaryOperator<Progress> breach) {
        ResourceId gizmo = world.id(GIZMO, "one");
        world.gizmos.twistNextAnswer(breach);
        world.made(gizmo, "{'Color': 'red'}");
        world.gizmos.twistNextAnswer(breach);
        world.delete(gizmo);
        world.settle(gizmo);
        assertThat(world.resources.find(gizmo)).isEmpty();
        return gizmo;
    }

    @Test
    void thatThrowsIsDeletedLater() {
        brokenTwice(BrokenCreateTest::thrown);
        assertThat(world.gizmos.things).hasSize(1);

        world.clock.advance(Duration.ofMinutes(2));
        assertThat(cleanup().deleteDue()).isEqualTo(1);
        assertThat(world.gizmos.things).isEmpty();
    }

    @Test
    void thatNamesNothingIsFoundAmongWhatNoRecordHas() {
        world.made(world.id(GIZMO, "another"), "{'Color': 'red'}");
        Set<String> others = Set.copyOf(world.gizmos.things.keySet());

        ResourceId gizmo = world.id(GIZMO, "one");
        world.gizmos.twistNextAnswer(BrokenCreateTest::unnamed);
        world.made(gizmo, "{'Color': 'red'}");
        world.delete(gizmo);
        world.settle(gizmo);

        assertThat(world.resources.find(gizmo)).isEmpty();
        assertThat(world.gizmos.things).containsOnlyKeys(others);
    }

    @Test
    void isNotTakenForWhatAnotherProgramHasMade() {
        world.gizmos.things.put("foreign", World.json("{'Id': 'foreign', 'Color': 'red'}"));

        brokenTwice(BrokenCreateTest::unnamed);

        assertThat(world.gizmos.things).hasSize(2);
        world.clock.advance(Duration.ofMinutes(2));
        world.gizmos.twistNextAnswer(BrokenCreateTest::unnamed);
        assertThat(cleanup().deleteDue()).isZero();
        world.gizmos.things.remove("foreign");
        world.clock.advance(Duration.ofHours(1));
        world.gizmos.twistNextAnswer(BrokenCreateTest::unnamed);
        assertThat(cleanup().deleteDue()).isEqualTo(1);
        assertThat(world.gizmos.things).isEmpty();
    }

    @Test
    void isNotTakenForWhatIsLeftBehind() {
        ResourceId other = world.id(GIZMO, "other");
        world.made(other, "{'Color': 'red', 'Material': 'wood'}");
        world.gizmos.refusesDeletes = true;
        world.replace(other, "{'Color': 'red', 'Material': 'tin'}", ReplacePolicy.CREATE_THEN_DELETE);
        world.settle(other);
        assertThat(world.gizmos.things).containsOnlyKeys("gizmo-1", "gizmo-2");

        ResourceId gizmo = world.id(GIZMO, "one");
        world.gizmos.twistNextAnswer(BrokenCreateTest::unnamed);
        world.made(gizmo, "{'Color': 'red', 'Material': 'wood'}");

        assertThat(world.resources.get(gizmo).identifier()).contains("gizmo-3");
    }

    @Test
    void isNotTakenForWhatMayBeLeftBehindWithoutAName() {
        ResourceId gizmo = brokenTwice(BrokenCreateTest::thrown);
        world.gizmos.answerNext(Progress.done(World.json("{'Color': 'red'}")));
        world.made(gizmo, "{'Color': 'red'}");

        assertThat(world.resources.get(gizmo).identifier()).isEmpty();
        world.clock.advance(Duration.ofMinutes(2));
        assertThat(cleanup().deleteDue()).isEqualTo(1);
        assertThat(world.gizmos.things).isEmpty();
    }

    @Test
    void isNotTakenForWhatAReplacementMakes() {
        ResourceId other = world.id(GIZMO, "other");
        world.made(other, "{'Color': 'red', 'Material': 'wood'}");
        world.gizmos.twistNextAnswer(answer ->
                Progress.again(((Progress.Done) answer).properties(), Duration.ofMinutes(1), World.json("{}")));
        world.replace(other, "{'Color': 'red', 'Material': 'tin'}", ReplacePolicy.CREATE_THEN_DELETE);
        world.operations.runDue();
        assertThat(world.gizmos.things).containsOnlyKeys("gizmo-1", "gizmo-2");

        ResourceId gizmo = world.id(GIZMO, "one");
        world.gizmos.answerNext(Progress.done(World.json("{'Color': 'red', 'Material': 'tin'}")));
        world.put(gizmo, "{'Color': 'red', 'Material': 'tin'}");
        assertThat(world.resources.get(gizmo).identifier()).isEmpty();

        world.settle(other);
        assertThat(world.resources.get(other).identifier()).contains("gizmo-2");
        assertThat(world.gizmos.things).containsOnlyKeys("gizmo-2");
    }

    /// Its create has kept the contract: only its reads do not show it yet.
    @Test
    void isNotSoughtWhereTheHandlerListsWhatTheCreateHasTold() {
        world.gizmos.things.put("foreign", World.json("{'Id': 'foreign', 'Color': 'red'}"));
        ResourceId gizmo = world.id(GIZMO, "one");
        world.gizmos.letThrough(1);
        for (int i = 0; i < 8; i++) {
            world.gizmos.answerNext(Progress.failed(ErrorCode.NOT_FOUND, "not yet"));
        }

        world.made(gizmo, "{'Color': 'red'}");

        assertThat(world.resources.get(gizmo).state()).isEqualTo(ProvisioningState.FAILED);
        assertThat(world.resources.get(gizmo).identifier()).contains("gizmo-1");
        world.made(gizmo, "{'Color': 'blue'}");
        world.delete(gizmo);
        world.settle(gizmo);
        assertThat(world.gizmos.things).containsOnlyKeys("foreign");
    }

    private OrphanCleanup cleanup() {
        return new OrphanCleanup(world.database, world.types, world.vault(), world.handlers, world.clock);
    }
}
