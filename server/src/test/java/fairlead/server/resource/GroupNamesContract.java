package fairlead.server.resource;

import static fairlead.server.resource.World.DEVELOPER;
import static fairlead.server.resource.World.DRAWER;
import static fairlead.server.resource.World.LOCKER;
import static fairlead.server.resource.World.SHELF;
import static fairlead.server.resource.World.SUBSCRIPTION;
import static fairlead.server.resource.World.json;
import static fairlead.server.resource.World.problem;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.database.Database;
import fairlead.server.operation.ClientToken;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationState;
import fairlead.server.problem.Problem;
import fairlead.server.resource.move.MoveRequest;
import fairlead.server.resource.record.Listing;
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
import tools.jackson.databind.node.JsonNodeFactory;

/// Whose the names of a type are, on every database: an account's, or each group's.
abstract class GroupNamesContract {

    private World world;
    private ResourceId here;
    private ResourceId there;
    private int tokens;

    abstract Database open();

    @BeforeEach
    void begin() {
        world = new World(open(), "node-1", Vault.newKeyset());
        makeGroup("q2");
        here = world.id(LOCKER, "web");
        there = here.in(SUBSCRIPTION, "q2");
    }

    private void makeGroup(String name) {
        world.scopes.putGroup(DEVELOPER, SUBSCRIPTION, name, "local", JsonNodeFactory.instance.objectNode());
    }

    @AfterEach
    void end() {
        world.close();
    }

    private Operation create(String state) {
        IdentifiedRequest asked = new IdentifiedRequest(
                DEVELOPER, SUBSCRIPTION, "group", "local", world.registered(LOCKER), Optional.empty());
        Operation begun = world.identified.create(asked, json(state), new ClientToken("token-" + ++tokens, "digest"));
        world.settle();
        return world.operations.find(begun.id()).orElseThrow();
    }

    @Nested
    class NamesOfAnAccount {

        @Test
        void areTakenInEveryGroupAndTheRefusalSaysByWhich() {
            ResourceId shelf = world.id(SHELF, "web");
            world.made(shelf, "{}");

            Problem refused = problem(() -> world.put(shelf.in(SUBSCRIPTION, "q2"), "{}"));

            assertThat(refused.code().text()).isEqualTo("ResourceAlreadyExists");
            assertThat(refused.message()).contains("'" + shelf + "'").contains("not in a group");
        }
    }

    @Nested
    class NamesOfAGroup {

        @Test
        void areTwoResourcesInTwoGroups() {
            Resource first = world.made(here, "{'Text': 'one'}");
            Resource second = world.made(there, "{'Text': 'two'}");

            assertThat(first.identifier()).contains("group--web");
            assertThat(second.identifier()).contains("q2--web");
            assertThat(world.trails.things).containsOnlyKeys("/group--web", "/q2--web");
            assertThat(world.properties(here)).isEqualTo(json("{'Name': 'group--web', 'Text': 'one'}"));
            world.delete(here);
            world.settle(here);
            assertThat(world.trails.things).containsOnlyKeys("/q2--web");
        }

        @Test
        void canBeSaidInTheBody() {
            world.made(here, "{'Name': 'web'}");
            world.made(here, "{'Name': 'web', 'Text': 'two'}");
            world.made(here, "{'Name': 'group--web', 'Text': 'three'}");

            assertThat(world.properties(here)).isEqualTo(json("{'Name': 'group--web', 'Text': 'three'}"));
            assertThat(problem(() -> world.put(here, "{'Name': 'other'}"))
                            .details()
                            .getFirst()
                            .id())
                    .isEqualTo("model.name-mismatch");
        }

        @Test
        void fitTheSchemaWhateverTheGroupIsCalled() {
            makeGroup("a_group.of(many)");
            makeGroup("a-very-long-name-of-a-group");
            makeGroup("ends-");

            assertThat(identifierIn("a_group.of(many)")).matches("web-[0-9a-f]{8}");
            assertThat(identifierIn("a-very-long-name-of-a-group")).matches("web-[0-9a-f]{8}");
            assertThat(identifierIn("ends-")).matches("web-[0-9a-f]{8}");
        }

        private String identifierIn(String group) {
            return world.made(here.in(SUBSCRIPTION, group), "{}").identifier().orElseThrow();
        }

        @Test
        void areFoundByTheOneIdentifier() {
            world.made(here, "{}");

            assertThat(create("{'Name': 'group--web'}").state()).isInstanceOf(OperationState.Failed.class);
        }

        @Test
        void areThoseThatGiveTheIdentifierOfWhatIsMadeByIt() {
            create("{'Name': 'group--web'}");
            create("{'Name': 'q2--web'}");
            create("{'Name': 'other'}");

            assertThat(world.resources.get(here).identifier()).contains("group--web");
            Listing listing = new Listing(new Listing.Scope.InGroup(SUBSCRIPTION, "group"), Optional.empty(), 10);
            assertThat(world.inventory
                            .list(listing, world.registered(LOCKER), ReadableResources.ALL)
                            .resources())
                    .filteredOn(resource -> resource.id().name().startsWith("r-"))
                    .hasSize(2);
            assertThat(problem(() -> world.put(there, "{}")).message()).contains("'q2--web' is managed already");
        }

        @Test
        void stayWithTheirIdentifierInAMove() {
            world.made(here, "{}");
            world.moves.begin(new MoveRequest(
                    DEVELOPER,
                    new MoveRequest.Place(SUBSCRIPTION, "group"),
                    new MoveRequest.Place(SUBSCRIPTION, "q2"),
                    List.of(here)));
            world.settle();

            assertThat(world.made(there, "{'Text': 'moved'}").identifier()).contains("group--web");
        }

        @Test
        void areAlwaysFreeInAnotherGroup() {
            world.made(here, "{}");

            assertThat(world.inventory.owner(world.registered(LOCKER), SUBSCRIPTION, "web"))
                    .isEmpty();
        }

        @Test
        void goIntoTheIdentifierOfWhatIsNested() {
            world.made(here, "{}");
            ResourceId drawer = world.id(DRAWER, "web", "d");

            assertThat(world.made(drawer, "{'ShelfName': 'web'}").identifier()).contains("group--web|d");
            assertThat(world.made(drawer, "{'Text': 'x'}").identifier()).contains("group--web|d");
        }
    }
}
