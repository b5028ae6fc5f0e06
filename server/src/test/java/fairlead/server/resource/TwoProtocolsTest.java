package fairlead.server.resource;

import static fairlead.server.resource.World.DEVELOPER;
import static fairlead.server.resource.World.GIZMO;
import static fairlead.server.resource.World.SHELF;
import static fairlead.server.resource.World.SUBSCRIPTION;
import static fairlead.server.resource.World.TRAIL;
import static fairlead.server.resource.World.json;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.TypeName;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.operation.ClientToken;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationFilter;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.OperationState;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.record.Listing;
import fairlead.server.resource.record.ReadableResources;
import fairlead.server.resource.record.Resource;
import fairlead.server.secret.Vault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import tools.jackson.databind.node.ObjectNode;

/// Some callers use addresses (ARM), others identifiers (Cloud Control API), in any order, on the same few
/// resources. There is one record for each resource, with one history, and one operation for each change, whichever
/// caller looks.
class TwoProtocolsTest {

    private static final int STEPS = 30;
    private static final List<String> NAMES = List.of("a", "b", "c");
    private static final List<TypeName> TYPES = List.of(GIZMO, SHELF, TRAIL);
    private static final List<String> COLORS = List.of("red", "green", "blue");

    @Property(tries = 25)
    void leadToOneRecord(@ForAll long seed) throws IOException {
        Path folder = Files.createTempDirectory("doors");
        try (World world = new World(SqliteDatabase.open(folder.resolve("fairlead.db")), "node", Vault.newKeyset())) {
            Walk walk = new Walk(world, new Random(seed));
            for (int i = 0; i < STEPS; i++) {
                walk.step();
                world.settle();
                walk.check();
            }
        }
    }

    /// @param versions the last version of each record by its uid, quotes and all
    private record Walk(World world, Random chance, Map<UUID, Long> versions, Set<String> identifiers) {

        Walk(World world, Random chance) {
            this(world, chance, new HashMap<>(), new HashSet<>());
        }

        void step() {
            TypeName type = TYPES.get(chance.nextInt(TYPES.size()));
            String name = NAMES.get(chance.nextInt(NAMES.size()));
            ObjectNode state = state(type);
            String identifier = type.equals(TRAIL) && chance.nextBoolean() ? "/" + chance.nextInt(3) : name;
            ObjectNode put = identifier.equals(name) ? state : state.deepCopy().put("Name", identifier);
            try {
                switch (chance.nextInt(6)) {
                    case 0 -> world.put(world.id(type, name), put.toString());
                    case 1 -> world.patch(world.id(type, name), state.toString());
                    case 2 -> world.delete(world.id(type, name));
                    case 3 -> create(type, type.equals(GIZMO) ? state : state.put("Name", identifier));
                    case 4 -> update(type, state);
                    default -> delete(type);
                }
            } catch (ProblemException refused) {
                assertThat(refused.problem().status()).isLessThan(500);
            }
        }

        private ObjectNode state(TypeName type) {
            return type.equals(GIZMO)
                    ? json("{'Color': '" + COLORS.get(chance.nextInt(3)) + "', 'Size': " + (1 + chance.nextInt(3))
                            + "}")
                    : json("{'Text': '" + chance.nextInt(3) + "'}");
        }

        private IdentifiedRequest asked(TypeName type) {
            return new IdentifiedRequest(
                    DEVELOPER, SUBSCRIPTION, "group", "local", world.registered(type), Optional.empty());
        }

        private void create(TypeName type, ObjectNode state) {
            seen(world.identified.create(asked(type), state, token()));
        }

        private void update(TypeName type, ObjectNode state) {
            seen(world.identified.update(
                    asked(type), any(type), present -> present.deepCopy().setAll(state), token()));
        }

        private void delete(TypeName type) {
            seen(world.identified.delete(asked(type), any(type), token()));
        }

        private ClientToken token() {
            return new ClientToken(UUID.randomUUID().toString(), "digest");
        }

        private ObjectNode any(TypeName type) {
            List<String> known = identifiers.stream().sorted().toList();
            String identifier = known.isEmpty() ? "none" : known.get(chance.nextInt(known.size()));
            return world.type(type).schema().parseIdentifier(identifier);
        }

        /// The operation that one door has made is found through the other.
        private void seen(Operation operation) {
            assertThat(world.operations.list(SUBSCRIPTION, Optional.empty(), 1000))
                    .extracting(Operation::id)
                    .contains(operation.id());
        }

        void check() {
            Set<String> made = new HashSet<>();
            for (TypeName type : TYPES) {
                world.inventory
                        .list(
                                new Listing(new Listing.Scope.InSubscription(SUBSCRIPTION), Optional.empty(), 1000),
                                world.registered(type),
                                ReadableResources.ALL)
                        .resources()
                        .forEach(resource -> check(resource, made));
            }
            List<Operation> addressed = world.operations.list(SUBSCRIPTION, Optional.empty(), 1000);
            List<Operation> identified = world.operations.list(
                    new OperationFilter(
                            SUBSCRIPTION,
                            "local",
                            Set.of(OperationKind.CREATE, OperationKind.UPDATE, OperationKind.DELETE),
                            Set.of("Succeeded", "Failed", "Canceled", "Accepted", "Running", "Canceling")),
                    Optional.empty(),
                    1000);
            assertThat(identified)
                    .extracting(Operation::id)
                    .isEqualTo(addressed.stream().map(Operation::id).toList());
            addressed.forEach(Walk::checkName);
        }

        /// A create that has failed names nothing; everything that has succeeded names what it was about.
        private static void checkName(Operation operation) {
            if (operation.state() instanceof OperationState.Succeeded) {
                assertThat(operation.identifier()).isPresent();
            } else if (operation.kind() == OperationKind.CREATE) {
                assertThat(operation.identifier()).isEmpty();
            }
        }

        /// What can be a name is the name, unless that was taken; what can't is under any name.
        private void checkAddress(Resource resource, String identifier) {
            boolean named = !resource.typeName().equals(GIZMO) && !identifier.startsWith("/");
            assertThat(!named
                            || resource.id().name().equals(identifier)
                            || resource.id().name().startsWith("r-"))
                    .as("%s at %s", identifier, resource.id())
                    .isTrue();
            assertThat(world.resources.get(resource.id()).uid()).isEqualTo(resource.uid());
        }

        private void check(Resource resource, Set<String> made) {
            String identifier = resource.identifier().orElseThrow();
            assertThat(made.add(resource.typeName() + " " + identifier)).isTrue();
            identifiers.add(identifier);
            checkAddress(resource, identifier);
            Long before = versions.put(resource.uid(), resource.version());
            assertThat(before == null || resource.version() >= before).isTrue();
            ObjectNode live = world.identified
                    .get(
                            asked(resource.typeName()),
                            world.type(resource.typeName()).schema().parseIdentifier(identifier),
                            false)
                    .properties();
            assertThat(live).isEqualTo(world.properties(resource.id()));
        }
    }
}
