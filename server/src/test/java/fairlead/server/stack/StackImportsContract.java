package fairlead.server.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.server.database.Database;
import fairlead.server.resource.World;
import fairlead.server.resource.document.Documents;
import fairlead.server.secret.Vault;
import fairlead.server.stack.ChangeSets.Importing;
import fairlead.server.stack.record.ChangeSet;
import fairlead.server.stack.record.PlanJson;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackStatus;
import fairlead.server.stack.step.StackOrder.OnFailure;
import fairlead.stack.NodePlan;
import fairlead.stack.PropertyChange;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// What stacks do with resources that are there already.
abstract class StackImportsContract {

    private static final String GIZMO = "'Gizmo': {'type': 'Test::Shop::Gizmo', 'properties': {'Color': 'red'}}";
    private static final String SHELF =
            "'Shelf': {'type': 'Test::Shop::Shelf', 'properties': {'Name': 's1', 'Text': 'a'}}";
    private static final Map<String, String> THE_GIZMO = Map.of("Gizmo", "gizmo-1");

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

    private static String nodes(String... some) {
        return "{'nodes': {" + String.join(", ", some) + "}}";
    }

    /// Makes resources that are of no stack: a gizmo and a shelf.
    private void makeFreeOnes() {
        bench.create(nodes(
                GIZMO.replace("{'type'", "{'keep': 'RETAIN', 'type'"),
                SHELF.replace("{'type'", "{'keep': 'RETAIN', 'type'")));
        bench.delete();
        bench.requireThings(1, 1);
        world.gizmos.calls.clear();
        world.parts.calls.clear();
    }

    private ChangeSet set(String template, boolean creates, Importing imports) {
        return set(template, creates, imports, "import");
    }

    private ChangeSet set(String template, boolean creates, Importing imports, String name) {
        ObjectNode request = Documents.empty();
        request.set("content", StackBench.json(template));
        request.put(ImportRules.ALONE, imports.alone());
        ChangeSets.Target target = new ChangeSets.Target(StackBench.PLACE, StackBench.NAME, "plain", creates);
        return world.stacks.changeSets().create(World.DEVELOPER, target, name, request, imports);
    }

    private static Importing alone(Map<String, String> named) {
        return new Importing(named, true, false, Set.of());
    }

    private static Importing existing(String... unprotected) {
        return new Importing(Map.of(), false, true, Set.of(unprotected));
    }

    private Stack execute(ChangeSet set) {
        return execute(set, OnFailure.ROLLBACK);
    }

    private Stack execute(ChangeSet set, OnFailure then) {
        world.stacks.changeSets().execute(bench.request("execute " + set.id()), bench.stack(), set, then, true);
        return bench.ended();
    }

    @Nested
    class AResourceThatIsNamed {

        @BeforeEach
        void isThere() {
            makeFreeOnes();
        }

        @Test
        void becomesANodeOfAStackThatIsMadeOfItAndIsNotChanged() {
            ChangeSet set = set(nodes(GIZMO), true, alone(THE_GIZMO));
            assertThat(set.status()).isEqualTo(ChangeSet.Status.CREATE_COMPLETE);
            Stack stack = execute(set);
            assertThat(stack.status()).isEqualTo(StackStatus.IMPORT_COMPLETE);
            assertThat(bench.physical("Gizmo")).isEqualTo("gizmo-1");
            assertThat(world.gizmos.calls).containsOnly("read");
            assertThat(bench.events(stack))
                    .containsExactly(
                            "IMPORT_IN_PROGRESS",
                            "Gizmo IMPORT_IN_PROGRESS",
                            "Gizmo IMPORT_COMPLETE",
                            "IMPORT_COMPLETE");
        }

        @Test
        void becomesANodeOfAStackThatIsThere() {
            bench.create(nodes("'Other': {'type': 'Test::Shop::Gizmo', 'properties': {'Color': 'green'}}"));
            Stack stack = execute(set(
                    nodes("'Other': {'type': 'Test::Shop::Gizmo', 'properties': {'Color': 'green'}}", GIZMO),
                    false,
                    alone(THE_GIZMO)));
            assertThat(stack.status()).isEqualTo(StackStatus.IMPORT_COMPLETE);
            assertThat(bench.statuses())
                    .containsEntry("Other", "CREATE_COMPLETE")
                    .containsEntry("Gizmo", "IMPORT_COMPLETE");
        }

        @Test
        void isChangedAndDeletedAsIfTheStackHadMadeIt() {
            execute(set(nodes(GIZMO), true, alone(THE_GIZMO)));
            assertThat(bench.update(nodes(GIZMO.replace("red", "blue"))).status())
                    .isEqualTo(StackStatus.UPDATE_COMPLETE);
            assertThat(world.gizmos.thing("gizmo-1").path("Color").asString()).isEqualTo("blue");
            assertThat(bench.delete().status()).isEqualTo(StackStatus.DELETE_COMPLETE);
            bench.requireThings(0, 1);
        }

        @Test
        void showsWhatTheTemplateSaysOtherwise() {
            ChangeSet set = set(nodes(GIZMO.replace("red", "blue")), true, alone(THE_GIZMO));
            NodePlan plan = PlanJson.read(set.plan()).nodes().getFirst();
            assertThat(plan.action()).isEqualTo(NodePlan.Action.IMPORT);
            assertThat(plan.changes()).extracting(PropertyChange::path).containsExactly("/Color");
            assertThat(plan.changes().getFirst().before().orElseThrow().asString())
                    .isEqualTo("red");
        }

        @Test
        void isImportedWithNothingElseBeingDone() {
            ChangeSet set = set(nodes(GIZMO, SHELF.replace("s1", "s2")), true, alone(THE_GIZMO));
            assertThat(set.status()).isEqualTo(ChangeSet.Status.FAILED);
            assertThat(set.reason())
                    .startsWith("You have modified resources [Shelf] in your template that are not being imported.");
        }

        @Test
        void hasToFitItsSchema() {
            ChangeSet set = set(nodes(GIZMO.replace("red", "pink")), true, alone(THE_GIZMO));
            assertThat(set.status()).isEqualTo(ChangeSet.Status.FAILED);
            assertThat(set.reason()).startsWith("Gizmo: Properties validation failed for resource Gizmo");
        }

        @Test
        void hasToBeTheOneThatTheTemplateNames() {
            ChangeSet set = set(nodes(SHELF.replace("s1", "s2")), true, alone(Map.of("Shelf", "s1")));
            assertThat(set.reason())
                    .contains("The Identifier [Name] for resource [Shelf] does not match the identifier value defined"
                            + " in the template: expected \"s1\", found \"s2\"");
        }

        @Test
        void hasToBeOfNoStack() {
            bench.beginCreation("other", nodes(GIZMO), OnFailure.ROLLBACK);
            world.settle();
            ChangeSet set = set(nodes(GIZMO), true, alone(Map.of("Gizmo", "gizmo-2")));
            assertThat(set.status()).isEqualTo(ChangeSet.Status.FAILED);
            assertThat(set.reason()).startsWith("Gizmo: gizmo-2 already exists in stack ");
        }
    }

    @Nested
    class AResourceThatIsNotThere {

        @Test
        void makesTheChangeSetFail() {
            ChangeSet set = set(nodes(GIZMO), true, alone(Map.of("Gizmo", "gizmo-7")));
            assertThat(set.status()).isEqualTo(ChangeSet.Status.FAILED);
            assertThat(set.reason())
                    .isEqualTo("Gizmo: Resource of type 'Test::Shop::Gizmo' with identifier 'gizmo-7' was not found.");
        }

        @Test
        void isNotedWhenTheSetIsExecutedAndAllThatWasImportedIsForgotten() {
            Stack stack = failed();
            assertThat(stack.status()).isEqualTo(StackStatus.IMPORT_ROLLBACK_COMPLETE);
            assertThat(bench.statuses()).isEmpty();
            bench.requireThings(0, 1);
            assertThat(world.parts.calls).containsOnly("read");
            assertThat(bench.reasons(stack)).contains("The following resource(s) failed to import: [Gizmo].");
        }

        private Stack failed() {
            makeFreeOnes();
            ChangeSet set = set(nodes(SHELF, GIZMO), true, alone(Map.of("Gizmo", "gizmo-1", "Shelf", "s1")));
            world.gizmos.things.clear();
            return execute(set);
        }

        @Test
        void leavesAStackIntoWhichTheRestCanBeImported() {
            Stack _ = failed();
            ChangeSet again = set(nodes(SHELF), false, alone(Map.of("Shelf", "s1")), "again");
            assertThat(execute(again).status()).isEqualTo(StackStatus.IMPORT_COMPLETE);
            assertThat(bench.statuses()).containsOnlyKeys("Shelf");
        }
    }

    @Nested
    class ResourcesThatTheTemplateNames {

        @BeforeEach
        void areThere() {
            makeFreeOnes();
        }

        @Test
        void areImportedAndTheOthersMade() {
            Stack stack = execute(set(nodes(SHELF, GIZMO), true, existing()));
            assertThat(stack.status()).isEqualTo(StackStatus.CREATE_COMPLETE);
            assertThat(bench.statuses())
                    .containsEntry("Shelf", "IMPORT_COMPLETE")
                    .containsEntry("Gizmo", "CREATE_COMPLETE");
            bench.requireThings(2, 1);
        }

        @Test
        void needWordsOnWhatBecomesOfThem() {
            ChangeSet set = set(nodes(SHELF, GIZMO), true, existing("Shelf", "Gizmo"));
            assertThat(set.reason())
                    .isEqualTo("The following resources to import [Shelf] must have DeletionPolicy attribute specified"
                            + " in the template.");
        }

        @Test
        void stayWhenTheCreateFailsThatHasImportedThem() {
            ChangeSet set = set(nodes(SHELF, GIZMO), true, existing());
            world.gizmos.failCreate(Progress.failed(ErrorCode.INVALID_REQUEST, "no room"));
            assertThat(execute(set).status()).isEqualTo(StackStatus.ROLLBACK_COMPLETE);
            bench.requireThings(1, 1);
        }

        @Test
        void stayWhenTheUpdateFailsThatHasImportedThem() {
            bench.create(nodes("'Other': {'type': 'Test::Shop::Gizmo', 'properties': {'Color': 'green'}}"));
            ChangeSet set = set(
                    nodes("'Other': {'type': 'Test::Shop::Gizmo', 'properties': {'Color': 'green'}}", SHELF, GIZMO),
                    false,
                    existing());
            world.gizmos.failCreate(Progress.failed(ErrorCode.INVALID_REQUEST, "no room"));
            assertThat(execute(set).status()).isEqualTo(StackStatus.UPDATE_ROLLBACK_COMPLETE);
            bench.requireThings(2, 1);
            assertThat(bench.statuses()).containsOnlyKeys("Other");
        }

        @Test
        void stayWhenWhatHasFailedIsUndoneLater() {
            ChangeSet set = set(nodes(SHELF, GIZMO), true, existing());
            world.gizmos.failCreate(Progress.failed(ErrorCode.INVALID_REQUEST, "no room"));
            Stack failed = execute(set, OnFailure.DO_NOTHING);
            assertThat(failed.status()).isEqualTo(StackStatus.CREATE_FAILED);
            world.stacks.stacks().rollback(bench.request("rollback"), failed, true);
            assertThat(bench.ended().status()).isEqualTo(StackStatus.ROLLBACK_COMPLETE);
            bench.requireThings(1, 1);
        }

        @Test
        void areNotTakenFromAnotherStack() {
            ChangeSet first = set(nodes(SHELF), true, existing());
            execute(first);
            ChangeSets.Target target = new ChangeSets.Target(StackBench.PLACE, "other", "plain", true);
            ObjectNode request = Documents.empty();
            request.set("content", StackBench.json(nodes(SHELF)));
            ChangeSet second = world.stacks.changeSets().create(World.DEVELOPER, target, "take", request, existing());
            assertThat(PlanJson.read(second.plan()).nodes().getFirst().action()).isEqualTo(NodePlan.Action.ADD);
        }
    }

    @Test
    void aStackThatHasFailedTakesNothingOver() {
        makeFreeOnes();
        world.gizmos.failCreate(Progress.failed(ErrorCode.INVALID_REQUEST, "no room"));
        bench.create(nodes(GIZMO), OnFailure.DO_NOTHING);
        assertThatThrownBy(() -> set(nodes(SHELF), false, alone(Map.of("Shelf", "s1"))))
                .hasMessageContaining("is in CREATE_FAILED state and can not be imported into");
    }
}
