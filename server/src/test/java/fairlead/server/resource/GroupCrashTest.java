package fairlead.server.resource;

import static fairlead.server.resource.World.DEVELOPER;
import static fairlead.server.resource.World.GIZMO;
import static fairlead.server.resource.World.PART;
import static fairlead.server.resource.World.SHELF;
import static fairlead.server.resource.World.SUBSCRIPTION;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.database.Database;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.operation.Operation;
import fairlead.server.problem.ProblemException;
import fairlead.server.secret.Vault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The process is killed before and after every commit of a group's deletion. Whatever the point, the next process
/// brings it to its end: the group is gone with everything in it, or as it was if the request was lost.
class GroupCrashTest {

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
        assertThat(points).as("points at which the process died").isGreaterThan(10);
    }

    private static boolean survives(Database database, int point) {
        World first = new World(database, "node-1", KEYSET);
        first.made(first.id(SHELF, "s1"), "{'Text': 'a'}");
        first.made(first.id(PART, "s1", "p1"), "{'Text': 'a'}");
        first.made(first.id(GIZMO, "one"), "{'Color': 'red'}");
        first.operations.end(Duration.ZERO);
        MortalDatabase deadly = new MortalDatabase(database);
        World dying = new World(deadly, "node-2", KEYSET, first.gizmos, first.parts);
        dying.clock.set(first.clock.instant());
        deadly.dieAt(point);
        try {
            dying.deleteGroup();
        } catch (MortalDatabase.Death expected) {
            assertThat(deadly.hasDied()).isTrue();
        }
        World heir = new World(database, "node-3", KEYSET, first.gizmos, first.parts);
        heir.clock.set(dying.clock.instant().plus(Duration.ofSeconds(11)));
        heir.settle();
        askAgain(heir);
        assertThat(heir.gizmos.things).isEmpty();
        assertThat(heir.parts.things).isEmpty();
        assertThat(heir.scopes.groups(SUBSCRIPTION, "", 10)).isEmpty();
        assertThat(heir.operations.list(SUBSCRIPTION, Optional.empty(), 100))
                .extracting(Operation::state)
                .allMatch(state -> state.terminal());
        return deadly.hasDied();
    }

    /// A client that got no answer asks again; that the group is gone is an answer, too.
    private static void askAgain(World world) {
        try {
            world.groups.delete(DEVELOPER, SUBSCRIPTION, "group");
            world.settle();
        } catch (ProblemException gone) {
            assertThat(gone.problem().code()).isEqualTo("ResourceGroupNotFound");
        }
    }
}
