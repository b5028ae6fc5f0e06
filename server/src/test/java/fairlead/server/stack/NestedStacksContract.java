package fairlead.server.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.server.database.Database;
import fairlead.server.resource.World;
import fairlead.server.secret.Vault;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackStatus;
import fairlead.server.stack.step.StackOrder;
import fairlead.server.stack.step.StackOrder.OnFailure;
import fairlead.server.stack.step.StackOrder.Purpose;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// What a stack does with the stacks that are nodes of it.
abstract class NestedStacksContract {

    /// A gizmo in a nested stack, and a shelf that has its name.
    static final String NESTED = """
        {'nodes': {
          'Inner': {'type': 'stack', 'values': {'Color': 'COLOR'}, 'template': {
            'nodes': {'Gizmo': {'type': 'Test::Shop::Gizmo', 'properties': {'Color': {'value': 'Color'}}}},
            'outputs': {'Made': {'value': {'ref': 'Gizmo'}}}}},
          'Shelf': {'type': 'Test::Shop::Shelf', 'properties': {'Name': 's1', 'Text': {'get': 'Inner.Outputs.Made'}}}}}\
        """;

    /// The gizmo is another one, one has gone and one has come, and the shelf is told of it.
    static final String REPLACED = """
        {'nodes': {
          'Inner': {'type': 'stack', 'values': {'Color': 'red'}, 'template': {
            'nodes': {
              'Gizmo': {'type': 'Test::Shop::Gizmo', 'properties': {'Color': {'value': 'Color'}, 'Material': 'steel'}},
              'New': {'type': 'Test::Shop::Gizmo', 'properties': {'Color': 'blue'}}},
            'outputs': {'Made': {'value': {'ref': 'Gizmo'}}}}},
          'Shelf': {'type': 'Test::Shop::Shelf', 'properties': {'Name': 's1', 'Text': {'get': 'Inner.Outputs.Made'}}}}}\
        """;

    private World world;
    private StackBench bench;

    abstract Database open();

    @BeforeEach
    void begin() {
        world = new World(open(), "node-1", Vault.newKeyset());
        bench = new StackBench(world);
    }

    @AfterEach
    void close() {
        world.close();
    }

    private static String colored(String color) {
        return NESTED.replace("COLOR", color);
    }

    private Stack child() {
        List<Stack> children = world.stacks.stacks().children(bench.stack());
        return children.getLast();
    }

    private List<StackNode> nodes(Stack stack) {
        return world.stacks.stacks().nodes(stack.id());
    }

    private String text() {
        return world.parts.thing("/s1").path("Text").asString();
    }

    // -- making -----------------------------------------------------------------------------------------------------

    @Test
    void aNestedStackIsMadeAndWhatItHasForOthersIsUsed() {
        Stack stack = bench.create(colored("red"));
        assertThat(stack.status()).isEqualTo(StackStatus.CREATE_COMPLETE);
        assertThat(text()).isEqualTo("gizmo-1");
        Stack child = child();
        assertThat(child.status()).isEqualTo(StackStatus.CREATE_COMPLETE);
        assertThat(child.name()).matches("shop-Inner-[0-9A-Z]{12}");
        assertThat(child.nesting())
                .hasValueSatisfying(nesting -> assertThat(List.of(nesting.parent(), nesting.root(), nesting.node()))
                        .containsExactly(stack.id(), stack.id(), "Inner"));
        assertThat(bench.physical("Inner")).endsWith(child.id().toString());
        assertThat(bench.events(stack))
                .containsSubsequence(
                        "Inner CREATE_IN_PROGRESS",
                        "Inner CREATE_COMPLETE",
                        "Shelf CREATE_IN_PROGRESS",
                        "Shelf CREATE_COMPLETE",
                        "CREATE_COMPLETE");
    }

    @Test
    void whatFailsInANestedStackUndoesAllAndIsToldFirst() {
        world.gizmos.answerNext(Progress.failed(ErrorCode.INVALID_REQUEST, "no color"));
        Stack stack = bench.create(colored("red"));
        assertThat(stack.status()).isEqualTo(StackStatus.ROLLBACK_COMPLETE);
        assertThat(child().status()).isEqualTo(StackStatus.DELETE_COMPLETE);
        bench.requireThings(0, 0);
        assertThat(bench.reasons(stack))
                .anyMatch(reason -> reason.matches("Gizmo: Resource handler returned message: \"no color\" .*"
                        + " Embedded stack .* was not successfully created\\."));
    }

    @Test
    void whatIsRefusedInANestedStackIsToldBeforeAnythingIsTouched() {
        Stack stack = bench.create(colored("red").replace("{'value': 'Color'}", "{'value': 'None'}"));
        assertThat(stack.status()).isEqualTo(StackStatus.ROLLBACK_COMPLETE);
        assertThat(world.stacks.stacks().children(stack)).isEmpty();
        bench.requireThings(0, 0);
    }

    @Test
    void aStackThatHasItselfInItIsRefused() {
        String template = "{'nodes': {}}";
        for (int depth = 0; depth < 6; depth++) {
            template = "{'nodes': {'S': {'type': 'stack', 'values': {}, 'template': " + template + "}}}";
        }
        Stack stack = bench.create(template);
        assertThat(stack.status()).isEqualTo(StackStatus.ROLLBACK_COMPLETE);
        assertThat(bench.reasons(stack)).anyMatch(reason -> reason.contains("Stacks can be nested 5 deep"));
    }

    // -- changing ---------------------------------------------------------------------------------------------------

    @Test
    void aNestedStackIsChangedAndCleanedWithTheOneThatHasIt() {
        bench.create(colored("red"));
        Stack stack = bench.update(REPLACED);
        assertThat(stack.status()).isEqualTo(StackStatus.UPDATE_COMPLETE);
        assertThat(child().status()).isEqualTo(StackStatus.UPDATE_COMPLETE);
        assertThat(world.gizmos.things.keySet()).containsExactlyInAnyOrder("gizmo-2", "gizmo-3");
        assertThat(world.gizmos.things).containsKey(text());
        assertThat(bench.events(child()))
                .containsSubsequence(
                        "UPDATE_IN_PROGRESS",
                        "UPDATE_COMPLETE_CLEANUP_IN_PROGRESS",
                        "Gizmo DELETE_COMPLETE",
                        "UPDATE_COMPLETE");
        assertThatThrownBy(() -> bench.beginUpdate(REPLACED, OnFailure.ROLLBACK))
                .hasMessageContaining("No updates");
    }

    @Test
    void aNestedStackThatStaysAsItIsIsNotTouched() {
        bench.create(colored("red"));
        Stack stack = bench.update(colored("red").replace("'s1'", "'s2'"));
        assertThat(stack.status()).isEqualTo(StackStatus.UPDATE_COMPLETE);
        assertThat(bench.events(child())).doesNotContain("UPDATE_IN_PROGRESS");
        assertThat(bench.events(stack)).doesNotContain("Inner UPDATE_IN_PROGRESS");
    }

    @Test
    void whatANestedStackHasDeletedIsThereAgainOnlyIfItWasNeverDeleted() {
        bench.create(colored("red"));
        world.parts.failUpdate(0, Progress.failed(ErrorCode.ACCESS_DENIED, "sealed"));
        Stack stack = bench.update(REPLACED);
        assertThat(stack.status()).isEqualTo(StackStatus.UPDATE_ROLLBACK_COMPLETE);
        Stack child = child();
        assertThat(child.status()).isEqualTo(StackStatus.UPDATE_ROLLBACK_COMPLETE);
        assertThat(world.gizmos.things.keySet()).containsExactly("gizmo-1");
        assertThat(text()).isEqualTo("gizmo-1");
        assertThat(child.outputs().path("Made").path("value").asString()).isEqualTo("gizmo-1");
        assertThat(child.pending().isEmpty()).isTrue();
        assertThat(bench.update(REPLACED).status()).isEqualTo(StackStatus.UPDATE_COMPLETE);
    }

    @Test
    void aNestedStackThatFailsIsBroughtBack() {
        bench.create(colored("red"));
        world.gizmos.failUpdate(0, Progress.failed(ErrorCode.ACCESS_DENIED, "stuck"));
        Stack stack = bench.update(colored("blue"));
        assertThat(stack.status()).isEqualTo(StackStatus.UPDATE_ROLLBACK_COMPLETE);
        assertThat(child().status()).isEqualTo(StackStatus.UPDATE_ROLLBACK_COMPLETE);
        assertThat(world.gizmos.thing("gizmo-1").path("Color").asString()).isEqualTo("red");
        assertThat(bench.reasons(stack)).anyMatch(reason -> reason.startsWith("Gizmo: "));
    }

    @Test
    void aFailedUpdateThatIsLeftCanBeUndoneWithItsNestedStacks() {
        bench.create(colored("red"));
        world.parts.failUpdate(0, Progress.failed(ErrorCode.ACCESS_DENIED, "sealed"));
        Stack stack = bench.update(REPLACED, OnFailure.DO_NOTHING);
        assertThat(stack.status()).isEqualTo(StackStatus.UPDATE_FAILED);
        assertThat(child().status()).isEqualTo(StackStatus.UPDATE_COMPLETE_CLEANUP_IN_PROGRESS);
        assertThat(child().awaits()).isTrue();
        Stack _ = world.stacks.stacks().rollback(bench.request("rollback"), stack, true);
        assertThat(bench.ended().status()).isEqualTo(StackStatus.UPDATE_ROLLBACK_COMPLETE);
        assertThat(child().status()).isEqualTo(StackStatus.UPDATE_ROLLBACK_COMPLETE);
        assertThat(world.gizmos.things.keySet()).containsExactly("gizmo-1");
    }

    @Test
    void aFailedUpdateThatIsLeftCanBeGoneOnWith() {
        bench.create(colored("red"));
        world.parts.failUpdate(0, Progress.failed(ErrorCode.ACCESS_DENIED, "sealed"));
        bench.update(REPLACED, OnFailure.DO_NOTHING);
        Stack stack = bench.update(REPLACED.replace("'blue'", "'green'"));
        assertThat(stack.status()).isEqualTo(StackStatus.UPDATE_COMPLETE);
        assertThat(child().status()).isEqualTo(StackStatus.UPDATE_COMPLETE);
        assertThat(world.gizmos.things).hasSize(2).containsKey(text());
    }

    @Test
    void anUndoingThatFailsInANestedStackGoesOnWithoutWhatIsSkipped() {
        bench.create(colored("red"));
        world.parts.failUpdate(0, Progress.failed(ErrorCode.ACCESS_DENIED, "sealed"));
        world.gizmos.failUpdate(1, Progress.failed(ErrorCode.ACCESS_DENIED, "stuck"));
        Stack stack = bench.update(colored("blue")
                .replace("'Text': {", "'Text': {'join': ['by ', {")
                .replace("Outputs.Made'}", "Outputs.Made'}]}"));
        assertThat(stack.status()).isEqualTo(StackStatus.UPDATE_ROLLBACK_FAILED);
        assertThat(child().status()).isEqualTo(StackStatus.UPDATE_ROLLBACK_FAILED);
        assertThatThrownBy(() ->
                        world.stacks.stacks().continueRollback(bench.request("continue"), stack, List.of("Inner")))
                .hasMessageContaining("Inner");
        Stack _ = world.stacks.stacks().continueRollback(bench.request("continue"), stack, List.of("Inner.Gizmo"));
        assertThat(bench.ended().status()).isEqualTo(StackStatus.UPDATE_ROLLBACK_COMPLETE);
        assertThat(child().status()).isEqualTo(StackStatus.UPDATE_ROLLBACK_COMPLETE);
    }

    @Test
    void whatANestedStackIsMadeOfMayChangeThoughTheOneThatHasItDoesNot() {
        bench.create(colored("red"));
        ObjectNode content = child().content().deepCopy();
        content.set("values", StackBench.json("{'Color': 'green'}"));
        StackOrder order = StackOrder.of(Purpose.UPDATE, OnFailure.ROLLBACK, "");
        Stack _ = world.stacks.stacks().update(bench.request("direct"), child(), content, order);
        world.settle();
        assertThat(child().status()).isEqualTo(StackStatus.UPDATE_COMPLETE);
        assertThat(world.gizmos.thing("gizmo-1").path("Color").asString()).isEqualTo("green");
        assertThat(bench.update(colored("red")).status()).isEqualTo(StackStatus.UPDATE_COMPLETE);
        assertThat(world.gizmos.thing("gizmo-1").path("Color").asString()).isEqualTo("red");
    }

    // -- deleting ---------------------------------------------------------------------------------------------------

    @Test
    void aNestedStackGoesWithTheOneThatHasIt() {
        bench.create(colored("red"));
        Stack child = child();
        Stack stack = bench.delete();
        assertThat(stack.status()).isEqualTo(StackStatus.DELETE_COMPLETE);
        bench.requireThings(0, 0);
        assertThat(world.stacks.stacks().find(child.id()).map(Stack::status)).contains(StackStatus.DELETE_COMPLETE);
    }

    @Test
    void aNestedStackThatATemplateHasNoLongerIsDeleted() {
        bench.create(colored("red"));
        Stack stack = bench.update("""
            {'nodes': {'Shelf': {'type': 'Test::Shop::Shelf', 'properties': {'Name': 's1', 'Text': 'alone'}}}}\
            """);
        assertThat(stack.status()).isEqualTo(StackStatus.UPDATE_COMPLETE);
        bench.requireThings(0, 1);
        assertThat(nodes(stack)).extracting(StackNode::key).containsExactly("Shelf");
        assertThat(child().status()).isEqualTo(StackStatus.DELETE_COMPLETE);
    }

    // -- asked for directly ------------------------------------------------------------------------------------------

    @Test
    void whatConcernsAllStacksIsAskedForAtTheirHead() {
        bench.create(colored("red"));
        Stack child = child();
        Stacks stacks = world.stacks.stacks();
        StackRequest request = bench.request("direct");
        assertThatThrownBy(() -> stacks.protect(request, child, true)).hasMessageContaining("root stack [shop]");
        assertThatThrownBy(() -> stacks.cancelUpdate(request, child)).hasMessageContaining("root stack [shop]");
        assertThatThrownBy(() -> stacks.rollback(request, child, true)).hasMessageContaining("root stack [shop]");
        assertThatThrownBy(() -> stacks.continueRollback(request, child, List.of()))
                .hasMessageContaining("root stack [shop]");
        stacks.protect(request, bench.stack(), true);
        assertThatThrownBy(() -> stacks.delete(request, child, List.of(), false))
                .hasMessageContaining("TerminationProtection");
        stacks.protect(request, bench.stack(), false);
        Optional<Stack> _ = stacks.delete(request, child, List.of(), false);
        world.settle();
        assertThat(child().status()).isEqualTo(StackStatus.DELETE_COMPLETE);
        assertThat(bench.delete().status()).isEqualTo(StackStatus.DELETE_COMPLETE);
        bench.requireThings(0, 0);
    }

    @Test
    void aNestedStackIsLeftAloneWhileTheOneThatHasItIsChanged() {
        bench.create(colored("red"));
        bench.beginUpdate(colored("blue"), OnFailure.ROLLBACK);
        assertThatThrownBy(() -> world.stacks.stacks().delete(bench.request("direct"), child(), List.of(), false))
                .hasMessageContaining("is nested in the stack [shop]");
        assertThat(bench.ended().status()).isEqualTo(StackStatus.UPDATE_COMPLETE);
    }
}
