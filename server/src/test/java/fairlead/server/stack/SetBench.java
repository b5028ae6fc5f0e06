package fairlead.server.stack;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.resource.World;
import fairlead.server.resource.change.Put;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.stack.http.StackDocuments.Given;
import fairlead.server.stack.http.StackDocuments.Present;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.set.ResourceSets;
import fairlead.server.stack.step.StackOrder;
import fairlead.server.stack.step.StackOrder.OnFailure;
import fairlead.server.stack.step.StackOrder.Purpose;
import fairlead.server.type.AccountTypes;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.definition.ArmType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Sets of plain resources in a world of fake services, without a surface.
final class SetBench {

    private final World world;
    private final ResourceSets sets;

    SetBench(World world) {
        this.world = world;
        sets = new ResourceSets(new AccountTypes(world.types));
    }

    /// Does what a plan of the documents says, to the end.
    void apply(String documents, boolean prune, boolean adopt) {
        StackRequest request = new StackRequest(World.DEVELOPER, Optional.empty(), "apply " + documents);
        Stacks stacks = world.stacks.stacks();
        Optional<Stack> present = stacks.find(StackBench.PLACE, StackBench.NAME);
        Given given = new Given(StackBench.PLACE, documents.replace('\'', '"'), Map.of(), Map.of(), prune, "");
        ObjectNode content = sets.of(
                given,
                present.map(stack ->
                        new Present(stack.content(), world.stacks.forecasts().remaining(World.DEVELOPER, stack))));
        Wish wish = new Wish(StackBench.PLACE, StackBench.NAME, ResourceSets.NAME, content, adopt);
        Forecast forecast = world.stacks.forecasts().of(World.DEVELOPER, wish);
        assertThat(forecast.shown().path("findings")).isEmpty();
        Optional<Stack> noted = forecast.notes() ? Optional.of(stacks.note(request, present, wish, forecast)) : present;
        if (noted.isEmpty()) {
            StackOrder order = StackOrder.of(Purpose.CREATE, OnFailure.ROLLBACK, "");
            stacks.create(request, StackBench.PLACE, StackBench.NAME, ResourceSets.NAME, content, order, false);
        } else if (stacks.isChange(noted.get(), content, World.DEVELOPER)) {
            stacks.update(request, noted.get(), content, StackOrder.of(Purpose.UPDATE, OnFailure.ROLLBACK, ""));
        }
        world.settle();
    }

    /// Makes a resource that belongs to no stack.
    void put(String type, String name, String properties) {
        ArmType arm = ArmType.parse(type);
        RegisteredType registered = new AccountTypes(world.types)
                .of(World.SUBSCRIPTION)
                .findArmType(arm.key())
                .orElseThrow();
        ResourceId id = new ResourceId(World.SUBSCRIPTION, "group", arm, List.of(name));
        var body = Put.Body.of(Optional.of("local"), StackBench.json("{}"), StackBench.json(properties));
        var _ = world.resources.put(Put.of(World.DEVELOPER, id, registered.current(), body));
        world.settle();
    }
}
