package fairlead.server.stack.deploymentstack;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.resource.Crashes;
import fairlead.server.resource.World;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// The process is killed before and after every commit of a deployment stack. Whatever the point, the next process
/// brings it to its end, nothing is made twice, and everything that is there belongs to the stack.
class DeploymentStackCrashTest {

    private static final StackTerms TERMS = new StackTerms(
            DeploymentStackBench.GROUP,
            DeploymentStackBench.DELETE,
            new DenySettings(DenySettings.Mode.DENY_DELETE, Set.of(), List.of(), false));

    private static DeploymentStack put(World world, String template) {
        return new DeploymentStackBench(world).put("shop", template, TERMS);
    }

    private static Optional<DeploymentStack> find(World world) {
        return world.deploymentStacks.stacks().find(DeploymentStackBench.GROUP, "shop");
    }

    private static void survived(Consumer<World> before, Consumer<World> work, Consumer<World> after) {
        assertThat(Crashes.survived(before, work, after))
                .as("points at which the process died")
                .isGreaterThan(10);
    }

    private static void requireManaged(World world, DeploymentStack stack, String... ids) {
        DeploymentStackBench bench = new DeploymentStackBench(world);
        assertThat(stack.state()).as(DeploymentStackBench.error(stack)).isEqualTo(StackState.SUCCEEDED);
        assertThat(bench.managed(stack)).containsExactly(ids);
        assertThat(bench.denials()).hasSize(ids.length);
        assertThat(world.gizmos.things.size() + world.parts.things.size()).isEqualTo(ids.length);
    }

    @Test
    void whenItIsMade() {
        survived(
                _ -> {},
                world -> put(world, DeploymentStackBench.TWO),
                world -> find(world)
                        .ifPresentOrElse(
                                stack -> requireManaged(world, stack, "g1 MANAGED", "s1 MANAGED"),
                                () -> assertThat(world.gizmos.things).isEmpty()));
    }

    @Test
    void whenSomethingIsDeletedThatItsTemplateHasNoLonger() {
        survived(
                world -> put(world, DeploymentStackBench.TWO), world -> put(world, DeploymentStackBench.ONE), world -> {
                    DeploymentStack stack = find(world).orElseThrow();
                    boolean begun = !stack.content().toString().contains("s1");
                    if (begun) {
                        requireManaged(world, stack, "g1 MANAGED");
                    } else {
                        requireManaged(world, stack, "g1 MANAGED", "s1 MANAGED");
                    }
                });
    }

    @Test
    void whenItIsDeletedWithEverything() {
        survived(
                world -> put(world, DeploymentStackBench.TWO),
                world -> new DeploymentStackBench(world).delete(find(world).orElseThrow(), DeploymentStackBench.DELETE),
                world -> find(world)
                        .ifPresentOrElse(stack -> requireManaged(world, stack, "g1 MANAGED", "s1 MANAGED"), () -> {
                            assertThat(world.gizmos.things).isEmpty();
                            assertThat(world.parts.things).isEmpty();
                            assertThat(new DeploymentStackBench(world).denials())
                                    .isEmpty();
                        }));
    }
}
