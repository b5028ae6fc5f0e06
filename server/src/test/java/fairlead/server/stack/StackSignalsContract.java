package fairlead.server.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.server.database.Database;
import fairlead.server.resource.World;
import fairlead.server.secret.Vault;
import fairlead.server.stack.StackSignals.Told;
import fairlead.server.stack.record.SignalStore.Address;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackStatus;
import fairlead.server.stack.step.StackOrder;
import fairlead.server.stack.step.StackOrder.OnFailure;
import fairlead.server.stack.step.StackOrder.Purpose;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/// How the nodes of stacks wait for signals.
abstract class StackSignalsContract {

    private static final String WAIT = """
        {'nodes': {
          'Handle': {'type': 'address', 'properties': {}},
          'Wait': {'type': 'wait', 'properties': {'Handle': {'ref': 'Handle'}}, 'signals': {'count': 2, 'seconds': 600}},
          'Shelf': {'type': 'Test::Shop::Shelf', 'properties': {'Name': 's1', 'Text': {'get': 'Wait.Data'}}}}}\
        """;
    private static final String SIGNALLED = """
        {'nodes': {'Gizmo': {'type': 'Test::Shop::Gizmo', 'properties': {'Color': 'red'},
          'signals': {'count': 1, 'seconds': 600}}}}\
        """;

    private static final String KEYSET = Vault.newKeyset();

    private World world;
    private StackBench bench;

    abstract Database open();

    @BeforeEach
    void begin() {
        world = new World(open(), "node-1", KEYSET);
        bench = new StackBench(world);
    }

    @AfterEach
    void close() {
        world.close();
    }

    private Stack beginCreation(String template) {
        Stack stack = bench.beginCreation(StackBench.NAME, template, OnFailure.ROLLBACK);
        runDue();
        return stack;
    }

    /// Carries on what can be done now.
    private void runDue() {
        for (int i = 0; i < 5; i++) {
            world.operations.runDue();
            world.clock.advance(Duration.ofSeconds(1));
        }
    }

    private static Told success(String id) {
        return new Told(id, true, "well", "data of " + id);
    }

    private boolean send(World to, Told told) {
        String physical = bench.physical("Handle");
        String secret = physical.substring(physical.indexOf('=') + 1);
        return to.stacks.signals().receive(World.DEVELOPER, address(), secret, told);
    }

    private Address address() {
        return new Address(bench.stack().id(), "Handle", 0);
    }

    private void send(Told told) {
        assertThat(send(world, told)).isTrue();
        runDue();
    }

    private void signal(Told told) {
        world.stacks.signals().signal(World.DEVELOPER, bench.stack(), "Gizmo", told);
        runDue();
    }

    @Nested
    class AWaitCondition {

        @Test
        void isThereOnceAllSignalsHaveCome() {
            Stack stack = beginCreation(WAIT);
            send(success("one"));
            assertThat(bench.statuses()).containsEntry("Wait", "CREATE_IN_PROGRESS");
            send(success("two"));
            assertThat(bench.stack().status()).isEqualTo(StackStatus.CREATE_COMPLETE);
            assertThat(world.parts.thing("/s1").path("Text").asString())
                    .isEqualTo("{\"one\":\"data of one\",\"two\":\"data of two\"}");
            assertThat(bench.reasons(stack))
                    .containsSubsequence(
                            "Received SUCCESS signal with UniqueId one", "Received SUCCESS signal with UniqueId two");
        }

        @Test
        void isCalledByTheStackAndItsHandle() {
            Stack stack = beginCreation(WAIT);
            assertThat(bench.physical("Wait"))
                    .endsWith("/" + stack.id() + "/Handle")
                    .isNotEqualTo(bench.physical("Handle"));
        }

        @Test
        void countsASenderOnce() {
            beginCreation(WAIT);
            send(success("one"));
            send(success("one"));
            assertThat(bench.statuses()).containsEntry("Wait", "CREATE_IN_PROGRESS");
        }

        @Test
        void failsWithTheFirstFailure() {
            Stack stack = beginCreation(WAIT);
            send(new Told("one", false, "no disk", ""));
            assertThat(bench.ended().status()).isEqualTo(StackStatus.ROLLBACK_COMPLETE);
            assertThat(bench.reasons(stack))
                    .contains("WaitCondition received failed message: 'no disk' for uniqueId: one");
            bench.requireThings(0, 0);
        }

        @Test
        void failsOnceItsTimeIsOver() {
            Stack stack = beginCreation(WAIT);
            send(success("one"));
            world.clock.advance(Duration.ofMinutes(10));
            assertThat(bench.ended().status()).isEqualTo(StackStatus.ROLLBACK_COMPLETE);
            assertThat(bench.reasons(stack))
                    .contains("WaitCondition timed out. Received 1 conditions when expecting 2");
        }

        @Test
        void waitsAsLongThoughItHasLookedBetween() {
            beginCreation(WAIT);
            world.clock.advance(Duration.ofMinutes(1));
            send(success("one"));
            world.clock.advance(Duration.ofMinutes(8));
            runDue();
            assertThat(bench.statuses()).containsEntry("Wait", "CREATE_IN_PROGRESS");
            send(success("two"));
            assertThat(bench.stack().status()).isEqualTo(StackStatus.CREATE_COMPLETE);
        }

        @Test
        void isNotLateWhenTheClockIsSetForward() {
            beginCreation(WAIT);
            world.time.step(Duration.ofHours(3));
            runDue();
            assertThat(bench.statuses()).containsEntry("Wait", "CREATE_IN_PROGRESS");
        }

        @Test
        void isCarriedOnByAnotherProcessWithTheTimeThatIsLeft() {
            beginCreation(WAIT);
            world.clock.advance(Duration.ofMinutes(1));
            assertThat(send(world, success("one"))).isTrue();
            world.operations.end(Duration.ZERO);
            World heir = new World(world.database, "node-2", KEYSET, world.gizmos, world.parts, world.labels);
            heir.clock.set(world.clock.instant());
            heir.operations.runDue();
            assertThat(bench.statuses()).containsEntry("Wait", "CREATE_IN_PROGRESS");
            assertThat(send(heir, success("two"))).isTrue();
            heir.settle();
            assertThat(bench.stack().status()).isEqualTo(StackStatus.CREATE_COMPLETE);
        }

        @Test
        void noticesASignalThatComesBetweenItsLookAndItsPause() {
            bench.create("{'nodes': {'Shelf': {'type': 'Test::Shop::Shelf', 'keep': 'RETAIN', 'properties': {'Name':"
                    + " 's1', 'Text': 'a'}}}}");
            bench.delete();
            world.gizmos.steps = 2;
            Instant begun = world.clock.instant();
            sendAtAReadOnceTheHandleIsThere();
            StackOrder order =
                    StackOrder.of(Purpose.CREATE, OnFailure.ROLLBACK, "").importing(Map.of("Shelf", "s1"));
            bench.beginCreation("""
                {'nodes': {
                  'Handle': {'type': 'address', 'properties': {}},
                  'First': {'type': 'Test::Shop::Gizmo', 'properties': {'Color': 'red'}},
                  'Wait': {'type': 'wait', 'after': ['First'], 'properties': {'Handle': {'ref': 'Handle'}},
                    'signals': {'count': 1, 'seconds': 36000}},
                  'Shelf': {'type': 'Test::Shop::Shelf', 'after': ['First'], 'properties': {'Name': 's1', 'Text': 'a'}}}}\
                """, order);
            assertThat(bench.ended().status()).isEqualTo(StackStatus.CREATE_COMPLETE);
            assertThat(Duration.between(begun, world.clock.instant())).isLessThan(Duration.ofMinutes(5));
        }

        /// The stack reads what it imports in the step in which it begins to wait.
        private void sendAtAReadOnceTheHandleIsThere() {
            world.parts.script.add(() -> {
                boolean there = world.stacks.stacks().find(StackBench.PLACE, StackBench.NAME).stream()
                        .flatMap(stack -> world.stacks.stacks().nodes(stack.id()).stream())
                        .anyMatch(node -> node.key().equals("Handle"));
                if (there) {
                    assertThat(send(world, success("one"))).isTrue();
                } else {
                    sendAtAReadOnceTheHandleIsThere();
                }
                return Optional.empty();
            });
        }

        @Test
        void takesNoSignalWithoutTheSecretOfItsHandle() {
            beginCreation(WAIT);
            assertThat(world.stacks.signals().receive(World.DEVELOPER, address(), "guess", success("one")))
                    .isFalse();
            assertThat(world.stacks
                            .signals()
                            .receive(World.DEVELOPER, new Address(bench.stack().id(), "Wait", 0), "", success("one")))
                    .isFalse();
        }

        @Test
        void cantBeChanged() {
            beginCreation(WAIT);
            send(success("one"));
            send(success("two"));
            Stack stack = bench.update(WAIT.replace("{'ref': 'Handle'}", "{'ref': 'Handle'}, 'More': 'x'"));
            assertThat(stack.status()).isEqualTo(StackStatus.UPDATE_ROLLBACK_COMPLETE);
            assertThat(bench.reasons(stack))
                    .contains("Update to resource type AWS::CloudFormation::WaitCondition is not supported.");
        }

        @Test
        void waitsForSignalsOfAHandleOfItsStackAlone() {
            Stack stack = beginCreation(WAIT.replace("{'ref': 'Handle'}", "'http://elsewhere/?signature=a'"));
            bench.ended();
            assertThat(bench.reasons(stack))
                    .contains("The Handle is not the address of an AWS::CloudFormation::WaitConditionHandle of this"
                            + " stack.");
        }

        @Test
        void isTriedAgainWithoutWhatHadFailedIt() {
            Stack stack = bench.beginCreation(StackBench.NAME, WAIT, OnFailure.DO_NOTHING);
            runDue();
            send(new Told("one", false, "no disk", ""));
            assertThat(bench.ended().status()).isEqualTo(StackStatus.CREATE_FAILED);
            bench.beginUpdate(WAIT, OnFailure.ROLLBACK);
            runDue();
            send(success("one"));
            send(success("two"));
            assertThat(bench.ended().status()).isEqualTo(StackStatus.UPDATE_COMPLETE);
            assertThat(bench.events(stack)).contains("Wait CREATE_FAILED", "Wait CREATE_COMPLETE");
        }
    }

    @Nested
    class AResourceWithACreationPolicy {

        @Test
        void isThereOnceItIsSignalled() {
            Stack stack = beginCreation(SIGNALLED);
            assertThat(bench.statuses()).containsEntry("Gizmo", "CREATE_IN_PROGRESS");
            signal(success("i-1"));
            assertThat(bench.stack().status()).isEqualTo(StackStatus.CREATE_COMPLETE);
            assertThat(bench.events(stack))
                    .containsExactly(
                            "CREATE_IN_PROGRESS",
                            "Gizmo CREATE_IN_PROGRESS",
                            "Gizmo CREATE_IN_PROGRESS",
                            "Gizmo CREATE_IN_PROGRESS",
                            "Gizmo CREATE_COMPLETE",
                            "CREATE_COMPLETE");
        }

        @Test
        void goesWhenItIsNotSignalledInTime() {
            Stack stack = beginCreation(SIGNALLED);
            world.clock.advance(Duration.ofMinutes(10));
            assertThat(bench.ended().status()).isEqualTo(StackStatus.ROLLBACK_COMPLETE);
            assertThat(bench.reasons(stack))
                    .contains("Failed to receive 1 resource signal(s) within the specified duration");
            bench.requireThings(0, 0);
        }

        @Test
        void goesWhenItSaysThatItHasFailed() {
            Stack stack = beginCreation(SIGNALLED);
            signal(new Told("i-1", false, "", ""));
            assertThat(bench.ended().status()).isEqualTo(StackStatus.ROLLBACK_COMPLETE);
            assertThat(bench.reasons(stack))
                    .contains("Received 1 FAILURE signal(s) out of 1.  Unable to satisfy 100%"
                            + " MinSuccessfulInstancesPercent requirement");
            bench.requireThings(0, 0);
        }

        @Test
        void takesNoSignalOnceItIsThere() {
            beginCreation(SIGNALLED);
            signal(success("i-1"));
            assertThatThrownBy(() -> signal(success("i-2")))
                    .hasMessageContaining("Resource Gizmo is in CREATE_COMPLETE state and cannot be signaled");
        }

        @Test
        void waitsAgainWhenItIsReplacedForSignalsOfTheNewOne() {
            beginCreation(SIGNALLED);
            signal(success("i-1"));
            bench.beginUpdate(SIGNALLED.replace("'red'", "'red', 'Material': 'steel'"), OnFailure.ROLLBACK);
            runDue();
            assertThat(bench.statuses()).containsEntry("Gizmo", "UPDATE_IN_PROGRESS");
            signal(success("i-1"));
            assertThat(bench.ended().status()).isEqualTo(StackStatus.UPDATE_COMPLETE);
            assertThat(world.gizmos.things).containsOnlyKeys("gizmo-2");
        }

        @Test
        void doesNotKeepTheStackLongerThanThatMayTake() {
            StackOrder order =
                    StackOrder.of(Purpose.CREATE, OnFailure.ROLLBACK, "").limited(Optional.of(Duration.ofMinutes(2)));
            bench.beginCreation(SIGNALLED, order);
            runDue();
            world.clock.advance(Duration.ofMinutes(2));
            Stack stack = bench.ended();
            assertThat(stack.status()).isEqualTo(StackStatus.ROLLBACK_COMPLETE);
            assertThat(bench.reasons(stack))
                    .contains("Stack creation time exceeded the specified timeout. Rollback requested by user.");
        }

        @Test
        void waitsNoMoreWhenTheUpdateIsCancelled() {
            bench.create("{'nodes': {'Other': {'type': 'Test::Shop::Gizmo', 'properties': {'Color': 'green'}}}}");
            Stack stack = bench.beginUpdate(
                    SIGNALLED.replace(
                            "{'nodes': {",
                            "{'nodes': {'Other': {'type': 'Test::Shop::Gizmo', 'properties': {'Color': 'green'}}, "),
                    OnFailure.ROLLBACK);
            runDue();
            world.stacks.stacks().cancelUpdate(bench.request("cancel"), stack);
            assertThat(bench.ended().status()).isEqualTo(StackStatus.UPDATE_ROLLBACK_COMPLETE);
            bench.requireThings(1, 0);
        }
    }
}
