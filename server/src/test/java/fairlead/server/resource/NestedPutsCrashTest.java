package fairlead.server.resource;

import static fairlead.server.resource.World.SHELF;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.resource.record.ProvisioningState;
import org.junit.jupiter.api.Test;

/// The process is killed before and after every commit of a PUT that brings along what is nested. Whatever the
/// point, the next process brings it to its end.
class NestedPutsCrashTest {

    @Test
    void everyPointIsSurvived() {
        int points = Crashes.survived(_ -> {}, NestedPutsCrashTest::change, NestedPutsCrashTest::requireThere);
        assertThat(points).as("points at which the process died").isGreaterThan(8);
    }

    private static void change(World world) {
        world.put(world.id(SHELF, "s1"), "{'Text': 'a', 'labels': [{'name': 'l1'}, {'name': 'l2'}]}");
        world.settle();
    }

    private static void requireThere(World world) {
        change(world);
        assertThat(world.labels.things).containsOnlyKeys("s1/l1", "s1/l2");
        assertThat(world.resources.get(world.id(SHELF, "s1")).state()).isEqualTo(ProvisioningState.SUCCEEDED);
    }
}
