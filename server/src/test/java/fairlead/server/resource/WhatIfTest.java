package fairlead.server.resource;

import static fairlead.server.resource.World.DEVELOPER;
import static fairlead.server.resource.World.GIZMO;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.generator.Generator;
import fairlead.generator.Size;
import fairlead.server.database.Database;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.resource.WhatIf.Forecast;
import fairlead.server.resource.change.Put;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.secret.Vault;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/// Laws of what-if, for many inputs.
class WhatIfTest {

    private static final int SEEDS = 150;

    @TempDir
    private Path folder;

    private static Put put(World world, ResourceId id, ObjectNode properties) {
        Put.Body body = Put.Body.of(Optional.of("local"), Documents.empty(), properties);
        return Put.of(DEVELOPER, id, world.type(GIZMO), body);
    }

    @Test
    void ofThePresentStateIsEmptyAndOfAnotherOneIsNot() {
        Database database = SqliteDatabase.open(folder.resolve("fairlead.db"));
        try (World world = new World(database, "node-1", Vault.newKeyset())) {
            WhatIf whatIf = new WhatIf(world.resources, world.vault(), world.types.sealing());
            Generator generator = Generator.of(world.type(GIZMO).schema());
            for (int seed = 0; seed < SEEDS; seed++) {
                ResourceId id = world.id(GIZMO, "g" + seed);
                ObjectNode input =
                        generator.input(seed, Size.TYPICAL).toOptional().orElseThrow();
                Put request = put(world, id, input);
                assertThat(whatIf.put(request)).as("seed %s", seed).isInstanceOf(Forecast.Create.class);
                assertThat(world.resources.find(id)).isEmpty();
                world.resources.put(request);
                world.settle(id);
                Resource made = world.resources.get(id);
                assertThat(whatIf.put(request)).as("seed %s", seed).isInstanceOf(Forecast.NoChange.class);
                ObjectNode update =
                        generator.update(input, seed, Size.TYPICAL).toOptional().orElseThrow();
                assertThat(whatIf.put(put(world, id, update)))
                        .as("seed %s", seed)
                        .isInstanceOf(Forecast.Modify.class);
                assertThat(world.resources.get(id).etag()).isEqualTo(made.etag());
            }
            assertThat(world.operations.list(World.SUBSCRIPTION, Optional.empty(), 1000))
                    .hasSize(SEEDS);
        }
    }
}
