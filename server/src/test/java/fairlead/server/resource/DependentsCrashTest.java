package fairlead.server.resource;

import static fairlead.server.resource.World.BIN;
import static fairlead.server.resource.World.LABEL;
import static fairlead.server.resource.World.SHELF;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// The process is killed before and after every commit of a delete that takes along what is nested, recorded and not.
/// Whatever the point, the next process brings it to its end.
class DependentsCrashTest {

    @Test
    void everyPointIsSurvived() {
        int points = Crashes.survived(
                DependentsCrashTest::begin, DependentsCrashTest::change, DependentsCrashTest::requireGone);
        assertThat(points).as("points at which the process died").isGreaterThan(8);
    }

    private static void begin(World world) {
        world.made(world.id(SHELF, "s1"), "{'Text': 'a'}");
        world.made(world.id(BIN, "s1", "b1"), "{'Text': 'a'}");
        world.made(world.id(LABEL, "s1", "l1"), "{'Text': 'a'}");
    }

    private static void change(World world) {
        world.delete(world.id(SHELF, "s1"));
        world.settle();
    }

    private static void requireGone(World world) {
        change(world);
        assertThat(world.labels.things).isEmpty();
        assertThat(world.parts.things).isEmpty();
        assertThat(world.resources.find(world.id(SHELF, "s1"))).isEmpty();
    }
}
