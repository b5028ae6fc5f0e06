package fairlead.server.resource;

import static fairlead.server.resource.World.GIZMO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.server.database.SqliteDatabase;
import fairlead.server.operation.Change;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.OperationState;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.step.ResourceTask;
import fairlead.server.secret.Vault;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// An operation of a kind that works on no single resource is refused, and never taken for a deletion.
class ResourceTaskTest {

    @TempDir
    private Path folder;

    private World world;
    private ResourceId one;

    @BeforeEach
    void make() {
        world = new World(SqliteDatabase.open(folder.resolve("fairlead.db")), "node-1", Vault.newKeyset());
        one = world.id(GIZMO, "one");
        world.made(one, "{'Color':'red'}");
    }

    @AfterEach
    void close() {
        world.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"DELETE_GROUP", "MOVE", "IMPORT", "REGISTER_TYPE", "TEST_TYPE"})
    void takesNoStepForIt(OperationKind kind) {
        assertThatThrownBy(() -> task().run(onTheResource(kind)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(kind.name());
        assertThat(world.resources.find(one)).isPresent();
    }

    @ParameterizedTest
    @EnumSource(names = {"DELETE_GROUP", "MOVE", "IMPORT", "REGISTER_TYPE", "TEST_TYPE"})
    void writesNoEndForIt(OperationKind kind) {
        Change end = task().ended(onTheResource(kind), new OperationState.Canceled(world.clock.instant()));
        assertThatThrownBy(() -> world.database.write(transaction -> {
                    end.write(transaction);
                    return kind;
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(kind.name());
        assertThat(world.resources.get(one).busy()).isFalse();
    }

    private ResourceTask task() {
        return new ResourceTask(
                world.database,
                world.types,
                world.vault(),
                world.clock,
                world.inFlight,
                world.handlers,
                world.resources);
    }

    private Operation onTheResource(OperationKind kind) {
        Operation made = world.operation(one);
        return new Operation(
                made.id(), kind, made.target(), made.request(), made.state(), made.execution(), made.report());
    }
}
