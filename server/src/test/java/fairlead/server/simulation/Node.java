package fairlead.server.simulation;

import fairlead.handler.ResourceType;
import fairlead.lambda.Providers;
import fairlead.schema.TypeName;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.database.Database;
import fairlead.server.operation.Change;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationState;
import fairlead.server.operation.Operations;
import fairlead.server.operation.RetryPolicy;
import fairlead.server.operation.Settings;
import fairlead.server.operation.Step;
import fairlead.server.operation.Task;
import fairlead.server.resource.Actions;
import fairlead.server.resource.IdentifiedResources;
import fairlead.server.resource.RecordFactory;
import fairlead.server.resource.ResourceTasks;
import fairlead.server.resource.Resources;
import fairlead.server.resource.World;
import fairlead.server.resource.call.HandlerInvoker;
import fairlead.server.resource.call.HandlerReads;
import fairlead.server.resource.call.StepState;
import fairlead.server.resource.group.Groups;
import fairlead.server.resource.imports.Imports;
import fairlead.server.resource.list.Inventory;
import fairlead.server.resource.policy.ChangeGuard;
import fairlead.server.resource.step.OrphanCleanup;
import fairlead.server.scope.Locations;
import fairlead.server.scope.Scopes;
import fairlead.server.secret.Vault;
import fairlead.server.telemetry.Telemetry;
import fairlead.server.time.Clocks;
import fairlead.server.time.Deadlines;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// One process of the control plane: everything that it has in memory, made as the wiring makes it.
final class Node {

    static final TypeName GIZMO = TypeName.parse("Test::Shop::Gizmo");
    static final TypeName SHELF = TypeName.parse("Test::Shop::Shelf");
    static final String SUBSCRIPTION = "11111111-1111-1111-1111-111111111111";
    static final String GROUP = "group";
    static final Caller CALLER =
            new Caller(Principal.DEVELOPER, "request", "correlation", Optional.of("client"), "127.0.0.1");

    private static final Vault VAULT = vault();
    private static final Duration LEASE = Duration.ofSeconds(10);

    final Database database;
    final Types types;
    final Operations operations;
    final Scopes scopes;
    final Resources resources;
    final Actions actions;
    final IdentifiedResources identified;
    final Inventory inventory;
    final Groups groups;
    final Imports imports;
    final OrphanCleanup orphans;

    /// What a process is given.
    ///
    /// @param name different at each start
    /// @param undisturbed the same database, for what reads it under a lock: there no other task may go on
    /// @param hold as in [Settings]
    /// @param working what runs its operations
    /// @param entering told of each step before it is taken
    record Given(
            String name,
            Database database,
            Database undisturbed,
            Clocks clocks,
            RandomGenerator chance,
            Supplier<UUID> ids,
            Duration hold,
            Executor working,
            Consumer<Place.Step> entering) {}

    private static Vault vault() {
        String keyset = Vault.newKeyset();
        return new Vault(() -> keyset);
    }

    Node(Given given, SimulatedService gizmos, SimulatedService shelves) {
        database = given.database();
        Clocks clocks = given.clocks();
        AuditTrail audit = new AuditTrail();
        types = new Types(
                given.undisturbed(),
                VAULT,
                clocks.wall(),
                Path.of("target", "types"),
                new Providers(Path.of("target", "providers"), fairlead.lambda.Settings.standard(), clocks.wall()),
                Set.of());
        types.ship(List.of(
                ResourceType.beside(World.class, "gizmo", () -> gizmos),
                ResourceType.beside(World.class, "shelf", () -> shelves)));
        scopes = new Scopes(database, audit, new Locations(List.of()), clocks.wall(), given.ids());
        operations = new Operations(
                database,
                settings(given.hold()),
                clocks,
                given.chance(),
                given.name(),
                Telemetry.none(),
                given.working());
        HandlerInvoker handlers = new HandlerInvoker(types, clocks.wall(), new Deadlines(clocks.elapsed(), _ -> {}));
        resources = new Resources(
                database,
                operations,
                scopes,
                types,
                audit,
                VAULT,
                clocks.wall(),
                given.ids(),
                Duration.ZERO,
                handlers,
                ChangeGuard.of(given.undisturbed(), scopes, types, VAULT, clocks.wall()));
        Task tasks = ResourceTasks.of(database, types, scopes, VAULT, clocks.wall(), handlers, resources);
        operations.carryOut(new Entered(tasks, given.entering()));
        actions = new Actions(resources, operations, types, VAULT, handlers, given.ids());
        identified = new IdentifiedResources(
                resources,
                database,
                operations,
                scopes,
                new RecordFactory(types, clocks.wall(), given.ids()),
                new HandlerReads(handlers, given.ids()),
                Authorizer.open());
        inventory = new Inventory(database, scopes, types);
        groups = new Groups(database, scopes, types, operations, clocks.wall(), given.ids(), Duration.ZERO);
        imports = new Imports(database, scopes, operations, clocks.wall(), given.ids(), Duration.ZERO);
        orphans = new OrphanCleanup(database, types, VAULT, handlers, clocks.wall());
    }

    private static Settings settings(Duration hold) {
        return new Settings(
                LEASE, hold, 1024, RetryPolicy.standard(), Duration.ofDays(7), new Settings.Interruptions(2, 5), false);
    }

    TypeVersion type(TypeName name) {
        return types.find(name).orElseThrow().current();
    }

    /// Says which step is taken before it is.
    private record Entered(Task task, Consumer<Place.Step> entering) implements Task {

        @Override
        public Step run(Operation operation) {
            entering.accept(new Place.Step(place(operation), operation.id(), operation.subjectId()));
            return task.run(operation);
        }

        @Override
        public Step run(Operation operation, Consumer<String> log) {
            entering.accept(new Place.Step(place(operation), operation.id(), operation.subjectId()));
            return task.run(operation, log);
        }

        private static Place place(Operation operation) {
            String step = operation.kind().isOnGroup()
                    ? "CALL"
                    : StepState.open(VAULT, operation.progress(), operation.id().toString())
                            .phase()
                            .word();
            return new Place(Optional.of(operation.kind()), step);
        }

        @Override
        public Change ended(Operation operation, OperationState state) {
            return task.ended(operation, state);
        }
    }
}
