package fairlead.server.stack;

import fairlead.server.resource.World;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.deployment.DeploymentResources.Named;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.step.StackOrder;
import fairlead.server.stack.step.StackOrder.OnFailure;
import fairlead.server.stack.step.StackOrder.Purpose;
import java.util.Optional;

/// What is done with the shelves of a world past deployment stacks: by a stack of another kind, and by hand.
public final class OwnedByStack {

    private OwnedByStack() {}

    /// Has a stack named `theirs` make a shelf; why it could not.
    public static String makes(World world, String shelf) {
        String template = "{'nodes': {'A': {'type': 'Test::Shop::Shelf', 'properties': {'Name': '" + shelf + "'}}}}";
        Stack begun = world.stacks
                .stacks()
                .create(
                        new StackRequest(World.DEVELOPER, Optional.empty(), "create " + shelf),
                        StackBench.PLACE,
                        "theirs",
                        "plain",
                        StackBench.json(template),
                        StackOrder.of(Purpose.CREATE, OnFailure.DO_NOTHING, ""),
                        false);
        world.settle();
        return world.stacks.stacks().nodes(begun.id()).getFirst().report().reason();
    }

    /// Deletes a shelf by hand.
    public static void loses(World world, String shelf) {
        world.deploymentResources.delete(World.DEVELOPER, id(world, "group", shelf), "by hand " + shelf);
        world.settle();
    }

    /// Puts a shelf into a group by hand.
    public static void puts(World world, String group, String shelf) {
        world.deploymentResources.write(
                World.DEVELOPER,
                new Named(id(world, group, shelf), Optional.empty()),
                Documents.empty().put("location", "local").set("properties", Documents.empty()),
                "by hand " + shelf);
        world.settle();
    }

    private static String id(World world, String group, String shelf) {
        return world.id(World.SHELF, shelf).toString().replace("/group/", "/" + group + "/");
    }
}
