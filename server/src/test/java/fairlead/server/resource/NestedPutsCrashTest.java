package fairlead.server.resource;

import static fairlead.server.resource.World.SHELF;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.database.Database;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.operation.Operation;
import fairlead.server.secret.Vault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The process is killed before and after every commit of a PUT that brings along what is nested. Whatever the
/// point, the next process brings it to its end.
class NestedPutsCrashTest {

    private static final String KEYSET = Vault.newKeyset();

    @TempDir
    private Path folder;

    @Test
    void everyPointIsSurvived() {
        int points = 0;
        boolean died = true;
        while (died) {
            points++;
            try (Database database = SqliteDatabase.open(folder.resolve(points + "/fairlead.db"))) {
                died = survives(database, points);
            }
        }
        assertThat(points).as("points at which the process died").isGreaterThan(8);
    }

    private static boolean survives(Database database, int point) {
        World first = new World(database, "node-1", KEYSET);
        first.operations.end(Duration.ZERO);
        MortalDatabase deadly = new MortalDatabase(database);
        World dying = new World(deadly, "node-2", KEYSET, first.gizmos, first.parts, first.labels);
        dying.clock.set(first.clock.instant());
        deadly.dieAt(point);
        try {
            change(dying);
        } catch (MortalDatabase.Death expected) {
            assertThat(deadly.hasDied()).isTrue();
        }
        World heir = new World(database, "node-3", KEYSET, first.gizmos, first.parts, first.labels);
        heir.clock.set(dying.clock.instant().plus(Duration.ofSeconds(11)));
        heir.settle();
        change(heir);
        assertThat(heir.labels.things).containsOnlyKeys("s1/l1", "s1/l2");
        assertThat(heir.resources.get(heir.id(SHELF, "s1")).state()).isEqualTo(ProvisioningState.SUCCEEDED);
        assertThat(heir.operations.list(World.SUBSCRIPTION, Optional.empty(), 100))
                .extracting(Operation::state)
                .allMatch(state -> state.terminal());
        return deadly.hasDied();
    }

    private static void change(World world) {
        world.put(world.id(SHELF, "s1"), "{'Text': 'a', 'labels': [{'name': 'l1'}, {'name': 'l2'}]}");
        world.settle();
    }
}
