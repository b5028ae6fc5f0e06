package fairlead.server.stack;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.resource.World;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackEvent;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackOutputs;
import fairlead.server.stack.record.StackPlace;
import fairlead.server.stack.step.StackOrder;
import fairlead.server.stack.step.StackOrder.OnFailure;
import fairlead.server.stack.step.StackOrder.Purpose;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Stacks in a world of fake services, written as tests read best.
final class StackBench {

    static final StackPlace PLACE = new StackPlace(World.SUBSCRIPTION, "group", "local");
    static final String NAME = "shop";

    private static final JsonMapper JSON = new JsonMapper();

    private final World world;

    StackBench(World world) {
        this.world = world;
    }

    /// A document, with apostrophes for quotes.
    static ObjectNode json(String text) {
        return (ObjectNode) JSON.readTree(text.replace('\'', '"'));
    }

    Stack create(String template) {
        return create(template, OnFailure.ROLLBACK);
    }

    Stack create(String template, OnFailure onFailure) {
        beginCreation(NAME, template, onFailure);
        return ended();
    }

    Stack beginCreation(String name, String template, OnFailure onFailure) {
        return beginCreation(name, template, StackOrder.of(Purpose.CREATE, onFailure, ""));
    }

    Stack beginCreation(String template, StackOrder order) {
        return beginCreation(NAME, template, order);
    }

    private Stack beginCreation(String name, String template, StackOrder order) {
        return world.stacks
                .stacks()
                .create(request("create " + template), PLACE, name, "plain", json(template), order, false);
    }

    Stack update(String template) {
        return update(template, OnFailure.ROLLBACK);
    }

    Stack update(String template, OnFailure onFailure) {
        beginUpdate(template, onFailure);
        return ended();
    }

    Stack beginUpdate(String template, OnFailure onFailure) {
        StackOrder order = StackOrder.of(Purpose.UPDATE, onFailure, "");
        return world.stacks.stacks().update(request("update " + template), stack(), json(template), order);
    }

    Stack delete() {
        return delete(List.of(), false);
    }

    Stack delete(List<String> retain, boolean force) {
        Stack stack = stack();
        Optional<Stack> _ = world.stacks.stacks().delete(request("delete"), stack, retain, force);
        world.settle();
        return world.stacks.stacks().find(PLACE, stack.id().toString()).orElseThrow();
    }

    StackRequest request(String what) {
        return new StackRequest(World.DEVELOPER, Optional.empty(), what);
    }

    Stack ended() {
        world.settle();
        return stack();
    }

    Stack stack() {
        return world.stacks.stacks().find(PLACE, NAME).orElseThrow();
    }

    /// The statuses of the nodes, by their keys.
    Map<String, String> statuses() {
        return world.stacks.stacks().nodes(stack().id()).stream()
                .collect(Collectors.toMap(StackNode::key, node -> node.report().status()));
    }

    StackNode node(String key) {
        return world.stacks.stacks().nodes(stack().id()).stream()
                .filter(node -> node.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    String physical(String key) {
        return node(key).present().physical().orElseThrow();
    }

    /// What has happened, oldest first: `A CREATE_COMPLETE`, or the status alone of the stack.
    List<String> events(Stack stack) {
        return world.stacks.stacks().events(stack.id(), Optional.empty(), 1000).reversed().stream()
                .map(event -> event.node().map(node -> node + " ").orElse("") + event.status())
                .toList();
    }

    /// Why things happened, oldest first.
    List<String> reasons(Stack stack) {
        return world.stacks.stacks().events(stack.id(), Optional.empty(), 1000).reversed().stream()
                .map(StackEvent::reason)
                .filter(reason -> !reason.isEmpty())
                .toList();
    }

    String output(String name) {
        return StackOutputs.of(stack()).stream()
                .filter(output -> output.name().equals(name))
                .map(output -> output.value().asString())
                .findFirst()
                .orElseThrow();
    }

    /// That the services have these things and no others.
    void requireThings(int gizmos, int parts) {
        assertThat(world.gizmos.things).hasSize(gizmos);
        assertThat(world.parts.things).hasSize(parts);
    }
}
