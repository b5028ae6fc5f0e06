package fairlead.server.resource;

import static fairlead.server.resource.World.DEVELOPER;
import static fairlead.server.resource.World.GIZMO;
import static fairlead.server.resource.World.PART;
import static fairlead.server.resource.World.SHELF;
import static fairlead.server.resource.World.SUBSCRIPTION;
import static fairlead.server.resource.World.problem;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.server.database.Database;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationState;
import fairlead.server.problem.Code;
import fairlead.server.problem.Problem;
import fairlead.server.secret.Vault;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

/// How groups are deleted, and what may be done in which state of a subscription, on every database.
abstract class GroupsContract {

    private World world;

    abstract Database open();

    @BeforeEach
    void begin() {
        world = new World(open(), "node-1", Vault.newKeyset());
        world.made(world.id(SHELF, "s1"), "{'Text': 'a'}");
        world.made(world.id(PART, "s1", "p1"), "{'Text': 'a'}");
        world.made(world.id(GIZMO, "one"), "{'Color': 'red'}");
    }

    @AfterEach
    void end() {
        world.close();
    }

    private Problem missing() {
        return problem(() -> world.scopes.group(SUBSCRIPTION, "group"));
    }

    @Nested
    class Deletion {

        @Test
        void takesEverythingInTheGroupAndThenTheGroup() {
            Operation ended = world.deleteGroup();
            assertThat(ended.state()).isInstanceOf(OperationState.Succeeded.class);
            assertThat(world.gizmos.things).isEmpty();
            assertThat(world.parts.things).isEmpty();
            assertThat(missing().code().text()).isEqualTo("ResourceGroupNotFound");
        }

        @Test
        void isTheSameOperationWhenAskedForTwice() {
            Operation first =
                    world.groups.delete(DEVELOPER, SUBSCRIPTION, "group").orElseThrow();
            Operation second =
                    world.groups.delete(DEVELOPER, SUBSCRIPTION, "GROUP").orElseThrow();
            assertThat(second.id()).isEqualTo(first.id());
        }

        @Test
        void letsNothingNewIntoTheGroup() {
            world.groups.delete(DEVELOPER, SUBSCRIPTION, "group");
            assertThat(problem(() -> world.put(world.id(GIZMO, "two"), "{'Color': 'red'}"))
                            .code()
                            .text())
                    .isEqualTo("ResourceGroupBeingDeleted");
            assertThat(problem(() -> world.scopes.putGroup(
                                    DEVELOPER, SUBSCRIPTION, "group", "local", JsonNodeFactory.instance.objectNode()))
                            .code()
                            .text())
                    .isEqualTo("ResourceGroupBeingDeleted");
            world.settle();
            assertThat(missing().code().text()).isEqualTo("ResourceGroupNotFound");
        }

        @Test
        void tellsOfEachResourceThatStays() {
            for (int i = 0; i < 2; i++) {
                world.gizmos.answerNext(Progress.failed(ErrorCode.ACCESS_DENIED, "It is locked away."));
            }
            Operation ended = world.deleteGroup();
            assertThat(ended.state()).isInstanceOfSatisfying(OperationState.Failed.class, failed -> {
                assertThat(failed.failure().code().text()).isEqualTo("ResourceGroupDeletionBlocked");
                assertThat(failed.failure().details())
                        .containsExactly(new Failure.Part(
                                Code.of(ErrorCode.ACCESS_DENIED),
                                "It is locked away.",
                                world.id(GIZMO, "one").toString()));
            });
            assertThat(world.parts.things).isEmpty();
            assertThat(world.scopes.group(SUBSCRIPTION, "group").deletion()).isEmpty();
            assertThat(world.deleteGroup().state()).isInstanceOf(OperationState.Succeeded.class);
        }

        @Test
        void triesAgainWhatMayPass() {
            for (int i = 0; i < 12; i++) {
                world.gizmos.answerNext(Progress.failed(ErrorCode.RESOURCE_CONFLICT, "Somebody works on it."));
            }
            assertThat(world.deleteGroup().state()).isInstanceOf(OperationState.Succeeded.class);
            assertThat(world.gizmos.things).isEmpty();
        }

        @Test
        void endsWhenWhatMayPassDoesNotPass() {
            for (int i = 0; i < 2000; i++) {
                world.gizmos.answerNext(Progress.failed(ErrorCode.RESOURCE_CONFLICT, "Somebody works on it."));
            }
            assertThat(world.deleteGroup().state()).isInstanceOf(OperationState.Failed.class);
        }

        @Test
        void canBeCancelled() {
            Operation begun =
                    world.groups.delete(DEVELOPER, SUBSCRIPTION, "group").orElseThrow();
            world.operations.cancel(begun.id());
            world.settle();
            assertThat(world.operations.find(begun.id()).orElseThrow().state())
                    .isInstanceOf(OperationState.Canceled.class);
            assertThat(world.scopes.group(SUBSCRIPTION, "group").deletion()).isEmpty();
        }
    }

    @Nested
    class ASubscriptionThatIsNotInOrder {

        private Problem put() {
            return problem(() -> world.put(world.id(GIZMO, "one"), "{'Color': 'blue'}"));
        }

        @Test
        void takesOnlyDeletesWhileItIsSuspended() {
            world.scopes.putSubscription(SUBSCRIPTION, "Test", "Suspended");
            assertThat(put().code().text()).isEqualTo("ReadOnlyDisabledSubscription");
            assertThat(problem(() -> world.put(world.id(GIZMO, "two"), "{'Color': 'blue'}"))
                            .status())
                    .isEqualTo(409);
            assertThat(world.resources.find(world.id(GIZMO, "one"))).isPresent();
            world.delete(world.id(GIZMO, "one"));
            world.settle();
            assertThat(world.resources.find(world.id(GIZMO, "one"))).isEmpty();
        }

        @Test
        void isOnlyReadWhileItIsUnregistered() {
            world.scopes.putSubscription(SUBSCRIPTION, "Test", "Unregistered");
            assertThat(put().code().text()).isEqualTo("ReadOnlyDisabledSubscription");
            assertThat(problem(() -> world.delete(world.id(GIZMO, "one")))
                            .code()
                            .text())
                    .isEqualTo("ReadOnlyDisabledSubscription");
            assertThat(world.resources.find(world.id(GIZMO, "one"))).isPresent();
        }

        @Test
        void isNotPatchedEvenIfThatChangesNothing() {
            world.settle();
            world.scopes.putSubscription(SUBSCRIPTION, "Test", "Warned");
            assertThat(problem(() -> world.patch(world.id(GIZMO, "one"), "{}"))
                            .code()
                            .text())
                    .isEqualTo("ReadOnlyDisabledSubscription");
        }

        @Test
        void isAsBeforeOnceItIsRegisteredAgain() {
            world.scopes.putSubscription(SUBSCRIPTION, "Test", "Warned");
            world.scopes.putSubscription(SUBSCRIPTION, "Test", "Enabled");
            world.put(world.id(GIZMO, "one"), "{'Color': 'blue'}");
            world.settle();
            assertThat(world.properties(world.id(GIZMO, "one")).path("Color").stringValue())
                    .isEqualTo("blue");
        }

        @Test
        void isEmptiedWhenItIsDeleted() {
            world.scopes.putSubscription(SUBSCRIPTION, "Test", "Deleted");
            world.groups.deleteAll(DEVELOPER, SUBSCRIPTION);
            world.settle();
            assertThat(world.gizmos.things).isEmpty();
            assertThat(world.scopes.groups(SUBSCRIPTION, "", 10)).isEmpty();
            assertThat(world.operations.list(SUBSCRIPTION, Optional.empty(), 100))
                    .allMatch(operation -> operation.state().terminal());
        }
    }
}
