package fairlead.server.resource;

import fairlead.armtemplate.LinkedTemplates;
import fairlead.handler.ResourceHandler;
import fairlead.handler.ResourceType;
import fairlead.handler.testing.SettableClock;
import fairlead.lambda.Providers;
import fairlead.schema.HandlerKind;
import fairlead.schema.TypeName;
import fairlead.schema.data.DataClass;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.access.RefusalTrail;
import fairlead.server.access.approval.ApprovalRecords;
import fairlead.server.access.approval.Approvals;
import fairlead.server.access.approval.Approvers;
import fairlead.server.access.policy.CurrentPolicies;
import fairlead.server.access.policy.Guardrails;
import fairlead.server.access.role.CurrentRules;
import fairlead.server.access.role.OwnedDenials;
import fairlead.server.access.role.RuleChanges;
import fairlead.server.arm.AddressedResources;
import fairlead.server.arm.deployment.ArmTemplates;
import fairlead.server.database.Database;
import fairlead.server.database.Migrations;
import fairlead.server.database.StoredRecords;
import fairlead.server.database.Transaction;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.Operations;
import fairlead.server.operation.Settings;
import fairlead.server.operation.Task;
import fairlead.server.plan.SecretDigests;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.call.HandlerInvoker;
import fairlead.server.resource.call.HandlerReads;
import fairlead.server.resource.change.ActionRequest;
import fairlead.server.resource.change.ChangeTerms;
import fairlead.server.resource.change.Delete;
import fairlead.server.resource.change.Outcome;
import fairlead.server.resource.change.Patch;
import fairlead.server.resource.change.Put;
import fairlead.server.resource.change.ReplacePolicy;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.group.Groups;
import fairlead.server.resource.imports.Imports;
import fairlead.server.resource.list.Inventory;
import fairlead.server.resource.move.Moves;
import fairlead.server.resource.move.RecordTransfer;
import fairlead.server.resource.policy.ChangeGuard;
import fairlead.server.resource.record.InFlightRecords;
import fairlead.server.resource.record.Preconditions;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.scope.Locations;
import fairlead.server.scope.Locks;
import fairlead.server.scope.Scopes;
import fairlead.server.secret.Vault;
import fairlead.server.stack.CompositeStacks;
import fairlead.server.stack.PlainTemplates;
import fairlead.server.stack.PlainTypes;
import fairlead.server.stack.StackEngine;
import fairlead.server.stack.custom.CustomAnswers;
import fairlead.server.stack.custom.FakeEndpoints;
import fairlead.server.stack.deployment.DeploymentEngine;
import fairlead.server.stack.set.ResourceSets;
import fairlead.server.stack.deploymentstack.DeploymentStackEngine;
import fairlead.server.telemetry.Telemetry;
import fairlead.server.time.SettableTime;
import fairlead.server.type.AccountTypes;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import fairlead.server.type.archive.IsolatedHandler;
import fairlead.server.type.composite.CompositeType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A control plane without surfaces and without threads of its own: the test moves the clock and runs what is due.
public final class World implements AutoCloseable {

    public static final String SUBSCRIPTION = "11111111-1111-1111-1111-111111111111";
    static final TypeName GIZMO = TypeName.parse("Test::Shop::Gizmo");
    public static final TypeName SHELF = TypeName.parse("Test::Shop::Shelf");
    static final TypeName PART = TypeName.parse("Test::Shop::Part");
    static final TypeName BIN = TypeName.parse("Test::Shop::Bin");
    public static final TypeName LABEL = TypeName.parse("Test::Shop::Label");
    static final TypeName STAMP = TypeName.parse("Test::Shop::Stamp");
    static final TypeName TRAIL = TypeName.parse("Test::Shop::Trail");
    static final TypeName SEAL = TypeName.parse("Test::Shop::Seal");
    public static final TypeName OUTFIT = TypeName.parse("Test::Shop::Outfit");
    static final TypeName RAIL = TypeName.parse("Test::Shop::Rail");
    static final TypeName KITE = TypeName.parse("Test::Shop::Kite");
    static final TypeName LOCKER = TypeName.parse("Test::Shop::Locker");
    static final TypeName DRAWER = TypeName.parse("Test::Shop::Drawer");
    static final TypeName STAGE = TypeName.parse("Test::Shop::Stage");
    static final TypeName SIGN = TypeName.parse("Test::Shop::Sign");
    public static final Caller DEVELOPER =
            new Caller(Principal.DEVELOPER, "request", "correlation", Optional.of("client"), "127.0.0.1");

    /// Of what an outfit is made.
    private static final String OUTFIT_TEMPLATE = """
        {"nodes": {
          "Gizmo": {"type": "Test::Shop::Gizmo",
            "properties": {"Color": {"value": "Color"}, "Material": {"value": "Material"}}},
          "Shelf": {"type": "Test::Shop::Shelf",
            "properties": {"Name": "s1", "Text": {"join": ["by ", {"ref": "Gizmo"}]}}}},
         "outputs": {"Made": {"value": {"ref": "Gizmo"}}}}
        """;

    public final SettableClock clock = SettableClock.atNoon();
    public final SettableTime time = new SettableTime(clock);
    public final FakeEndpoints endpoints = new FakeEndpoints();
    public final FakeService gizmos;
    public final FakeService parts;
    public final FakeService labels;
    final FakeService stamps = new FakeService(true);
    final FakeService trails = new FakeService(true);
    final FakeService signs = new FakeService(true);
    public final Database database;
    public final Types types;
    public final Operations operations;
    final Scopes scopes;
    public final Resources resources;
    final Actions actions;
    public final IdentifiedResources identified;
    public final StackEngine stacks;
    public final AddressedResources deploymentResources;
    public final DeploymentStackEngine deploymentStacks;
    public final DeploymentEngine deployments;
    final HandlerInvoker handlers;
    public final CurrentPolicies policies;
    public final ChangeGuard guard;
    public final Approvals approvals;
    final RecordTransfer transfer;
    public final List<RefusalTrail.Refusal> refusals = new CopyOnWriteArrayList<>();
    final Groups groups;
    final Moves moves;
    public final Imports imports;
    final Tagging tagging;
    final Inventory inventory;
    public final InFlightRecords inFlight;
    /// Whether accepted operations are worked on at once; if not, it is as if the process had died after the
    /// commit.
    boolean working = true;

    /// What happens between the commit and the work.
    public Runnable meanwhile = () -> {};

    private final Vault vault;
    final AuditTrail audit = new AuditTrail();

    public World(Database database, String node, String keyset) {
        this(database, node, keyset, new FakeService(false), new FakeService(true), new FakeService(true));
        scopes.putSubscription(SUBSCRIPTION, "Test", "Enabled");
        scopes.putGroup(DEVELOPER, SUBSCRIPTION, "group", "local", JsonNodeFactory.instance.objectNode());
    }

    public World(Database database, String node, String keyset, FakeService gizmos, FakeService parts) {
        this(database, node, keyset, gizmos, parts, new FakeService(true));
    }

    /// A world in which things may be there already: after a restart of the control plane, the services are as
    /// they were.
    public World(
            Database database, String node, String keyset, FakeService gizmos, FakeService parts, FakeService labels) {
        this(database, node, keyset, gizmos, parts, labels, Set.of());
    }

    /// A world in which data of these classes are sealed where they are stored.
    public World(
            Database database,
            String node,
            String keyset,
            FakeService gizmos,
            FakeService parts,
            FakeService labels,
            Set<DataClass> sealed) {
        this.database = database;
        this.gizmos = gizmos;
        this.parts = parts;
        this.labels = labels;
        Migrations.apply(database, clock);
        vault = new Vault(() -> keyset);
        types = new Types(
                database,
                vault,
                clock,
                Path.of("target", "types"),
                new Providers(Path.of("target", "providers"), fairlead.lambda.Settings.standard(), clock),
                sealed);
        types.ship(shipped());
        scopes = new Scopes(database, audit, new Locations(List.of()), clock, UUID::randomUUID);
        operations = operations(node);
        handlers = new HandlerInvoker(types, clock);
        policies = new CurrentPolicies(database);
        approvals = approvals();
        guard = guard();
        resources = verbs();
        inFlight = resources.inFlight();
        actions = new Actions(resources, operations, types, vault, handlers, UUID::randomUUID);
        identified = new IdentifiedResources(
                resources,
                database,
                operations,
                scopes,
                new RecordFactory(types, clock, UUID::randomUUID),
                new HandlerReads(handlers, UUID::randomUUID),
                Authorizer.open());
        inventory = new Inventory(database, scopes, types);
        stacks = stacks();
        groups = new Groups(database, scopes, types, operations, clock, UUID::randomUUID, Duration.ZERO);
        deploymentResources = addressed();
        deploymentStacks = deploymentStacks();
        deployments = deploymentStacks.deployments();
        Task others = ResourceTasks.of(database, types, scopes, vault, clock, handlers, resources);
        endpoints.answering(new CustomAnswers(stacks.customs()));
        operations.carryOut(deploymentStacks.orElse(stacks.tasks(others)));
        transfer = new RecordTransfer(scopes, types, clock, resources::moved);
        moves = new Moves(database, scopes, operations, transfer, clock, UUID::randomUUID, Duration.ZERO);
        imports = new Imports(database, scopes, operations, clock, UUID::randomUUID, Duration.ZERO);
        tagging = new Tagging(database, scopes, resources, types, audit, clock);
    }

    private List<ResourceType> shipped() {
        return List.of(
                ResourceType.beside(World.class, "gizmo", () -> gizmos),
                ResourceType.beside(World.class, "shelf", () -> parts),
                ResourceType.beside(World.class, "part", () -> parts),
                ResourceType.beside(World.class, "bin", () -> parts),
                ResourceType.beside(World.class, "label", () -> labels),
                ResourceType.beside(World.class, "stamp", () -> stamps),
                ResourceType.beside(World.class, "trail", () -> trails),
                ResourceType.beside(World.class, "seal", () -> trails),
                ResourceType.beside(World.class, "rail", () -> trails),
                ResourceType.beside(World.class, "kite", () -> trails),
                ResourceType.beside(World.class, "locker", () -> trails),
                ResourceType.beside(World.class, "drawer", () -> trails),
                ResourceType.beside(World.class, "stage", () -> trails),
                ResourceType.beside(World.class, "sign", () -> signs),
                ResourceType.beside(World.class, "outfit", this::outfits));
    }

    private ResourceHandler outfits() {
        return IsolatedHandler.of(
                EnumSet.allOf(HandlerKind.class),
                () -> stacks.composites()
                        .handler(new CompositeType(type(OUTFIT).schema(), OUTFIT_TEMPLATE, List.of())));
    }

    private StackEngine stacks() {
        AccountTypes known = new AccountTypes(types);
        return StackEngine.of(
                new StackEngine.Parts(
                        database, operations, identified, known, vault, audit, endpoints, clock, UUID::randomUUID),
                List.of(new PlainTemplates(), new ResourceSets(known)),
                new CompositeStacks.Parts(
                        new PlainTypes(),
                        context -> new CompositeStacks.Behalf(
                                DEVELOPER, "group", context.id(), OperationId.parse(context.token())),
                        DEVELOPER,
                        identified));
    }

    private AddressedResources addressed() {
        var verbs = new AddressedResources.Verbs(
                scopes,
                new Locks(database, audit, clock),
                groups,
                resources,
                new WhatIf(resources, vault, types.sealing()),
                actions,
                inventory);
        return new AddressedResources(new AccountTypes(types), verbs, Authorizer.open());
    }

    private DeploymentStackEngine deploymentStacks() {
        AccountTypes known = new AccountTypes(types);
        ArmTemplates templates = new ArmTemplates(known, scopes, (_, _) -> LinkedTemplates.none());
        OwnedDenials denials = new OwnedDenials(
                database, new RuleChanges(database, new CurrentRules(database, clock)), audit, clock, true);
        return DeploymentStackEngine.of(
                new DeploymentEngine.Parts(database, operations, vault, audit, clock, UUID::randomUUID),
                new DeploymentStackEngine.Means(
                        templates, deploymentResources, new ResourceStore(types.sealing()), denials));
    }

    private Approvals approvals() {
        Approvals.Waiters waiters = new Approvals.Waiters() {
            @Override
            public void goOn(Transaction transaction, String operation) {
                operations.hasten(transaction, OperationId.parse(operation).orElseThrow());
            }

            @Override
            public void cancel(Transaction transaction, String operation) {
                operations.cancel(transaction, OperationId.parse(operation).orElseThrow());
            }
        };
        return new Approvals(
                database,
                vault,
                new ApprovalRecords(audit, clock),
                new Approvers(database, Authorizer.open()),
                waiters,
                clock,
                UUID::randomUUID);
    }

    private ChangeGuard guard() {
        return new ChangeGuard(
                new Guardrails(policies, Authorizer.open(), refusals::add, clock, approvals),
                scopes,
                types,
                vault,
                new SecretDigests(new byte[32]));
    }

    private Resources verbs() {
        return new Resources(
                database,
                operations,
                scopes,
                types,
                audit,
                vault,
                clock,
                UUID::randomUUID,
                Duration.ZERO,
                handlers,
                guard);
    }

    public Vault vault() {
        return vault;
    }

    private Operations operations(String node) {
        return new Operations(
                database, Settings.manual(), time.clocks(), new Random(5), node, Telemetry.none(), work -> {
                    meanwhile.run();
                    if (working) {
                        work.run();
                    }
                });
    }

    RegisteredType registered(TypeName name) {
        return types.find(name).orElseThrow();
    }

    public TypeVersion type(TypeName name) {
        return registered(name).current();
    }

    private TypeVersion typeOf(ResourceId id) {
        return types.find(id.type()).orElseThrow().current();
    }

    public ResourceId id(TypeName type, String... names) {
        return new ResourceId(SUBSCRIPTION, "group", type(type).armType(), List.of(names));
    }

    public Outcome put(ResourceId id, String properties) {
        return put(id, properties, Preconditions.NONE);
    }

    public Outcome put(ResourceId id, String properties, Preconditions preconditions) {
        return resources.put(request(id, properties, preconditions));
    }

    /// A PUT that may replace the thing.
    Outcome replace(ResourceId id, String properties, ReplacePolicy how) {
        return resources.put(request(id, properties, Preconditions.NONE).replacing(how));
    }

    private Put request(ResourceId id, String properties, Preconditions preconditions) {
        Put.Body body = Put.Body.of(Optional.of("local"), json("{}"), json(properties));
        return Put.of(DEVELOPER, id, typeOf(id), body).provided(preconditions);
    }

    Outcome patch(ResourceId id, String properties) {
        return resources.patch(new Patch(
                DEVELOPER,
                id,
                typeOf(id),
                Patch.Body.of(Optional.empty(), Optional.of(json(properties))),
                ChangeTerms.NONE));
    }

    Outcome delete(ResourceId id) {
        return resources.delete(new Delete(DEVELOPER, id, typeOf(id), Preconditions.NONE));
    }

    Actions.Result act(ResourceId id, String action, String input) {
        TypeVersion type = typeOf(id);
        return actions.act(new ActionRequest(
                DEVELOPER, id, type, type.registration().action(action).orElseThrow(), json(input)));
    }

    public void remove(ResourceId id) {
        Outcome _ = delete(id);
    }

    /// The identifier of what a record says that there is; empty if there is no record.
    public Optional<String> recorded(ResourceId id) {
        return resources.find(id).flatMap(Resource::identifier);
    }

    /// Puts, and carries the operation to its end.
    public Resource made(ResourceId id, String properties) {
        put(id, properties);
        settle(id);
        return resources.get(id);
    }

    /// Asks for the group to be deleted, and carries everything to its end.
    public Operation deleteGroup() {
        Operation begun = groups.delete(DEVELOPER, SUBSCRIPTION, "group").orElseThrow();
        settle();
        return operations.find(begun.id()).orElseThrow();
    }

    /// Runs what is due and moves the clock until no operation is under way any more.
    public void settle() {
        for (int i = 0; i < 5000; i++) {
            operations.runDue();
            boolean quiet = operations.list(SUBSCRIPTION, Optional.empty(), 1000).stream()
                    .allMatch(operation -> operation.state().terminal());
            if (quiet) {
                return;
            }
            clock.advance(Duration.ofSeconds(5));
        }
        throw new IllegalStateException("operations are still under way");
    }

    /// As [#settle()], though one operation waits.
    void settleBut(OperationId waiting) {
        for (int i = 0; i < 1000; i++) {
            operations.runDue();
            boolean quiet = operations.list(SUBSCRIPTION, Optional.empty(), 1000).stream()
                    .allMatch(operation ->
                            operation.id().equals(waiting) || operation.state().terminal());
            if (quiet) {
                return;
            }
            clock.advance(Duration.ofSeconds(5));
        }
        throw new IllegalStateException("operations are still under way");
    }

    /// Runs what is due and moves the clock until nothing is under way any more.
    public void settle(ResourceId id) {
        for (int i = 0; i < 2000; i++) {
            operations.runDue();
            if (resources.find(id).map(resource -> !resource.busy()).orElse(true)) {
                return;
            }
            clock.advance(Duration.ofSeconds(5));
        }
        throw new IllegalStateException(id + " is still busy");
    }

    public Operation operation(ResourceId id) {
        OperationId operation = resources.get(id).operation().orElseThrow();
        return operations.find(operation).orElseThrow();
    }

    public ObjectNode properties(ResourceId id) {
        return Documents.object(resources.get(id).properties());
    }

    static ObjectNode json(String text) {
        return (ObjectNode) Documents.JSON.readTree(text.replace('\'', '"'));
    }

    /// The problem that a request meets.
    static Problem problem(Runnable request) {
        try {
            request.run();
        } catch (ProblemException refused) {
            return refused.problem();
        }
        throw new AssertionError("the request was not refused");
    }

    @Override
    public void close() {
        operations.end(Duration.ofSeconds(5));
        StoredRecords.requireWhole(database);
        database.close();
    }
}
