package fairlead.server.resource;

import static fairlead.server.resource.World.LABEL;
import static fairlead.server.resource.World.SHELF;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// The process is killed before and after every commit of a change of something that is not recorded. Whatever the
/// point, the next process brings it to its end, and no record is left.
class ProxyCrashTest {

    @Test
    void everyPointIsSurvived() {
        int points = Crashes.survived(
                world -> world.made(world.id(SHELF, "s1"), "{'Text': 'a'}"),
                ProxyCrashTest::change,
                ProxyCrashTest::requireChanged);
        assertThat(points).as("points at which the process died").isGreaterThan(8);
    }

    private static void change(World world) {
        world.made(world.id(LABEL, "s1", "l1"), "{'Text': 'a'}");
        world.made(world.id(LABEL, "s1", "l1"), "{'Text': 'b'}");
    }

    private static void requireChanged(World world) {
        change(world);
        assertThat(world.labels.things).containsOnlyKeys("s1/l1");
        assertThat(world.properties(world.id(LABEL, "s1", "l1")).path("Text").asString())
                .isEqualTo("b");
        assertThat(world.resources.get(world.id(LABEL, "s1", "l1")).recorded()).isFalse();
    }
}
