package fairlead.server.resource;

import static fairlead.server.resource.World.GIZMO;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.database.Database;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.OperationState;
import fairlead.server.problem.FailureCode;
import fairlead.server.resource.EveryCrashContract.Scenario;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.step.OrphanCleanup;
import fairlead.server.secret.Vault;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Process after process ends when the handler of an operation has been called and nothing of that is stored. The
/// operation is given up, whatever it was to do; once the handler is mended, a client that repeats its request gets
/// what it asked for, and the service holds exactly one thing, or none after a delete.
abstract class QuarantineContract {

    private static final String KEYSET = Vault.newKeyset();

    /// A database of its own.
    abstract Database open(String name);

    @TestFactory
    Stream<DynamicTest> leavesNothingDouble() {
        return Stream.concat(EveryCrashContract.changes().stream(), EveryCrashContract.replacements().stream())
                .map(scenario -> DynamicTest.dynamicTest(scenario.name(), () -> play(scenario)));
    }

    private void play(Scenario scenario) {
        try (Database database = open(scenario.name().replace(' ', '-'))) {
            World first = new World(database, "node-0", KEYSET);
            scenario.before().accept(first);
            first.clock.advance(Duration.ofSeconds(1));
            first.working = false;
            scenario.request().accept(first);
            Operation begun = newest(first);
            int ended = 0;
            while (ends(first, ++ended)) {
                assertThat(ended).isLessThan(6);
            }
            World heir = heir(first, "heir");
            heir.settle();

            assertThat(heir.operations.find(begun.id()).orElseThrow().state())
                    .isInstanceOfSatisfying(
                            OperationState.Failed.class,
                            failed -> assertThat(failed.failure().code()).isEqualTo(FailureCode.QUARANTINED));
            assertThat(heir.resources.get(heir.id(GIZMO, "one")).state())
                    .isEqualTo(
                            begun.kind() == OperationKind.ACTION
                                    ? ProvisioningState.SUCCEEDED
                                    : ProvisioningState.FAILED);
            repeat(scenario, heir);
            deleteLeftBehind(heir);
            scenario.after().accept(heir);
        }
    }

    private static Operation newest(World world) {
        return world.operations.list(World.SUBSCRIPTION, Optional.empty(), 1).getFirst();
    }

    private static World heir(World first, String node) {
        World heir = new World(first.database, node, KEYSET, first.gizmos, first.parts, first.labels);
        first.clock.advance(Duration.ofSeconds(11));
        heir.clock.set(first.clock.instant());
        return heir;
    }

    /// Whether there was a step in which the process could end.
    private static boolean ends(World first, int start) {
        CrashingDatabase deadly = new CrashingDatabase(first.database);
        World dying = new World(deadly, "dying-" + start, KEYSET, first.gizmos, first.parts, first.labels);
        first.clock.advance(Duration.ofSeconds(11));
        dying.clock.set(first.clock.instant());
        int calls = first.gizmos.calls.size();
        deadly.dieOnce(() -> first.gizmos.calls.size() > calls);
        try {
            dying.operations.runDue();
            return false;
        } catch (CrashingDatabase.Death expected) {
            return true;
        }
    }

    /// What a replacement may have made before it was given up, as it is found and deleted in the background.
    private static void deleteLeftBehind(World world) {
        world.clock.advance(Duration.ofHours(1));
        new OrphanCleanup(world.database, world.types, world.vault(), world.handlers, world.clock).deleteDue();
    }

    private static void repeat(Scenario scenario, World world) {
        for (int i = 0; i < 2; i++) {
            scenario.request().accept(world);
            world.settle(world.id(GIZMO, "one"));
        }
    }
}
