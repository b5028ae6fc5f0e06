package fairlead.server.stack;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.server.resource.Crashes;
import fairlead.server.resource.World;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackStatus;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The process is killed before and after every commit of an operation of a resource whose type has a template for its
/// handler. Whatever the point, what is there afterwards is what the resource has, and nothing was made twice.
class CompositeCrashTest {

    private static final String RED = "{'Color': 'red', 'Material': 'wood'}";

    private static ResourceId outfit(World world) {
        return world.id(World.OUTFIT, "winter");
    }

    private static void make(World world) {
        world.put(outfit(world), RED);
        world.settle();
    }

    @Test
    void ofACreate() {
        survived(_ -> {}, CompositeCrashTest::make);
    }

    @Test
    void ofACreateThatFails() {
        survived(_ -> {}, world -> {
            world.parts.failCreate(Progress.failed(ErrorCode.INVALID_REQUEST, "no room"));
            make(world);
        });
    }

    @Test
    void ofAnUpdateThatReplaces() {
        survived(CompositeCrashTest::make, world -> {
            world.put(outfit(world), "{'Color': 'red', 'Material': 'steel'}");
            world.settle();
        });
    }

    @Test
    void ofAnUpdateThatIsUndone() {
        survived(CompositeCrashTest::make, world -> {
            world.parts.failUpdate(0, Progress.failed(ErrorCode.ACCESS_DENIED, "sealed"));
            world.put(outfit(world), "{'Color': 'red', 'Material': 'steel'}");
            world.settle();
        });
    }

    @Test
    void ofADelete() {
        survived(CompositeCrashTest::make, world -> {
            world.remove(outfit(world));
            world.settle();
        });
    }

    private static void survived(Consumer<World> before, Consumer<World> work) {
        int points = Crashes.survived(before, work, CompositeCrashTest::requireAsRecorded);
        assertThat(points).as("points at which the process died").isGreaterThan(10);
    }

    /// What the services have is what the stack of the resource has, if there is one. Where a create has failed,
    /// nothing is.
    private static void requireAsRecorded(World world) {
        List<Stack> stacks = world.stacks.stacks().list(StackBench.PLACE, Optional.empty(), 10).stream()
                .filter(stack -> stack.status() != StackStatus.DELETE_COMPLETE)
                .toList();
        assertThat(stacks).hasSizeLessThan(2).noneMatch(stack -> stack.status().busy());
        Set<String> owned = stacks.stream()
                .flatMap(stack -> world.stacks.stacks().nodes(stack.id()).stream())
                .filter(StackNode::isThere)
                .map(node -> node.present().physical().orElseThrow())
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> there = new TreeSet<>(world.gizmos.things.keySet());
        world.parts.things.keySet().forEach(key -> there.add(key.substring(1)));
        assertThat(there).isEqualTo(owned);
        assertThat(owned)
                .satisfiesAnyOf(
                        none -> assertThat(none).isEmpty(),
                        all -> assertThat(all).hasSize(2));
        Optional<String> identifier = world.recorded(outfit(world));
        assertThat(stacks.stream().map(stack -> stack.id().toString()).toList())
                .allSatisfy(id -> assertThat(identifier).contains(id));
    }
}
