package fairlead.server.stack.deploymentstack;

import static fairlead.server.stack.deploymentstack.DeploymentStackBench.DELETE;
import static fairlead.server.stack.deploymentstack.DeploymentStackBench.GROUP;
import static fairlead.server.stack.deploymentstack.DeploymentStackBench.NONE;
import static fairlead.server.stack.deploymentstack.DeploymentStackBench.ONE;
import static fairlead.server.stack.deploymentstack.DeploymentStackBench.SUBSCRIPTION;
import static fairlead.server.stack.deploymentstack.DeploymentStackBench.TWO;
import static fairlead.server.stack.deploymentstack.DeploymentStackBench.terms;
import static fairlead.server.stack.deploymentstack.DeploymentStackBench.told;
import static fairlead.server.stack.deploymentstack.OnUnmanage.DETACH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.server.database.Database;
import fairlead.server.resource.World;
import fairlead.server.secret.Vault;
import fairlead.server.stack.OwnedByStack;
import fairlead.server.stack.deployment.DeploymentScope;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/// What deployment stacks do, whatever the database.
abstract class DeploymentStacksContract {

    private World world;
    private DeploymentStackBench bench;

    abstract Database open();

    @BeforeEach
    void begin() {
        world = new World(open(), "node-1", Vault.newKeyset());
        bench = new DeploymentStackBench(world);
    }

    @AfterEach
    void end() {
        world.close();
    }

    private void requireSucceeded(DeploymentStack stack) {
        assertThat(stack.state()).as(DeploymentStackBench.error(stack)).isEqualTo(StackState.SUCCEEDED);
    }

    /// So that what is deleted after something else begins at a later time.
    private void takeTime() {
        world.gizmos.steps = 2;
        world.parts.steps = 2;
    }

    @Nested
    class WhatItsTemplateHas {

        @Test
        void isDeployedAndBelongsToTheStack() {
            DeploymentStack stack = bench.put(TWO, DELETE);
            requireSucceeded(stack);
            assertThat(bench.managed(stack)).containsExactly("g1 MANAGED", "s1 MANAGED");
            assertThat(world.parts.thing("/s1").path("Text").asString()).isEqualTo("by gizmo-1");
            assertThat(stack.result().path("deployment").asString()).contains("/deployments/shop-");
        }

        @Test
        void staysAsItIsWhenTheSameIsAskedForAgain() {
            bench.put(TWO, DELETE);
            world.gizmos.calls.clear();
            DeploymentStack again = bench.put(TWO, DELETE);
            requireSucceeded(again);
            assertThat(bench.managed(again)).containsExactly("g1 MANAGED", "s1 MANAGED");
            assertThat(world.gizmos.calls).doesNotContain("create", "update", "delete");
        }

        @Test
        void belongsToTheStackInNestedDeploymentsToo() {
            DeploymentStack stack = bench.put(nested(TWO), DELETE);
            requireSucceeded(stack);
            assertThat(bench.managed(stack)).containsExactly("g1 MANAGED", "s1 MANAGED");
        }

        @Test
        void belongsToOneStackAtMost() {
            bench.put(ONE, DELETE);
            DeploymentStack other = bench.put("other", TWO, terms(DELETE));
            assertThat(other.state()).isEqualTo(StackState.FAILED);
            assertThat(DeploymentStackBench.error(other))
                    .contains("ResourceManagedByAnotherStack", "/deploymentStacks/shop");
            assertThat(bench.managed(other)).isEmpty();
            assertThat(bench.managed(bench.stack())).containsExactly("g1 MANAGED");
        }

        @Test
        void canBelongToAnotherStackOnceItWasDetached() {
            bench.put(ONE, DELETE);
            bench.put(NONE, DETACH);
            DeploymentStack other = bench.put("other", ONE, terms(DELETE));
            requireSucceeded(other);
            assertThat(bench.managed(other)).containsExactly("g1 MANAGED");
        }

        @Test
        void cantBelongToAStackOfAnotherKindAlready() {
            OwnedByStack.makes(world, "s1");
            DeploymentStack stack = bench.put(TWO, DELETE);
            assertThat(stack.state()).isEqualTo(StackState.FAILED);
            assertThat(DeploymentStackBench.error(stack)).contains("ResourceManagedByAnotherStack", "theirs");
            assertThat(bench.managed(stack)).containsExactly("g1 MANAGED");
        }

        @Test
        void isNotMadeByAStackOfAnotherKindThoughItIsGone() {
            bench.put(TWO, DELETE);
            OwnedByStack.loses(world, "s1");
            assertThat(OwnedByStack.makes(world, "s1")).contains("is managed by the deployment stack", "/shop'");
        }
    }

    private static String nested(String template) {
        return DeploymentStackBench.template("""
            {'type': 'Microsoft.Resources/deployments', 'apiVersion': '2021-04-01', 'name': 'inner',
             'properties': {'mode': 'Incremental', 'expressionEvaluationOptions': {'scope': 'inner'},
               'template': %s}}\
            """.formatted(template));
    }

    @Nested
    class WhatItsTemplateHasNoLonger {

        @Test
        void isDeleted() {
            bench.put(TWO, DELETE);
            DeploymentStack changed = bench.put(ONE, DELETE);
            requireSucceeded(changed);
            assertThat(world.parts.things).isEmpty();
            assertThat(bench.managed(changed)).containsExactly("g1 MANAGED");
            assertThat(told(changed, "deleted")).containsExactly("s1");
        }

        @Test
        void isDetached() {
            bench.put(TWO, DETACH);
            DeploymentStack changed = bench.put(ONE, DETACH);
            requireSucceeded(changed);
            assertThat(world.parts.things).hasSize(1);
            assertThat(bench.managed(changed)).containsExactly("g1 MANAGED");
            assertThat(told(changed, "detached")).containsExactly("s1");
        }

        @Test
        void isDeletedBeforeWhatItNeeds() {
            bench.put(TWO, DELETE);
            takeTime();
            DeploymentStack changed = bench.put(NONE, DELETE);
            requireSucceeded(changed);
            assertThat(bench.deletions()).containsExactly("s1", "g1");
        }

        @Test
        void isDeletedThoughSomebodyElseWasFaster() {
            bench.put(TWO, DELETE);
            OwnedByStack.loses(world, "s1");
            DeploymentStack changed = bench.put(ONE, DELETE);
            requireSucceeded(changed);
            assertThat(bench.managed(changed)).containsExactly("g1 MANAGED");
        }

        @Test
        void staysWithTheStackIfItCantBeDeletedAndIsTriedAgain() {
            bench.put(TWO, DELETE);
            world.parts.refusesDeletes = true;
            DeploymentStack failed = bench.put(NONE, DELETE);
            assertThat(failed.state()).isEqualTo(StackState.FAILED);
            assertThat(failed.result().at("/error/code").asString()).isEqualTo("DeploymentStackDeleteResourcesFailed");
            assertThat(told(failed, "failed")).containsExactly("s1");
            assertThat(bench.managed(failed)).containsExactly("s1 DELETE_FAILED");
            assertThat(world.gizmos.things).isEmpty();

            world.parts.refusesDeletes = false;
            DeploymentStack again = bench.put(NONE, DELETE);
            requireSucceeded(again);
            assertThat(bench.managed(again)).isEmpty();
            assertThat(told(again, "failed")).isEmpty();
        }
    }

    @Nested
    class ADeploymentThatFails {

        @Test
        void deletesNothingAndWhatItHasMadeBelongsToTheStack() {
            bench.put(ONE, DELETE);
            world.parts.failCreate(Progress.failed(ErrorCode.ACCESS_DENIED, "sealed"));
            String others = TWO.replace("g1", "g2");
            DeploymentStack failed = bench.put(others, DELETE);
            assertThat(failed.state()).isEqualTo(StackState.FAILED);
            assertThat(failed.result().at("/error/code").asString()).isEqualTo("DeploymentStackDeploymentFailed");
            assertThat(DeploymentStackBench.error(failed)).contains("sealed");
            assertThat(told(failed, "failed")).containsExactly("s1");
            assertThat(bench.managed(failed)).containsExactly("g1 MANAGED", "g2 MANAGED");
            assertThat(world.gizmos.things).hasSize(2);

            DeploymentStack again = bench.put(others, DELETE);
            requireSucceeded(again);
            assertThat(bench.managed(again)).containsExactly("g2 MANAGED", "s1 MANAGED");
            assertThat(world.gizmos.things).hasSize(1);
        }

        @Test
        void doesNotOwnWhatItWasNotLetChange() {
            OwnedByStack.puts(world, "group", "s1");
            DeploymentStack failed = bench.put(TWO.replace("'[concat(~by ~, reference(~g1~).Id)]'", "17"), DELETE);
            assertThat(failed.state()).isEqualTo(StackState.FAILED);
            assertThat(told(failed, "failed")).containsExactly("s1");
            assertThat(bench.managed(failed)).containsExactly("g1 MANAGED");
        }

        @Test
        void keepsTheOutputsOfTheLastThatHasSucceeded() {
            String said = ", 'outputs': {'said': {'type': 'string', 'value': 'hello'}}}";
            bench.put(ONE.substring(0, ONE.length() - 1) + said, DELETE);
            world.gizmos.failUpdate(0, Progress.failed(ErrorCode.ACCESS_DENIED, "sealed"));
            DeploymentStack failed = bench.put(ONE.replace("red", "blue"), DELETE);
            assertThat(failed.state()).isEqualTo(StackState.FAILED);
            assertThat(failed.result().at("/outputs/said/value").asString()).isEqualTo("hello");
        }
    }

    @Nested
    class AStackThatIsDeleted {

        @Test
        void takesWhatItManagesAlong() {
            DeploymentStack stack = bench.put(TWO, DETACH);
            takeTime();
            assertThat(bench.delete(stack, DELETE)).isEmpty();
            assertThat(world.gizmos.things).isEmpty();
            assertThat(world.parts.things).isEmpty();
            assertThat(bench.deletions()).containsExactly("s1", "g1");
        }

        @Test
        void leavesWhatItManagesIfThatIsAskedFor() {
            DeploymentStack stack = bench.put(TWO, DELETE);
            assertThat(bench.delete(stack, DETACH)).isEmpty();
            assertThat(world.gizmos.things).hasSize(1);
            requireSucceeded(bench.put("other", TWO, terms(DELETE)));
        }

        @Test
        void staysUntilAllIsGone() {
            DeploymentStack stack = bench.put(TWO, DELETE);
            world.parts.refusesDeletes = true;
            DeploymentStack left = bench.delete(stack, DELETE).orElseThrow();
            assertThat(left.state()).isEqualTo(StackState.FAILED);
            assertThat(bench.managed(left)).containsExactly("s1 DELETE_FAILED");
            assertThat(left.terms().onUnmanage()).isEqualTo(DELETE);
            world.parts.refusesDeletes = false;
            assertThat(bench.delete(left, DELETE)).isEmpty();
            assertThat(world.parts.things).isEmpty();
        }
    }

    @Nested
    class TheGroupAroundIt {

        @Test
        void takesTheStackAlong() {
            DenySettings deny = new DenySettings(DenySettings.Mode.DENY_DELETE, Set.of(), List.of(), false);
            DeploymentStack stack = bench.put("shop", TWO, new StackTerms(GROUP, DELETE, deny));
            assertThat(bench.denials()).hasSize(2);
            world.deleteGroup();
            assertThat(bench.stacks().find(GROUP, "shop")).isEmpty();
            assertThat(bench.stacks().resources(stack)).isEmpty();
            assertThat(bench.denials()).isEmpty();
        }
    }

    @Nested
    class AGroupThatItManages {

        private final DeploymentScope other = new DeploymentScope(World.SUBSCRIPTION, Optional.of("other"));

        private DeploymentStack put(OnUnmanage how) {
            String all = DeploymentStackBench.template("""
                {'type': 'Microsoft.Resources/resourceGroups', 'apiVersion': '2021-04-01', 'name': 'other',
                 'location': 'local'},
                {'type': 'Microsoft.Resources/deployments', 'apiVersion': '2021-04-01', 'name': 'inner',
                 'resourceGroup': 'other', 'dependsOn': ['other'],
                 'properties': {'mode': 'Incremental', 'expressionEvaluationOptions': {'scope': 'inner'},
                   'template': %s}}\
                """.formatted(TWO))
                    .replaceFirst("2019-04-01/deploymentTemplate", "2018-05-01/subscriptionDeploymentTemplate");
            return bench.put("all", all, new StackTerms(SUBSCRIPTION, how, DenySettings.NONE));
        }

        @Test
        void isDeletedWhenNothingIsInItAnyMore() {
            DeploymentStack stack = put(DELETE);
            requireSucceeded(stack);
            takeTime();
            assertThat(bench.managed(stack)).containsExactly("other MANAGED", "g1 MANAGED", "s1 MANAGED");
            assertThat(bench.delete(stack, DELETE)).isEmpty();
            assertThat(bench.deletions()).containsExactly("s1", "g1", "other");
            assertThat(world.gizmos.things).isEmpty();
        }

        @Test
        void staysIfOnlyResourcesAreDeleted() {
            DeploymentStack stack = put(DELETE);
            takeTime();
            assertThat(bench.delete(stack, new OnUnmanage(true, false))).isEmpty();
            assertThat(bench.deletions()).containsExactly("s1", "g1");
        }

        @Test
        void staysIfSomethingIsInItThatTheStackDoesNotManage() {
            DeploymentStack stack = put(DELETE);
            OwnedByStack.puts(world, "other", "s2");
            DeploymentStack left = bench.delete(stack, DELETE).orElseThrow();
            assertThat(left.state()).isEqualTo(StackState.FAILED);
            assertThat(DeploymentStackBench.error(left)).contains("ResourceGroupNotEmpty", other.id());
            assertThat(bench.managed(left)).containsExactly("other DELETE_FAILED");
        }
    }

    @Nested
    class WhileItIsAtWork {

        @Test
        void nothingElseIsBegun() {
            world.gizmos.steps = 3;
            DeploymentStack stack =
                    bench.begin(GROUP, "shop", ONE, terms(DELETE), false).stack();
            assertThatThrownBy(() -> bench.begin(GROUP, "Shop", ONE, terms(DELETE), false))
                    .hasMessageContaining("is at work");
            assertThatThrownBy(() -> bench.stacks().delete(World.DEVELOPER, stack, DELETE, false))
                    .hasMessageContaining("is at work");
            world.settle();
            requireSucceeded(bench.stack());
        }

        @Test
        void itCanBeStoppedAndIsOutOfSyncThen() {
            world.gizmos.steps = 3;
            DeploymentStack begun =
                    bench.begin(GROUP, "shop", TWO, terms(DELETE), false).stack();
            world.operations.runDue();
            boolean _ = world.operations.cancel(begun.condition().operation());
            world.settle();
            assertThat(bench.stack().state()).isEqualTo(StackState.CANCELED);
            assertThat(world.parts.calls).doesNotContain("create");
            assertThatThrownBy(() -> bench.begin(GROUP, "shop", TWO, terms(DELETE), false))
                    .hasMessageContaining("bypassStackOutOfSyncError");
            bench.begin(GROUP, "shop", TWO, terms(DELETE), true);
            world.settle();
            requireSucceeded(bench.stack());
            assertThat(world.gizmos.things).hasSize(1);
        }
    }

    @Nested
    class DenySettingsOfAStack {

        private final DenySettings denying =
                new DenySettings(DenySettings.Mode.DENY_DELETE, Set.of(), List.of("Test.Shop/gizmos/delete"), false);

        private DeploymentStack put(String template, DenySettings deny) {
            return bench.put("shop", template, new StackTerms(GROUP, DETACH, deny));
        }

        @Test
        void denySomethingOfEachResource() {
            DeploymentStack stack = put(TWO, denying);
            requireSucceeded(stack);
            assertThat(bench.denials()).containsExactly("g1", "s1");
            assertThat(bench.stacks().resources(stack))
                    .allMatch(resource -> resource.condition().denied().equals("denyDelete"));
        }

        @Test
        void denyNothingOfWhatIsDetached() {
            put(TWO, denying);
            put(ONE, denying);
            assertThat(bench.denials()).containsExactly("g1");
            put(ONE, DenySettings.NONE);
            assertThat(bench.denials()).isEmpty();
        }

        @Test
        void endWithTheStack() {
            DeploymentStack stack = put(TWO, denying);
            assertThat(bench.delete(stack, DETACH)).isEmpty();
            assertThat(bench.denials()).isEmpty();
        }

        @Test
        void stayWithWhatCouldNotBeDeleted() {
            DeploymentStack stack = put(TWO, denying);
            world.parts.refusesDeletes = true;
            assertThat(bench.delete(stack, DELETE)).isPresent();
            assertThat(bench.denials()).containsExactly("s1");
        }
    }
}
