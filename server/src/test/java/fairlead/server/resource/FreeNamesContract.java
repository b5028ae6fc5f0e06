package fairlead.server.resource;

import static fairlead.server.resource.World.DEVELOPER;
import static fairlead.server.resource.World.KITE;
import static fairlead.server.resource.World.RAIL;
import static fairlead.server.resource.World.SEAL;
import static fairlead.server.resource.World.SHELF;
import static fairlead.server.resource.World.SIGN;
import static fairlead.server.resource.World.STAGE;
import static fairlead.server.resource.World.SUBSCRIPTION;
import static fairlead.server.resource.World.TRAIL;
import static fairlead.server.resource.World.json;
import static fairlead.server.resource.World.problem;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.schema.TypeName;
import fairlead.server.database.Database;
import fairlead.server.operation.ClientToken;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationState;
import fairlead.server.problem.Problem;
import fairlead.server.resource.change.NameFindings;
import fairlead.server.resource.imports.ImportRequest;
import fairlead.server.resource.move.MoveRequest;
import fairlead.server.resource.record.Listing;
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

/// Names in addresses that are not the identifier, since the identifier can't be a name, on every database.
abstract class FreeNamesContract {

    private static final String PATH = "{'Name': '/a/b', 'Text': 'one'}";

    private World world;
    private ResourceId trail;
    private int tokens;

    abstract Database open();

    @BeforeEach
    void begin() {
        world = new World(open(), "node-1", Vault.newKeyset());
        trail = world.id(TRAIL, "t");
    }

    @AfterEach
    void end() {
        world.close();
    }

    private IdentifiedRequest asked(TypeName type) {
        return new IdentifiedRequest(
                DEVELOPER, SUBSCRIPTION, "group", "local", world.registered(type), Optional.empty());
    }

    private Operation create(TypeName type, String state) {
        Operation begun = world.identified.create(asked(type), json(state), token());
        world.settle();
        return world.operations.find(begun.id()).orElseThrow();
    }

    private ClientToken token() {
        return new ClientToken("token-" + ++tokens, "digest");
    }

    private List<Resource> listed(TypeName type) {
        Listing listing = new Listing(new Listing.Scope.InGroup(SUBSCRIPTION, "group"), Optional.empty(), 10);
        return world.inventory
                .list(listing, world.registered(type), ReadableResources.ALL)
                .resources();
    }

    @Nested
    class WhatCanNotBeNamedByItsIdentifier {

        @Test
        void isPutReadListedChangedAndDeletedByAFreeName() {
            Resource made = world.made(trail, PATH);

            assertThat(made.identifier()).contains("/a/b");
            assertThat(made.id().name()).isEqualTo("t");
            assertThat(listed(TRAIL)).extracting(Resource::uid).containsExactly(made.uid());
            world.patch(trail, "{'Text': 'two'}");
            world.settle(trail);
            assertThat(world.properties(trail)).isEqualTo(json("{'Name': '/a/b', 'Text': 'two'}"));
            world.delete(trail);
            world.settle(trail);
            assertThat(world.resources.find(trail)).isEmpty();
            assertThat(world.trails.things).isEmpty();
        }

        @Test
        void keepsItsIdentifierWhenABodySaysNone() {
            world.made(trail, PATH);

            Resource same = world.made(trail, "{'Text': 'two'}");

            assertThat(same.identifier()).contains("/a/b");
            assertThat(world.properties(trail)).isEqualTo(json("{'Name': '/a/b', 'Text': 'two'}"));
        }

        @Test
        void takesNoOtherIdentifierAfterwards() {
            world.made(trail, PATH);

            Problem refused = problem(() -> world.put(trail, "{'Name': '/other'}"));

            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.details().getFirst().message()).contains("is identified by '/a/b'");
        }

        @Test
        void isOneResourceWhateverTheName() {
            world.made(trail, PATH);

            Problem refused = problem(() -> world.put(world.id(TRAIL, "u"), PATH));

            assertThat(refused.code().text()).isEqualTo("ResourceAlreadyExists");
            assertThat(refused.message()).contains("'" + trail + "'");
        }

        @Test
        void isTheSameByItsIdentifier() {
            Resource made = world.made(trail, PATH);

            assertThat(world.identified
                            .get(asked(TRAIL), json("{'Name': '/a/b'}"), false)
                            .properties())
                    .isEqualTo(json(PATH));
            Operation changed = world.identified.update(
                    asked(TRAIL), json("{'Name': '/a/b'}"), now -> now.put("Text", "two"), token());
            world.settle();
            assertThat(changed.subject()).isEqualTo(made.uid().toString());
            assertThat(world.properties(trail).path("Text").stringValue()).isEqualTo("two");
            assertThat(create(TRAIL, PATH).state()).isInstanceOf(OperationState.Failed.class);
        }

        @Test
        void hasAnAliasIfItIsMadeByItsIdentifier() {
            create(TRAIL, PATH);

            Resource made = listed(TRAIL).getFirst();

            assertThat(made.id().name()).startsWith("r-");
            world.patch(made.id(), "{'Text': 'two'}");
            world.settle(made.id());
            assertThat(world.trails.thing("/" + "/a/b").path("Text").stringValue())
                    .isEqualTo("two");
            assertThat(problem(() -> world.put(trail, PATH)).message()).contains("'" + made.id() + "'");
        }

        @Test
        void canBeGivenAnotherIdentifierWhenTheFirstOneWasAnothers() {
            world.trails.things.put("//a/b", json("{'Name': '/a/b'}"));
            assertThat(world.made(trail, PATH).state()).isEqualTo(ProvisioningState.FAILED);
            assertThat(world.resources.get(trail).identifier()).isEmpty();

            Resource made = world.made(trail, "{'Name': '/mine'}");

            assertThat(made.state()).isEqualTo(ProvisioningState.SUCCEEDED);
            assertThat(made.identifier()).contains("/mine");
            assertThat(world.trails.things).containsKeys("//a/b", "//mine");
        }

        @Test
        void staysUnderItsNameWhenItsCreateIsRepeated() {
            world.trails.answerNext(Progress.failed(ErrorCode.ACCESS_DENIED, "no"));
            world.made(trail, PATH);

            assertThat(world.made(trail, PATH).state()).isEqualTo(ProvisioningState.SUCCEEDED);
            assertThat(world.resources.get(trail).identifier()).contains("/a/b");
        }
    }

    @Nested
    class AnImport {

        private Resource imported(ImportRequest.Item item) {
            world.trails.things.put("//a/b", json(PATH));
            world.imports.begin(new ImportRequest(
                    DEVELOPER,
                    world.type(TRAIL),
                    new MoveRequest.Place(SUBSCRIPTION, "group"),
                    "local",
                    List.of(item)));
            world.settle();
            return listed(TRAIL).getFirst();
        }

        @Test
        void hasTheNameThatWasAskedFor() {
            Resource resource = imported(new ImportRequest.Item("/a/b", Optional.of("t")));

            assertThat(resource.id()).isEqualTo(trail);
            assertThat(resource.identifier()).contains("/a/b");
        }

        @Test
        void hasAnAliasIfNoneWas() {
            assertThat(imported(new ImportRequest.Item("/a/b", Optional.empty()))
                            .id()
                            .name())
                    .startsWith("r-");
        }
    }

    @Nested
    class AName {

        @Test
        void isTheIdentifierIfTheBodySaysNone() {
            assertThat(world.made(trail, "{'Text': 'one'}").identifier()).contains("t");
        }

        @Test
        void canNotDifferFromAnIdentifierThatCanBeAName() {
            Problem refused = problem(() -> world.put(trail, "{'Name': 'u'}"));

            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.details().getFirst().id()).isEqualTo("model.name-mismatch");
            assertThat(refused.details().getFirst().message()).isEqualTo("the address says 't', the body \"u\"");
            assertThat(problem(() -> world.put(world.id(SHELF, "s"), "{'Name': 'other'}"))
                            .details()
                            .getFirst()
                            .id())
                    .isEqualTo("model.name-mismatch");
        }

        @Test
        void isFreeIfItCouldNotBeAnIdentifierAndOthersAreNoNames() {
            assertThat(world.made(world.id(SEAL, "first"), "{'Name': '1234'}").identifier())
                    .contains("1234");
        }

        @Test
        void thatCanBeNoIdentifierNeedsOneInTheBody() {
            Problem refused = problem(() -> world.put(world.id(SEAL, "first"), "{}"));

            assertThat(refused.code().text()).isEqualTo("InvalidResourceName");
            assertThat(refused.message()).contains("given as /properties/Name");
            assertThat(NameFindings.flaw(world.type(SEAL), "first")).isEmpty();
        }

        @Test
        void isAlwaysTheIdentifierWhereTheRegistrationSaysSo() {
            Problem refused = problem(() -> world.put(world.id(RAIL, "t"), PATH));

            assertThat(refused.details().getFirst().message()).isEqualTo("the address says 't', the body \"/a/b\"");
        }

        @Test
        void isAlwaysFreeWhereTheRegistrationSaysSo() {
            assertThat(world.made(world.id(KITE, "k"), "{'Name': 'other'}").identifier())
                    .contains("other");
            assertThat(world.made(world.id(KITE, "l"), "{}").identifier()).contains("l");
        }

        @Test
        void doesNotStandInTheWayOfAnIdentifierThatIsTheSame() {
            world.made(trail, PATH);

            Operation created = create(TRAIL, "{'Name': 't'}");

            assertThat(created.state()).isInstanceOf(OperationState.Succeeded.class);
            assertThat(listed(TRAIL)).extracting(Resource::identifier).contains(Optional.of("t"));
        }
    }

    @Nested
    class WhatIsNestedUnderAFreeName {

        private ResourceId stage;

        @BeforeEach
        void address() {
            stage = world.id(STAGE, "t", "s");
        }

        @Test
        void isIdentifiedByTheIdentifierOfItsParent() {
            world.made(trail, PATH);

            Resource made = world.made(stage, "{'Text': 'x'}");

            assertThat(made.identifier()).contains("/a/b|s");
            assertThat(world.properties(stage)).isEqualTo(json("{'ShelfName': '/a/b', 'Name': 's', 'Text': 'x'}"));
            world.made(stage, "{'ShelfName': '/a/b', 'Text': 'y'}");
            assertThat(world.properties(stage).path("Text").stringValue()).isEqualTo("y");
        }

        @Test
        void isBelowItsParentIfItIsMadeByItsIdentifier() {
            world.made(trail, PATH);

            create(STAGE, "{'ShelfName': '/a/b', 'Name': 's'}");
            create(STAGE, "{'ShelfName': '/a/b', 'Name': '/far'}");

            assertThat(world.resources.get(stage).identifier()).contains("/a/b|s");
            assertThat(listedUnder()).hasSize(2);
        }

        @Test
        void hasAFreeNameOfItsOwn() {
            world.made(trail, PATH);

            assertThat(world.made(stage, "{'Name': '/far'}").identifier()).contains("/a/b|/far");
        }

        @Test
        void needsAParentThatIsThere() {
            Problem refused = problem(() -> create(STAGE, "{'ShelfName': '/none', 'Name': 's'}"));

            assertThat(refused.code().text()).isEqualTo("ParentResourceNotFound");
        }

        @Test
        void isFoundThoughItIsNotRecorded() {
            world.made(trail, PATH);
            ResourceId sign = world.id(SIGN, "t", "n");

            world.put(sign, "{'Text': 'x'}");
            world.settle();

            assertThat(world.signs.things).containsOnlyKeys("/a/b/n");
            assertThat(world.properties(sign)).isEqualTo(json("{'ShelfName': '/a/b', 'Name': 'n', 'Text': 'x'}"));
            assertThat(world.resources
                            .list(
                                    sign,
                                    world.registered(SIGN),
                                    new Listing(new Listing.Scope.Under(trail), Optional.empty(), 10))
                            .resources())
                    .extracting(Resource::id)
                    .containsExactly(sign);
        }

        @Test
        void canBePutTogetherWithIt() {
            world.put(trail, "{'Name': '/a/b', 'signs': [{'name': 'n', 'properties': {'Text': 'x'}}]}");
            world.settle();

            assertThat(world.signs.things).containsOnlyKeys("/a/b/n");
        }

        private List<Resource> listedUnder() {
            Listing listing = new Listing(new Listing.Scope.Under(trail), Optional.empty(), 10);
            return world.inventory
                    .list(listing, world.registered(STAGE), ReadableResources.ALL)
                    .resources();
        }
    }
}
