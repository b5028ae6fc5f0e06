package fairlead.server.resource;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.database.Database;
import fairlead.server.database.MemoryDatabase;
import fairlead.server.operation.Operation;
import fairlead.server.secret.Vault;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/// A process that is killed before and after every commit of its work, at one point after another, and the next
/// process, which finds what that has left.
public final class Crashes {

    private static final String KEYSET = Vault.newKeyset();

    private Crashes() {}

    /// The same as below, on SQLite in memory.
    public static int survived(Consumer<World> before, Consumer<World> work, Consumer<World> after) {
        return survived(_ -> MemoryDatabase.withTables(), before, work, after);
    }

    /// How many points there were; at the last one the work was done already.
    ///
    /// @param open makes an empty database for a point
    /// @param before what is there when the mortal process starts
    /// @param work what it does
    /// @param after what the next process does and is held to, once all that it has found under way has ended
    public static int survived(
            IntFunction<Database> open, Consumer<World> before, Consumer<World> work, Consumer<World> after) {
        int points = 0;
        boolean died = true;
        while (died) {
            points++;
            try (Database database = open.apply(points)) {
                World first = new World(database, "node-1", KEYSET);
                before.accept(first);
                first.operations.end(Duration.ZERO);
                died = dies(first, points, work);
                succeeded(first, after);
            }
        }
        return points;
    }

    private static boolean dies(World first, int point, Consumer<World> work) {
        CrashingDatabase deadly = new CrashingDatabase(first.database);
        World dying = new World(deadly, "node-2", KEYSET, first.gizmos, first.parts, first.labels);
        dying.clock.set(first.clock.instant());
        deadly.dieAt(point);
        try {
            work.accept(dying);
        } catch (CrashingDatabase.Death expected) {
            assertThat(deadly.hasDied()).isTrue();
        }
        first.clock.set(dying.clock.instant());
        return deadly.hasDied();
    }

    /// The leases of the dead have run out by then.
    private static void succeeded(World first, Consumer<World> after) {
        World heir = new World(first.database, "node-3", KEYSET, first.gizmos, first.parts, first.labels);
        heir.clock.set(first.clock.instant().plus(Duration.ofSeconds(11)));
        heir.settle();
        after.accept(heir);
        assertThat(heir.operations.list(World.SUBSCRIPTION, Optional.empty(), 100))
                .extracting(Operation::state)
                .allMatch(state -> state.terminal());
    }
}
