package fairlead.server.resource;

import static fairlead.server.resource.World.GIZMO;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.Progress;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.step.OrphanCleanup;
import fairlead.server.secret.Vault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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

    static Stream<Named<UnaryOperator<Progress>>> breaches() {
        return Stream.of(
                Named.of("throws", _ -> {
                    throw new IllegalStateException("a defect");
                }),
                Named.of("names no identifier", answer -> {
                    if (answer instanceof Progress.Done(var model)) {
                        model.remove("Id");
                    }
                    return answer;
                }));
    }

    @ParameterizedTest
    @MethodSource("breaches")
    void isDeletedWithItsRecordAndWhatItHasMadeLater(UnaryOperator<Progress> breach) {
        ResourceId gizmo = world.id(GIZMO, "one");
        world.gizmos.twistNextAnswer(breach);
        world.made(gizmo, "{'Color': 'red'}");
        assertThat(world.gizmos.things).hasSize(1);

        world.gizmos.twistNextAnswer(breach);
        world.delete(gizmo);
        world.settle(gizmo);
        assertThat(world.resources.find(gizmo)).isEmpty();

        world.clock.advance(Duration.ofMinutes(2));
        OrphanCleanup cleanup =
                new OrphanCleanup(world.database, world.types, world.vault(), world.handlers, world.clock);
        assertThat(cleanup.deleteDue()).isEqualTo(1);
        assertThat(world.gizmos.things).isEmpty();
    }
}
