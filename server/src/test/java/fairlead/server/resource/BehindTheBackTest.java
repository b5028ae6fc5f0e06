package fairlead.server.resource;

import static fairlead.server.resource.World.DEVELOPER;
import static fairlead.server.resource.World.GIZMO;
import static fairlead.server.resource.World.SHELF;
import static fairlead.server.resource.World.SUBSCRIPTION;
import static fairlead.server.resource.World.json;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.operation.ClientToken;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationState;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.secret.Vault;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Another program deletes, changes and makes resources again, between any two calls of callers who use addresses (ARM)
/// or identifiers (Cloud Control API). To every call exists what exists then.
class BehindTheBackTest {

    /// How a resource begins.
    enum Start {
        NONE,
        UNMANAGED,
        BY_ADDRESS,
        BY_IDENTIFIER
    }

    /// What another program does.
    enum Event {
        NOTHING,
        DELETES,
        CHANGES_OR_MAKES
    }

    enum Call {
        GET,
        LIST,
        CREATE,
        UPDATE,
        DELETE,
        PUT,
        PATCH,
        REMOVE
    }

    @TempDir
    private static Path folder;

    private static World world;
    private static int names;

    @BeforeAll
    static void open() {
        world = new World(SqliteDatabase.open(folder.resolve("fairlead.db")), "node", Vault.newKeyset());
    }

    @AfterAll
    static void close() {
        world.close();
    }

    static Stream<Arguments> beginnings() {
        return Stream.of(Start.values())
                .flatMap(start -> Stream.of(Event.values()).map(event -> Arguments.of(start, event)));
    }

    @ParameterizedTest
    @MethodSource("beginnings")
    void noCallContradictsWhatIsThere(Start start, Event first) {
        for (Call call : Call.values()) {
            for (Event second : Event.values()) {
                for (Call next : Call.values()) {
                    Shelf shelf = new Shelf("s" + ++names);
                    String walk = start + ", " + first + ", " + call + ", " + second + ", " + next;
                    shelf.begin(start);
                    shelf.meet(first);
                    shelf.check(call, walk);
                    shelf.meet(second);
                    shelf.check(next, walk);
                    shelf.check(Call.CREATE, walk + ", CREATE");
                    shelf.meet(Event.DELETES);
                    shelf.check(Call.CREATE, walk + ", CREATE, DELETES, CREATE");
                }
            }
        }
    }

    @Test
    void whatAServiceNamesIsMadeAgainByAPut() {
        ResourceId id = world.id(GIZMO, "again");
        world.made(id, "{'Color': 'red'}");
        world.gizmos.things.clear();

        Resource again = world.made(id, "{'Color': 'blue'}");

        assertThat(again.state()).isEqualTo(ProvisioningState.SUCCEEDED);
        assertThat(world.gizmos.things).containsOnlyKeys(again.identifier().orElseThrow());
        assertThat(world.gizmos.sequence.violations()).isEmpty();
    }

    @Nested
    class AnotherAddress {

        private final ResourceId old = world.id(SHELF, "x" + ++names);
        private final ResourceId other =
                new ResourceId(SUBSCRIPTION, "other", world.type(SHELF).armType(), old.names());

        @BeforeEach
        void make() {
            world.scopes.putGroup(DEVELOPER, SUBSCRIPTION, "other", "local", JsonNodeFactory.instance.objectNode());
            world.made(old, "{'Text': 'old'}");
        }

        @Test
        void canHaveTheNameOfWhatIsGone() {
            world.parts.things.remove("/" + old.name());

            world.made(other, "{'Text': 'new'}");

            assertThat(world.resources.find(old)).isEmpty();
            assertThat(world.parts.thing("/" + old.name()).path("Text").asString(""))
                    .isEqualTo("new");
        }

        @Test
        void canNotHaveTheNameOfWhatIsThere() {
            Problem problem = World.problem(() -> world.put(other, "{'Text': 'new'}"));

            assertThat(problem.code().text()).isEqualTo("ResourceAlreadyExists");
        }

        @Test
        void canNotHaveTheNameOfWhatMayBeThere() {
            world.parts.things.remove("/" + old.name());
            world.parts.answerNext(Progress.failed(ErrorCode.NETWORK_FAILURE, "away"));

            Problem problem = World.problem(() -> world.put(other, "{'Text': 'new'}"));

            assertThat(problem.code().text()).isEqualTo("ResourceAlreadyExists");
        }
    }

    private static final class Shelf {

        private final String name;
        private int texts;

        Shelf(String name) {
            this.name = name;
        }

        void begin(Start start) {
            switch (start) {
                case NONE -> {}
                case UNMANAGED -> meet(Event.CHANGES_OR_MAKES);
                case BY_ADDRESS -> world.put(id(), text(fresh()));
                case BY_IDENTIFIER -> create(fresh());
            }
        }

        void meet(Event event) {
            switch (event) {
                case NOTHING -> {}
                case DELETES -> world.parts.things.remove("/" + name);
                case CHANGES_OR_MAKES -> world.parts.things.put("/" + name, whole().put("Text", fresh()));
            }
        }

        void check(Call call, String walk) {
            Optional<String> before = there();
            String text = fresh();
            switch (call) {
                case GET -> assertThat(got()).as(walk).isEqualTo(before);
                case LIST -> assertThat(isListed()).as(walk).isEqualTo(before.isPresent());
                case CREATE -> {
                    assertThat(result(create(text)))
                            .as(walk)
                            .isEqualTo(before.isPresent() ? "AlreadyExists" : "Succeeded");
                    assertThat(there()).as(walk).hasValue(before.orElse(text));
                }
                case UPDATE -> {
                    assertThat(updated(text)).as(walk).isEqualTo(before.isPresent() ? "Succeeded" : "ResourceNotFound");
                    assertThat(there()).as(walk).isEqualTo(before.map(_ -> text));
                }
                case DELETE -> {
                    assertThat(result(delete())).as(walk).isEqualTo(before.isPresent() ? "Succeeded" : "NotFound");
                    assertThat(there()).as(walk).isEmpty();
                }
                case PUT, PATCH, REMOVE -> byAddress(call, before, text, walk);
            }
        }

        /// What another program has made is not touched by a caller who names an address that has none of it.
        private void byAddress(Call call, Optional<String> before, String text, String walk) {
            Optional<Resource> record = world.resources.find(id());
            boolean foreign =
                    before.isPresent() && record.flatMap(Resource::identifier).isEmpty();
            boolean asked = true;
            try {
                switch (call) {
                    case PUT -> world.put(id(), text(text));
                    case PATCH -> world.patch(id(), text(text));
                    default -> world.delete(id());
                }
                world.settle(id());
            } catch (ProblemException refused) {
                asked = false;
                assertThat(foreign || record.isEmpty()).as(walk).isTrue();
            }
            Optional<String> made = call == Call.REMOVE ? Optional.empty() : Optional.of(text);
            assertThat(there()).as(walk).isEqualTo(foreign || !asked ? before : made);
        }

        private ResourceId id() {
            return world.id(SHELF, name);
        }

        private String fresh() {
            return "text " + ++texts;
        }

        private static String text(String text) {
            return "{'Text': '" + text + "'}";
        }

        private ObjectNode whole() {
            return json("{'Name': '" + name + "'}");
        }

        private Optional<String> there() {
            return Optional.ofNullable(world.parts.things.get("/" + name))
                    .map(thing -> thing.path("Text").asString(""));
        }

        private IdentifiedRequest asked() {
            return new IdentifiedRequest(
                    DEVELOPER, SUBSCRIPTION, "group", "local", world.registered(SHELF), Optional.empty());
        }

        private ClientToken token() {
            return new ClientToken(name + "-" + fresh(), "digest");
        }

        private Operation create(String text) {
            return world.identified.create(asked(), whole().put("Text", text), token());
        }

        private Operation delete() {
            return world.identified.delete(asked(), whole(), token());
        }

        private String updated(String text) {
            try {
                return result(world.identified.update(asked(), whole(), present -> present.put("Text", text), token()));
            } catch (ProblemException refused) {
                return refused.problem().code().text();
            }
        }

        private Optional<String> got() {
            try {
                ReadResource seen = world.identified.get(asked(), whole(), false);
                return Optional.of(seen.properties().path("Text").asString(""));
            } catch (ProblemException refused) {
                assertThat(refused.problem().code().text()).isEqualTo("ResourceNotFound");
                return Optional.empty();
            }
        }

        private boolean isListed() {
            return world.identified.list(asked(), new Query(whole(), 10, Optional.empty())).identifiers().stream()
                    .anyMatch(shelf -> shelf.path("Name").asString("").equals(name));
        }

        private static String result(Operation begun) {
            return switch (world.operations.find(begun.id()).orElseThrow().state()) {
                case OperationState.Failed(var _, var failure) -> failure.code().text();
                case OperationState.Succeeded _ -> "Succeeded";
                default -> throw new AssertionError(begun + " has not ended");
            };
        }
    }
}
