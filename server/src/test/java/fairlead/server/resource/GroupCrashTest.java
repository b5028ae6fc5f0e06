package fairlead.server.resource;

import static fairlead.server.resource.World.DEVELOPER;
import static fairlead.server.resource.World.GIZMO;
import static fairlead.server.resource.World.PART;
import static fairlead.server.resource.World.SHELF;
import static fairlead.server.resource.World.SUBSCRIPTION;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.problem.ProblemException;
import org.junit.jupiter.api.Test;

/// The process is killed before and after every commit of a group's deletion. Whatever the point, the next process
/// brings it to its end: the group is gone with everything in it, or as it was if the request was lost.
class GroupCrashTest {

    @Test
    void everyPointIsSurvived() {
        int points = Crashes.survived(GroupCrashTest::begin, World::deleteGroup, GroupCrashTest::requireGone);
        assertThat(points).as("points at which the process died").isGreaterThan(10);
    }

    private static void begin(World world) {
        world.made(world.id(SHELF, "s1"), "{'Text': 'a'}");
        world.made(world.id(PART, "s1", "p1"), "{'Text': 'a'}");
        world.made(world.id(GIZMO, "one"), "{'Color': 'red'}");
    }

    private static void requireGone(World world) {
        askAgain(world);
        assertThat(world.gizmos.things).isEmpty();
        assertThat(world.parts.things).isEmpty();
        assertThat(world.scopes.groups(SUBSCRIPTION, "", 10)).isEmpty();
    }

    /// A client that got no answer asks again; that the group is gone is an answer, too.
    private static void askAgain(World world) {
        try {
            world.groups.delete(DEVELOPER, SUBSCRIPTION, "group");
            world.settle();
        } catch (ProblemException gone) {
            assertThat(gone.problem().code().text()).isEqualTo("ResourceGroupNotFound");
        }
    }
}
