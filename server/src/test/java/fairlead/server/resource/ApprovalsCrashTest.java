package fairlead.server.resource;

import static fairlead.server.resource.World.GIZMO;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.resource.change.Outcome;
import fairlead.server.resource.record.ResourceId;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The process is killed before and after every commit of a change that has waited for its approval. Whatever the
/// point,
/// the next process brings it to its end, and the handler makes one thing.
class ApprovalsCrashTest {

    @Test
    void everyPointAfterTheGrantIsSurvived() {
        int points = Crashes.survived(ApprovalsCrashTest::grant, World::settle, ApprovalsCrashTest::requireMadeOnce);
        assertThat(points).as("points at which the process died").isGreaterThan(4);
    }

    private static void grant(World world) {
        ResourceId id = world.id(GIZMO, "one");
        ApprovalsContract.require(
                world, "{'field': 'type', 'exists': true}", ApprovalsContract.details(", 'mode': 'wait'"));
        assertThat(world.resources.put(ApprovalsContract.put(world, ApprovalsContract.ANN, id, "{'Color': 'red'}")))
                .isInstanceOf(Outcome.Pending.class);
        String approval = world.database
                .read(transaction -> transaction.query("SELECT id FROM approval", row -> row.text()))
                .getFirst();
        world.approvals.approve(ApprovalsContract.BEN, approval, "");
    }

    private static void requireMadeOnce(World world) {
        assertThat(world.gizmos.things).hasSize(1);
        List<String> states =
                world.database.read(transaction -> transaction.query("SELECT state FROM approval", row -> row.text()));
        assertThat(states).containsExactly("USED");
    }
}
