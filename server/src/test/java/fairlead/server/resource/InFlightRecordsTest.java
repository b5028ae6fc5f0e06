package fairlead.server.resource;

import static fairlead.server.resource.World.GIZMO;
import static fairlead.server.resource.World.json;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.database.SqliteDatabase;
import fairlead.server.resource.record.InFlightRecords.Asked;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.secret.Vault;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/// The body of a PUT is parsed once: the first step of its operation gets what the request has parsed.
class InFlightRecordsTest {

    private static final byte[] UNREADABLE = "no JSON".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path folder;

    private World world;

    @BeforeEach
    void open() {
        world = new World(SqliteDatabase.open(folder.resolve("fairlead.db")), "node-1", Vault.newKeyset());
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void givesTheFirstStepWhatACreateAskedFor() {
        assertThat(asked("{'Color':'red'}").desired()).contains(json("{'Color':'red'}"));
    }

    @Test
    void givesTheFirstStepWhatAnUpdateAskedFor() {
        world.made(world.id(GIZMO, "one"), "{'Color':'red'}");
        assertThat(asked("{'Color':'blue'}").desired()).contains(json("{'Color':'blue'}"));
    }

    @Test
    void sparesTheStepTheReadingOfWhatIsStored() {
        ObjectNode desired = json("{'Color':'red'}");
        ResourceId id = world.id(GIZMO, "one");
        world.meanwhile = () -> {
            Resource stored = world.resources.get(id);
            Resource unreadable = stored.withDesired(UNREADABLE, stored.secrets(), stored.sku());
            world.inFlight.begin(unreadable, Optional.of(desired));
            world.meanwhile = () -> {};
        };
        assertThat(world.made(id, "{'Color':'red'}").state()).isEqualTo(ProvisioningState.SUCCEEDED);
        assertThat(world.properties(id).path("Color").asString()).isEqualTo("red");
        assertThat(desired).isEqualTo(json("{'Color':'red'}"));
    }

    /// What lies ready for the step when it is about to begin.
    private Asked asked(String properties) {
        List<Asked> taken = new ArrayList<>();
        world.meanwhile = () -> world.inFlight
                .takeBegun(world.resources.get(world.id(GIZMO, "one")).uid())
                .ifPresent(taken::add);
        world.made(world.id(GIZMO, "one"), properties);
        return taken.getFirst();
    }
}
