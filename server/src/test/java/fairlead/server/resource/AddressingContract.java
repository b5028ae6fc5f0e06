package fairlead.server.resource;

import static fairlead.server.resource.World.GIZMO;
import static fairlead.server.resource.World.PART;
import static fairlead.server.resource.World.SHELF;
import static fairlead.server.resource.World.json;
import static fairlead.server.resource.World.problem;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.server.database.Database;
import fairlead.server.operation.OperationState;
import fairlead.server.problem.Problem;
import fairlead.server.resource.record.Listing;
import fairlead.server.resource.record.Preconditions;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.ReadableResources;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.secret.Vault;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// What addresses and entity tags mean, on every database.
abstract class AddressingContract {

    private static final String KEYSET = Vault.newKeyset();

    private World world;
    private ResourceId gizmo;

    abstract Database open();

    @BeforeEach
    void begin() {
        world = new World(open(), "node-1", KEYSET);
        gizmo = world.id(GIZMO, "one");
    }

    @AfterEach
    void end() {
        world.close();
    }

    private ProvisioningState state() {
        return world.resources.get(gizmo).state();
    }

    @Nested
    class Preconditioned {

        private Problem put(Optional<String> ifMatch, Optional<String> ifNoneMatch) {
            return problem(() -> world.put(gizmo, "{'Color': 'blue'}", Preconditions.of(ifMatch, ifNoneMatch)));
        }

        @Test
        void putsNeedWhatTheyMatch() {
            assertThat(put(Optional.of("*"), Optional.empty()).status()).isEqualTo(412);
            assertThat(put(Optional.of("\"x\""), Optional.empty()).status()).isEqualTo(412);
            Resource made = world.made(gizmo, "{'Color': 'red'}");
            assertThat(put(Optional.of("\"x\""), Optional.empty()).status()).isEqualTo(412);
            assertThat(put(Optional.of("W/" + made.etag()), Optional.empty()).status())
                    .isEqualTo(412);
            assertThat(put(Optional.empty(), Optional.of("*")).status()).isEqualTo(412);
            assertThat(put(Optional.empty(), Optional.of(made.etag())).status()).isEqualTo(412);
            world.put(
                    gizmo,
                    "{'Color': 'blue'}",
                    Preconditions.of(Optional.of("\"x\", " + made.etag()), Optional.empty()));
            world.settle(gizmo);
            assertThat(world.properties(gizmo).path("Color").stringValue()).isEqualTo("blue");
        }

        @Test
        void anEmptyHeaderCountsAsNone() {
            world.put(gizmo, "{'Color': 'red'}", Preconditions.of(Optional.of(""), Optional.of("")));
            world.settle(gizmo);
            assertThat(state()).isEqualTo(ProvisioningState.SUCCEEDED);
        }

        @Test
        void theTagOfADeletedResourceNeverMatchesItsSuccessor() {
            String old = world.made(gizmo, "{'Color': 'red'}").etag();
            world.delete(gizmo);
            world.settle(gizmo);
            world.made(gizmo, "{'Color': 'red'}");
            assertThat(put(Optional.of(old), Optional.empty()).status()).isEqualTo(412);
        }

        @Test
        void aMismatchIsSaidBeforeTheBusyState() {
            world.working = false;
            world.put(gizmo, "{'Color': 'red'}");
            assertThat(put(Optional.of("\"x\""), Optional.empty()).status()).isEqualTo(412);
        }
    }

    @Nested
    class NestedResources {

        private final String text = "{'Text': 'a'}";

        @Test
        void takeTheirIdentifierFromTheAddress() {
            world.made(world.id(SHELF, "s1"), text);
            Resource part = world.made(world.id(PART, "s1", "p1"), text);
            assertThat(part.identifier()).contains("s1|p1");
            assertThat(world.properties(part.id())).isEqualTo(json("{'ShelfName': 's1', 'Name': 'p1', 'Text': 'a'}"));
        }

        @Test
        void needTheirParent() {
            Problem problem = problem(() -> world.put(world.id(PART, "s1", "p1"), text));
            assertThat(problem.code().text()).isEqualTo("ParentResourceNotFound");
            assertThat(world.resources.find(world.id(PART, "s1", "p1"))).isEmpty();
        }

        @Test
        void keepTheirParentFromBeingDeleted() {
            world.made(world.id(SHELF, "s1"), text);
            world.made(world.id(PART, "s1", "p1"), text);
            Problem problem = problem(() -> world.delete(world.id(SHELF, "s1")));
            assertThat(problem.code().text()).isEqualTo("NestedResourcesExist");
            assertThat(world.resources.get(world.id(SHELF, "s1")).state()).isEqualTo(ProvisioningState.SUCCEEDED);
        }

        @Test
        void areTheSameInAnyCase() {
            world.made(world.id(SHELF, "Shelf"), text);
            ResourceId shouting = world.id(SHELF, "SHELF");
            world.made(shouting, "{'Text': 'b'}");
            assertThat(world.parts.things).containsOnlyKeys("/Shelf");
            assertThat(world.resources.get(shouting).id().name()).isEqualTo("SHELF");
        }

        @Test
        void canNotBeManagedTwice() {
            world.made(world.id(SHELF, "s1"), text);
            world.scopes.putGroup(World.DEVELOPER, World.SUBSCRIPTION, "second", "local", json("{}"));
            ResourceId again = new ResourceId(
                    World.SUBSCRIPTION, "second", world.type(SHELF).armType(), List.of("s1"));
            Problem problem = problem(() -> world.put(again, text));
            assertThat(problem.code().text()).isEqualTo("ResourceAlreadyExists");
            assertThat(problem.message()).contains("/resourceGroups/group/");
        }
    }

    @Nested
    class TheResourceOfAnotherOwner {

        private final ObjectNode foreign = json("{'Name': 's1', 'Text': 'theirs'}");
        private ResourceId shelf;

        @BeforeEach
        void isThereBefore() {
            shelf = world.id(SHELF, "s1");
            world.parts.things.put("/s1", foreign);
            world.made(shelf, "{'Text': 'ours'}");
        }

        @Test
        void makesACreateFail() {
            assertThat(world.resources.get(shelf).state()).isEqualTo(ProvisioningState.FAILED);
            assertThat(world.resources.get(shelf).identifier()).isEmpty();
            assertThat(world.operation(shelf).state())
                    .isInstanceOfSatisfying(
                            OperationState.Failed.class,
                            failed -> assertThat(failed.failure().code().text()).isEqualTo("AlreadyExists"));
        }

        @Test
        void outlivesTheDeleteOfTheRecordThatFailed() {
            world.delete(shelf);
            world.settle();
            assertThat(world.resources.find(shelf)).isEmpty();
            assertThat(world.parts.things).containsEntry("/s1", foreign);
            assertThat(world.parts.calls).doesNotContain("delete");
        }

        @Test
        void isNotChangedByAnotherPut() {
            world.made(shelf, "{'Text': 'ours still'}");
            assertThat(world.resources.get(shelf).state()).isEqualTo(ProvisioningState.FAILED);
            assertThat(world.parts.things).containsEntry("/s1", foreign);
            assertThat(world.parts.calls).doesNotContain("update");
        }

        @Test
        void outlivesTheDeleteAfterAnyNumberOfPuts() {
            world.made(shelf, "{'Text': 'ours still'}");
            assertThat(world.resources.get(shelf).identifier()).isEmpty();
            world.made(shelf, "{'Text': 'and again'}");
            assertThat(world.resources.get(shelf).identifier()).isEmpty();
            world.delete(shelf);
            world.settle();
            assertThat(world.resources.find(shelf)).isEmpty();
            assertThat(world.parts.things).containsEntry("/s1", foreign);
            assertThat(world.parts.calls).doesNotContain("update", "delete");
        }

        @Test
        void outlivesTheDeleteAfterASecondPutThatIsRefused() {
            world.parts.answerNext(Progress.failed(ErrorCode.INVALID_REQUEST, "no such text"));
            world.made(shelf, "{'Text': 'ours still'}");
            world.delete(shelf);
            world.settle();
            assertThat(world.resources.find(shelf)).isEmpty();
            assertThat(world.parts.things).containsEntry("/s1", foreign);
        }

        @Test
        void isOursPerhapsWhenACallForTheSecondPutMayHaveMadeIt() {
            world.parts.things.remove("/s1");
            world.parts.answerNext(Progress.failed(ErrorCode.NETWORK_FAILURE, "nobody knows"));
            world.parts.answerNext(Progress.failed(ErrorCode.ALREADY_EXISTS, "s1 exists"));
            world.made(shelf, "{'Text': 'ours'}");
            assertThat(world.resources.get(shelf).state()).isEqualTo(ProvisioningState.FAILED);
            assertThat(world.resources.get(shelf).identifier()).contains("s1");
        }

        @Test
        void makesRoomForOursWhenItGoes() {
            world.parts.things.remove("/s1");
            world.made(shelf, "{'Text': 'ours'}");
            assertThat(world.resources.get(shelf).state()).isEqualTo(ProvisioningState.SUCCEEDED);
            assertThat(world.resources.get(shelf).identifier()).contains("s1");
        }

        @Test
        void mayBeManagedByARecordThatCameFirst() {
            world.parts.things.remove("/s1");
            world.scopes.putGroup(World.DEVELOPER, World.SUBSCRIPTION, "second", "local", json("{}"));
            ResourceId elsewhere = new ResourceId(
                    World.SUBSCRIPTION, "second", world.type(SHELF).armType(), List.of("s1"));
            world.made(elsewhere, "{'Text': 'first'}");
            Problem problem = problem(() -> world.put(shelf, "{'Text': 'ours'}"));
            assertThat(problem.code().text()).isEqualTo("ResourceAlreadyExists");
            assertThat(problem.message()).contains("/resourceGroups/second/");
        }

        @Test
        void isOursPerhapsWhenAnEarlierCallMayHaveMadeIt() {
            ResourceId other = world.id(SHELF, "s2");
            world.parts.answerNext(Progress.failed(ErrorCode.NETWORK_FAILURE, "nobody knows"));
            world.parts.answerNext(Progress.failed(ErrorCode.ALREADY_EXISTS, "s2 exists"));
            world.made(other, "{'Text': 'ours'}");
            assertThat(world.resources.get(other).state()).isEqualTo(ProvisioningState.FAILED);
            assertThat(world.resources.get(other).identifier()).contains("s2");
        }
    }

    @Nested
    class AThingThatTheHandlerNames {

        @Test
        void belongsToOneResourceOnly() {
            world.made(gizmo, "{'Color': 'red'}");
            Progress theSameThing = Progress.done(json("{'Id': 'gizmo-1', 'Color': 'red', 'Made': 1}"));
            world.gizmos.answerNext(theSameThing);
            world.gizmos.letThrough(1);
            world.gizmos.answerNext(theSameThing);
            ResourceId second = world.id(GIZMO, "two");
            world.made(second, "{'Color': 'red'}");
            assertThat(world.resources.get(second).state()).isEqualTo(ProvisioningState.FAILED);
            assertThat(world.operation(second).state()).isInstanceOfSatisfying(OperationState.Failed.class, failed -> {
                assertThat(failed.failure().code().text()).isEqualTo("AlreadyExists");
                assertThat(failed.failure().message()).contains("/gizmos/one");
            });
        }
    }

    @Nested
    class Listings {

        @Test
        void goThroughEverythingOnceInTheOrderOfIds() {
            for (String name : List.of("c", "a", "e", "b", "d")) {
                world.made(world.id(GIZMO, name), "{'Color': 'red'}");
            }
            var scope = new Listing.Scope.InGroup(World.SUBSCRIPTION, "GROUP");
            var first = world.inventory.list(
                    new Listing(scope, Optional.empty(), 2), world.registered(GIZMO), ReadableResources.ALL);
            var second = world.inventory.list(
                    new Listing(scope, first.next(), 2), world.registered(GIZMO), ReadableResources.ALL);
            var third = world.inventory.list(
                    new Listing(scope, second.next(), 2), world.registered(GIZMO), ReadableResources.ALL);
            assertThat(names(first)).containsExactly("a", "b");
            assertThat(names(second)).containsExactly("c", "d");
            assertThat(names(third)).containsExactly("e");
            assertThat(third.next()).isEmpty();
        }

        @Test
        void doNotMixTypesOrParents() {
            world.made(world.id(SHELF, "s1"), "{'Text': 'a'}");
            world.made(world.id(SHELF, "s2"), "{'Text': 'a'}");
            world.made(world.id(PART, "s1", "p1"), "{'Text': 'a'}");
            world.made(world.id(PART, "s2", "p2"), "{'Text': 'a'}");
            var under = new Listing.Scope.Under(world.id(SHELF, "s1"));
            assertThat(names(world.inventory.list(
                            new Listing(under, Optional.empty(), 10), world.registered(PART), ReadableResources.ALL)))
                    .containsExactly("p1");
            var all = new Listing.Scope.InSubscription(World.SUBSCRIPTION);
            assertThat(names(world.inventory.list(
                            new Listing(all, Optional.empty(), 10), world.registered(SHELF), ReadableResources.ALL)))
                    .containsExactlyInAnyOrder("s1", "s2");
        }

        private List<String> names(Listing.Page page) {
            return page.resources().stream()
                    .map(resource -> resource.id().name())
                    .toList();
        }
    }
}
