package fairlead.server.stack;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.server.resource.Crashes;
import fairlead.server.resource.World;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackStatus;
import fairlead.stack.document.Node;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The process is killed before and after every commit of an operation of a stack. Whatever the point, the
/// next process brings the operation to its end: what is there is what the stack has, and nothing was made
/// twice.
class StackCrashTest {

    private static final String THREE = """
        {'nodes': {
          'Shelf': {'type': 'Test::Shop::Shelf', 'properties': {'Name': 's1', 'Text': {'join': ['by ', {'ref': 'Gizmo'}]}}},
          'Gizmo': {'type': 'Test::Shop::Gizmo', 'properties': {'Color': 'red'}},
          'Other': {'type': 'Test::Shop::Gizmo', 'properties': {'Color': 'green'}}},
         'outputs': {'Made': {'value': {'ref': 'Gizmo'}}}}\
        """;
    private static final String REPLACED = """
        {'nodes': {
          'Shelf': {'type': 'Test::Shop::Shelf', 'properties': {'Name': 's1', 'Text': {'join': ['by ', {'ref': 'Gizmo'}]}}},
          'Gizmo': {'type': 'Test::Shop::Gizmo', 'properties': {'Color': 'red', 'Material': 'steel'}},
          'New': {'type': 'Test::Shop::Gizmo', 'properties': {'Color': 'blue'}}},
         'outputs': {'Made': {'value': {'ref': 'Gizmo'}}}}\
        """;

    private static final String WITH_CUSTOM = THREE.replace(
            "{'nodes': {",
            "{'nodes': {'Own': {'type': 'Custom::Thing', 'properties': {'ServiceToken': 'maker', 'Name': 'own-1'}},");
    private static final String SET = """
        [{'type': 'Test.Shop/shelves', 'name': 's1', 'properties': {'Text': 'a'}, 'dependsOn': ['g1']},
         {'type': 'Test.Shop/gizmos', 'name': 'g1', 'properties': {'Color': 'red'}},
         {'type': 'Test.Shop/gizmos', 'name': 'g2', 'properties': {'Color': 'green'}}]\
        """;
    private static final String OTHER_SET = """
        [{'type': 'Test.Shop/shelves', 'name': 's1', 'properties': {'Text': 'b'}, 'dependsOn': ['g1']},
         {'type': 'Test.Shop/gizmos', 'name': 'g1', 'properties': {'Color': 'red', 'Material': 'steel'}},
         {'type': 'Test.Shop/shelves', 'name': 's9', 'properties': {'Text': 'ours'}}]\
        """;

    @Test
    void ofACreate() {
        survived(_ -> {}, world -> create(world, THREE), Set.of(StackStatus.CREATE_COMPLETE));
    }

    @Test
    void ofACreateThatFails() {
        survived(
                _ -> {},
                world -> {
                    world.parts.failCreate(Progress.failed(ErrorCode.INVALID_REQUEST, "no room"));
                    create(world, THREE);
                },
                Set.of(StackStatus.ROLLBACK_COMPLETE, StackStatus.CREATE_COMPLETE));
    }

    @Test
    void ofAnUpdateThatReplacesAndDeletes() {
        survived(
                world -> create(world, THREE),
                world -> update(world, REPLACED),
                Set.of(StackStatus.CREATE_COMPLETE, StackStatus.UPDATE_COMPLETE));
    }

    @Test
    void ofAnUpdateThatIsUndone() {
        survived(
                world -> create(world, THREE),
                world -> {
                    world.parts.failUpdate(0, Progress.failed(ErrorCode.ACCESS_DENIED, "sealed"));
                    update(world, REPLACED);
                },
                Set.of(StackStatus.CREATE_COMPLETE, StackStatus.UPDATE_COMPLETE, StackStatus.UPDATE_ROLLBACK_COMPLETE));
    }

    @Test
    void ofADelete() {
        survived(
                world -> create(world, THREE),
                world -> new StackBench(world).delete(),
                Set.of(StackStatus.CREATE_COMPLETE, StackStatus.DELETE_COMPLETE));
    }

    @Test
    void ofACreateWithACustomResource() {
        survived(_ -> {}, world -> create(world, WITH_CUSTOM), Set.of(StackStatus.CREATE_COMPLETE));
    }

    @Test
    void ofAnUpdateThatReplacesACustomResource() {
        survived(
                world -> create(world, WITH_CUSTOM),
                world -> update(world, WITH_CUSTOM.replace("own-1", "own-2")),
                Set.of(StackStatus.CREATE_COMPLETE, StackStatus.UPDATE_COMPLETE));
    }

    @Test
    void ofACreateWithANestedStack() {
        survived(
                _ -> {},
                world -> create(world, NestedStacksContract.NESTED.replace("COLOR", "red")),
                Set.of(StackStatus.CREATE_COMPLETE));
    }

    @Test
    void ofACreateWithANestedStackThatFails() {
        survived(
                _ -> {},
                world -> {
                    world.parts.failCreate(Progress.failed(ErrorCode.INVALID_REQUEST, "no room"));
                    create(world, NestedStacksContract.NESTED.replace("COLOR", "red"));
                },
                Set.of(StackStatus.ROLLBACK_COMPLETE, StackStatus.CREATE_COMPLETE));
    }

    @Test
    void ofAnUpdateOfANestedStackThatReplacesAndDeletes() {
        survived(
                world -> create(world, NestedStacksContract.NESTED.replace("COLOR", "red")),
                world -> update(world, NestedStacksContract.REPLACED),
                Set.of(StackStatus.CREATE_COMPLETE, StackStatus.UPDATE_COMPLETE));
    }

    @Test
    void ofAnUpdateOfANestedStackThatIsUndone() {
        survived(
                world -> create(world, NestedStacksContract.NESTED.replace("COLOR", "red")),
                world -> {
                    world.parts.failUpdate(0, Progress.failed(ErrorCode.ACCESS_DENIED, "sealed"));
                    update(world, NestedStacksContract.REPLACED);
                },
                Set.of(StackStatus.CREATE_COMPLETE, StackStatus.UPDATE_COMPLETE, StackStatus.UPDATE_ROLLBACK_COMPLETE));
    }

    @Test
    void ofADeleteOfANestedStack() {
        survived(
                world -> create(world, NestedStacksContract.NESTED.replace("COLOR", "red")),
                world -> new StackBench(world).delete(),
                Set.of(StackStatus.CREATE_COMPLETE, StackStatus.DELETE_COMPLETE));
    }

    @Test
    void ofASetThatIsMade() {
        survived(_ -> {}, world -> apply(world, SET), Set.of(StackStatus.CREATE_COMPLETE));
    }

    @Test
    void ofASetThatIsMadeAndFails() {
        survived(
                _ -> {},
                world -> {
                    world.parts.failCreate(Progress.failed(ErrorCode.INVALID_REQUEST, "no room"));
                    apply(world, SET);
                },
                Set.of(StackStatus.ROLLBACK_COMPLETE, StackStatus.CREATE_COMPLETE));
    }

    @Test
    void ofASetThatAdoptsReplacesAndPrunes() {
        survived(
                world -> {
                    apply(world, SET);
                    new SetBench(world).put("Test.Shop/shelves", "s9", "{'Text': 'theirs'}");
                },
                world -> apply(world, OTHER_SET),
                Set.of(StackStatus.CREATE_COMPLETE, StackStatus.IMPORT_COMPLETE, StackStatus.UPDATE_COMPLETE),
                Set.of("s9"));
    }

    private static void apply(World world, String documents) {
        new SetBench(world).apply(documents, true, true);
    }

    private static void create(World world, String template) {
        new StackBench(world).create(template);
    }

    private static void update(World world, String template) {
        new StackBench(world).update(template);
    }

    private static void survived(Consumer<World> before, Consumer<World> work, Set<StackStatus> ends) {
        survived(before, work, ends, Set.of());
    }

    /// @param theirs what is there though it may belong to no stack
    private static void survived(
            Consumer<World> before, Consumer<World> work, Set<StackStatus> ends, Set<String> theirs) {
        int points = Crashes.survived(before, work, world -> requireAsRecorded(world, ends, theirs));
        assertThat(points).as("points at which the process died").isGreaterThan(10);
    }

    /// What the services have is what the stack has, if there is one, and each only once.
    private static void requireAsRecorded(World world, Set<StackStatus> ends, Set<String> theirs) {
        List<Stack> all = world.stacks.stacks().list(StackBench.PLACE, Optional.empty(), 10);
        List<Stack> stacks =
                all.stream().filter(stack -> stack.nesting().isEmpty()).toList();
        assertThat(all).hasSizeLessThan(3);
        assertThat(all).noneMatch(stack -> stack.status().busy());
        assertThat(stacks)
                .hasSizeLessThan(2)
                .allSatisfy(stack -> assertThat(ends).contains(stack.status()));
        Set<String> owned = all.stream()
                .flatMap(stack -> world.stacks.stacks().nodes(stack.id()).stream())
                .filter(StackNode::isThere)
                .filter(node -> node.present().kind() == Node.Kind.RESOURCE)
                .map(node -> node.present().physical().orElseThrow())
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> there = new TreeSet<>(world.gizmos.things.keySet());
        world.parts.things.keySet().forEach(key -> there.add(key.substring(1)));
        there.removeAll(owned.containsAll(theirs) ? Set.of() : theirs);
        assertThat(there).isEqualTo(owned);
        stacks.stream()
                .map(stack -> stack.status())
                .filter(StackStatus.CREATE_COMPLETE::equals)
                .forEach(_ -> assertThat(owned).hasSize(all.size() > stacks.size() ? 2 : 3));
    }
}
