package fairlead.server.wiring;

import fairlead.handler.ResourceType;
import fairlead.host.Isolation;
import fairlead.lambda.Grants;
import fairlead.lambda.Providers;
import fairlead.providers.files.FilesTypes;
import fairlead.providers.lab.FileLedger;
import fairlead.providers.lab.LabTypes;
import fairlead.providers.lab.Ledger;
import fairlead.providers.lab.PostgresLedger;
import fairlead.providers.postgres.PostgresTypes;
import fairlead.providers.tls.TlsTypes;
import fairlead.schema.reference.RemoteDocuments;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.admin.AdminSurface;
import fairlead.server.admin.MetricsSurface;
import fairlead.server.admin.ServerMetrics;
import fairlead.server.arm.ArmSurface;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseClock;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.DatabaseMark;
import fairlead.server.database.DatabaseMetrics;
import fairlead.server.database.Dialect;
import fairlead.server.database.FencedDatabase;
import fairlead.server.database.MeasuredDatabase;
import fairlead.server.database.Migrations;
import fairlead.server.database.PostgresDatabase;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.database.TracedDatabase;
import fairlead.server.event.EventFeed;
import fairlead.server.health.HealthSurface;
import fairlead.server.http.HttpServer;
import fairlead.server.http.Surface;
import fairlead.server.http.Tls;
import fairlead.server.limit.Limits;
import fairlead.server.operation.Operations;
import fairlead.server.operation.Settings;
import fairlead.server.options.Answering;
import fairlead.server.options.Listening;
import fairlead.server.options.Options;
import fairlead.server.options.SchemaHosts;
import fairlead.server.problem.Languages;
import fairlead.server.problem.Problem;
import fairlead.server.region.cell.CellSurface;
import fairlead.server.region.cell.PlacementTokens;
import fairlead.server.resource.Resources;
import fairlead.server.resource.call.HandlerInvoker;
import fairlead.server.resource.policy.ChangeGuard;
import fairlead.server.resource.record.Resealing;
import fairlead.server.scope.Scopes;
import fairlead.server.secret.Vault;
import fairlead.server.signature.Account;
import fairlead.server.signature.AssumedRoles;
import fairlead.server.signature.Signatures;
import fairlead.server.telemetry.OtlpTracer;
import fairlead.server.telemetry.Telemetry;
import fairlead.server.telemetry.Tracer;
import fairlead.server.type.Registrations;
import fairlead.server.type.Types;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.JsonNodeFactory;

/// A running control plane: everything constructed, started, and stopped in one place.
public final class ControlPlane implements AutoCloseable {

    /// The subscription of development mode.
    public static final String DEVELOPMENT = "00000000-0000-0000-0000-000000000000";

    /// Its resource group.
    public static final String DEFAULT_GROUP = "default";

    private static final Logger LOG = LoggerFactory.getLogger(ControlPlane.class);

    private final URI url;
    private final Types types;
    private final Deque<AutoCloseable> opened;

    private ControlPlane(Options options, int port, Types types, Deque<AutoCloseable> opened) {
        url = options.listening().url(port);
        this.types = types;
        this.opened = opened;
    }

    /// Starts one, on the database that the options name.
    public static ControlPlane start(Options options, Sources sources) {
        return start(options, sources, () -> open(options, sources), List.of());
    }

    /// Starts one, on a database of which it has the closing.
    ///
    /// @param more types that it serves besides those that ship with it
    public static ControlPlane start(
            Options options, Sources sources, Supplier<Database> opening, List<ResourceType> more) {
        DataFolder.prepare(options.storage().data());
        Languages languages =
                options.answering().languages().map(Languages::with).orElseGet(Languages::shipped);
        Listening listening = options.listening();
        FutureTask<HttpServer> loading = new FutureTask<>(() -> new HttpServer(new HttpServer.Settings(
                        listening.host(), listening.port(), listening.publicUrl(), tls(options, sources.clock()))
                .reached(new HttpServer.Reach(
                        listening.exposure(),
                        listening.loopbackPort(),
                        options.placement().isOfCell(),
                        AccessWiring.tokens(options, sources)))
                .speaking(languages)));
        Thread.ofPlatform().name("loading").start(loading);
        Deque<AutoCloseable> opened = new ArrayDeque<>();
        try {
            return assemble(options, sources, opening, more, loading, opened);
        } catch (RuntimeException | Error failure) {
            closeAll(opened, failure);
            throw failure;
        }
    }

    private static ControlPlane assemble(
            Options options,
            Sources given,
            Supplier<Database> opening,
            List<ResourceType> more,
            FutureTask<HttpServer> loading,
            Deque<AutoCloseable> opened) {
        Clock clock = given.clock();
        Duration wait = options.answering().syncWait();
        Telemetry telemetry = telemetry(options, opened);
        Database store = closing(opening.get(), opened);
        Sources sources = sharing(given, store, opened);
        MeasuredDatabase database = migrated(store, telemetry, clock, opened);
        SealWiring seal = SealWiring.of(options.storage(), database, clock);
        Vault vault = seal.vault();
        EventFeed feed = feed(options, database, sources, opened);
        AccessWiring access = AccessWiring.of(database, options, sources, telemetry.metrics(), opened);
        Authorizer authorizer = access.authorizer();
        AuditTrail audit = AuditWiring.begin(access, vault, telemetry.metrics(), opened);
        Scopes scopes = new Scopes(database, audit, options.placement().places(), clock, sources.ids());
        Types types = types(options, database, vault, clock, ledger(options, store, opened), more, opened);
        AccessWiring.Identities identities = access.identities(vault, audit, opened);
        Signatures signatures = access.signatures(identities);
        AssumedRoles roles = access.roles(identities, signatures, scopes);
        Registrations registrations = registrations(options, database, types, audit, vault, clock, opened);
        Operations operations = operations(options, database, sources, telemetry);
        PolicyWiring policies = PolicyWiring.of(database, vault, audit, authorizer, operations, sources, opened);
        HookWiring hooks = policies.hooks(vault, types, sources, options, opened);
        var registry = new RegistryWiring(database, types, registrations, hooks, signatures, authorizer, sources);
        HandlerInvoker handlers = new HandlerInvoker(types, clock);
        ChangeGuard guard = policies.guard(scopes, types, vault, signatures).asking(hooks.gate());
        Resources resources = new Resources(
                database, operations, scopes, types, audit, vault, clock, sources.ids(), wait, handlers, guard);
        SurfaceWiring surfaceWiring = new SurfaceWiring(
                database, operations, resources, scopes, types, handlers, audit, signatures, authorizer, sources);
        DeploymentWiring deployments = surfaceWiring.deployments(vault, access.templates(audit, registry), options);
        begin(operations.carryOut(deployments.before(registry.task(surfaceWiring.tasks(vault)))), database, opened);
        makeScopes(scopes, signatures, options);
        ArmSurface.Verbs verbs = surfaceWiring.verbs(vault, options, telemetry.metrics(), opened);
        AdminSurface.About about = about(options, database, types, telemetry);
        AdminSurface.Condition condition = HealthWiring.condition(options, database, operations, seal, clock, opened);
        AccessWiring.Doors doors = access.doors(identities, signatures, scopes, policies.refusals(), opened);
        var sessions = access.sessions(identities, roles, policies.refusals());
        Surface registered = registry.types(operations, wait, sessions, deployments.stacks(), scopes, roles);
        List<Surface> signed = surfaceWiring.signed(verbs, registry.packages(), registered, roles, hooks, deployments);
        AdminSurface.Secrets secrets = seal.secrets(surfaceWiring, options, opened);
        List<Surface> surfaces = doors.after(
                policies.after(signed, scopes, types, guard, options, opened),
                new HealthSurface(condition.health()),
                policies.stacks(deployments.stacks(), types, scopes, signatures),
                new MetricsSurface(telemetry.metrics()),
                surfaceWiring.admin(registrations, wait, about, condition, policies.refusals(), secrets),
                surfaceWiring.openApi(),
                surfaceWiring.arm(verbs, arm(options, clock), feed));
        EventWiring following = new EventWiring(database, feed, types, vault, authorizer);
        List<Surface> served = following.before(surfaces, options.watching(), sources, telemetry, opened);
        var all = inCell(surfaceWiring.cell(vault, access.copies(identities, policies, types, vault)), served);
        return listen(options, sources, loaded(loading), doors.with(all), telemetry, types, opened)
                .endingFirst(options, operations, feed, condition);
    }

    /// What ends before all else, so that requests can.
    private ControlPlane endingFirst(
            Options options, Operations operations, EventFeed feed, AdminSurface.Condition condition) {
        AutoCloseable drain =
                HealthWiring.stop(condition.health(), options.answering().drain());
        List.<AutoCloseable>of(operations::endWaiting, feed, drain).forEach(opened::push);
        return this;
    }

    private static ArmSurface.Settings arm(Options options, Clock clock) {
        Answering answering = options.answering();
        return new ArmSurface.Settings(answering.minRetryAfter(), clock, answering.strictPreconditions());
    }

    private static Operations operations(Options options, Database database, Sources sources, Telemetry telemetry) {
        String node = sources.ids().get().toString();
        Settings settings = Settings.standard().paused(options.answering().paused());
        if (settings.paused()) {
            LOG.warn("started with --paused: no operation is carried on or begun, and no drift is looked for");
        }
        return new Operations(database, settings, sources.clocks(), sources.chance(), node, telemetry);
    }

    private static Database closing(Database database, Deque<AutoCloseable> opened) {
        opened.push(database);
        return database;
    }

    /// Nodes that share a database compare instants by its clock.
    private static Sources sharing(Sources sources, Database database, Deque<AutoCloseable> opened) {
        if (database.dialect() == Dialect.SQLITE) {
            return sources;
        }
        DatabaseClock clock = new DatabaseClock(database, sources.elapsed()).begin();
        opened.push(clock);
        return sources.sharing(clock.withZone(ZoneOffset.UTC));
    }

    private static void begin(Operations operations, Database database, Deque<AutoCloseable> opened) {
        operations.begin(database.dialect() == Dialect.SQLITE);
        opened.push(operations);
    }

    private static MeasuredDatabase migrated(
            Database store, Telemetry telemetry, Clock clock, Deque<AutoCloseable> opened) {
        Database database = TracedDatabase.over(store, telemetry.tracer());
        DatabaseMetrics.declare(database, telemetry.metrics());
        Migrations.apply(database, clock);
        if (store instanceof SqliteDatabase own) {
            opened.push(new DatabaseMark(own, own.path()).begin());
        }
        return new MeasuredDatabase(FencedDatabase.over(database), telemetry.metrics());
    }

    private static EventFeed feed(Options options, Database database, Sources sources, Deque<AutoCloseable> opened) {
        EventFeed feed =
                new EventFeed(database, sources.clock(), options.watching().kept(), sources.ids());
        opened.push(feed);
        return feed.begin();
    }

    private static ControlPlane listen(
            Options options,
            Sources sources,
            HttpServer http,
            AccessWiring.Doors doors,
            Telemetry telemetry,
            Types types,
            Deque<AutoCloseable> opened) {
        Limits limits = new Limits(options.limits(), sources.elapsed());
        http.start(doors.surfaces(), ControlPlane::problem, sources.requestIds(), telemetry, limits, doors.control());
        opened.push(http);
        ControlPlane plane = new ControlPlane(options, http.port(), types, opened);
        LOG.info("listening on {}", plane.url());
        return plane;
    }

    /// The surfaces of one that a front may ask: as many more.
    private static List<Surface> inCell(CellSurface cell, List<Surface> others) {
        List<Surface> surfaces = new ArrayList<>(List.of(cell));
        others.forEach(surface -> surfaces.add(new PlacementTokens(surface)));
        return surfaces;
    }

    /// The registrations, whose schemas refer to types, and to documents on the hosts that are allowed.
    private static Registrations registrations(
            Options options,
            Database database,
            Types types,
            AuditTrail audit,
            Vault vault,
            Clock clock,
            Deque<AutoCloseable> opened) {
        SchemaHosts allowed = options.types().schemaHosts();
        RemoteDocuments hosts = new RemoteDocuments(allowed.names(), allowed.limits());
        opened.push(hosts);
        return new Registrations(
                database, types, audit, vault, clock, options.types().gate(), hosts);
    }

    /// What was asked for is kept, or the server does not start.
    private static void requireIsolation(Grants grants) {
        if (grants.egress().declaredOnly() && !Isolation.confinesConnections()) {
            throw new UncheckedIOException(
                    "--egress=declared can't be kept on this machine: its kernel has no Landlock of version 4",
                    new IOException("no rules for connections"));
        }
        Isolation.lack().filter(_ -> grants.isolated()).ifPresent(lack -> {
            throw new UncheckedIOException(
                    "--isolation=required can't be kept on this machine: " + lack, new IOException(lack));
        });
    }

    /// The types that ship with it, and what hosts those that come later.
    private static Types types(
            Options options,
            Database database,
            Vault vault,
            Clock clock,
            Ledger ledger,
            List<ResourceType> more,
            Deque<AutoCloseable> opened) {
        requireIsolation(options.providers().grants());
        Providers providers = new Providers(options.storage().data().resolve("providers"), options.providers(), clock);
        opened.push(providers);
        Thread.ofPlatform().name("isolation").start(() -> Isolation.lack().ifPresent(LOG::warn));
        Types types = new Types(
                database,
                vault,
                clock,
                options.storage().data().resolve("types"),
                providers,
                options.storage().seal());
        types.ship(LabTypes.all(ledger));
        types.ship(FilesTypes.all(options.storage().data().resolve("files")));
        types.ship(PostgresTypes.all());
        types.ship(TlsTypes.all(options.storage().data().resolve("tls")));
        types.ship(more);
        types.refresh();
        opened.push(new Resealing(database, types).begin());
        return types;
    }

    /// The library behind spans is loaded only where spans are exported.
    private static Telemetry telemetry(Options options, Deque<AutoCloseable> opened) {
        boolean wanted =
                options.observability().otlp().isPresent() || System.getenv("OTEL_EXPORTER_OTLP_ENDPOINT") != null;
        Tracer tracer = wanted ? OtlpTracer.open(options.observability().otlp()) : Tracer.NONE;
        opened.push(tracer);
        return Telemetry.to(tracer);
    }

    /// What the server says of itself, in its metrics, too.
    private static AdminSurface.About about(Options options, Database database, Types types, Telemetry telemetry) {
        String version = Optional.ofNullable(ControlPlane.class.getPackage().getImplementationVersion())
                .orElse("development");
        String kind = switch (database.dialect()) {
            case SQLITE -> "sqlite";
            case POSTGRESQL -> "postgresql";
        };
        AdminSurface.About about =
                new AdminSurface.About(version, kind, options.authentication().required() ? "sign-in" : "development");
        ServerMetrics.declare(about, types, telemetry.metrics());
        return about;
    }

    private static HttpServer loaded(FutureTask<HttpServer> loading) {
        try {
            return loading.get();
        } catch (InterruptedException | ExecutionException failure) {
            throw new IllegalStateException("can't load the HTTP server", failure);
        }
    }

    private static Database open(Options options, Sources sources) {
        return options.storage()
                .database()
                .<Database>map(url -> PostgresDatabase.open(
                        DatabasePassword.of(options.storage(), System.getenv()).in(url), sources.chance()))
                .orElseGet(() -> {
                    Path data = options.storage().data();
                    NativeLibrary library = NativeLibrary.into(data.resolve("native"));
                    Database own = SqliteDatabase.open(DataFolder.database(options.storage()));
                    library.deleteEarlier();
                    return own;
                });
    }

    /// Several nodes that share a database share what the lab has made.
    private static Ledger ledger(Options options, Database database, Deque<AutoCloseable> opened) {
        if (database instanceof PostgresDatabase shared) {
            return PostgresLedger.over(shared.pool());
        }
        FileLedger ledger = new FileLedger(options.storage().data().resolve("lab"));
        opened.push(ledger);
        return ledger;
    }

    private static Optional<Tls> tls(Options options, Clock clock) {
        return options.listening()
                .tls()
                .map(https -> https.certificate(
                        options.storage().data(), options.listening().names(), clock))
                .map(shown -> shown.asking(options.listening().clientAuthorities()));
    }

    /// The subscription of development mode, and those of the accounts whose keys are known: each with the
    /// group in which resources live that are made without naming one. Of several cells, the home of
    /// subscriptions makes them.
    private static void makeScopes(Scopes scopes, Signatures signatures, Options options) {
        if (!scopes.locations().serves(scopes.locations().offered().getFirst())) {
            return;
        }
        Caller caller = new Caller(
                Principal.DEVELOPER,
                "start",
                "start",
                Optional.empty(),
                options.listening().host());
        scopes.putSubscription(DEVELOPMENT, "Development", "Enabled");
        boolean missing = scopes.groups(DEVELOPMENT, "", 1).isEmpty();
        if (missing) {
            makeGroup(scopes, caller, DEVELOPMENT, DEFAULT_GROUP);
        }
        for (Account account : signatures.accounts()) {
            if (scopes.findSubscription(account.subscription()).isEmpty()) {
                scopes.putSubscription(account.subscription(), account.name(), "Enabled");
            }
            if (scopes.findGroup(account.subscription(), account.group()).isEmpty()) {
                makeGroup(scopes, caller, account.subscription(), account.group());
            }
        }
    }

    static void makeGroup(Scopes scopes, Caller caller, String subscription, String name) {
        String location = scopes.locations().offered().getFirst();
        scopes.putGroup(caller, subscription, name, location, JsonNodeFactory.instance.objectNode());
    }

    /// What trouble means for a caller.
    private static Problem problem(RuntimeException failure) {
        if (failure instanceof DatabaseException trouble) {
            return switch (trouble.kind()) {
                case FULL -> new Problem.StorageFull();
                case UNAVAILABLE, SERIALIZATION -> new Problem.Unavailable();
                case DUPLICATE, BROKEN -> new Problem.Internal();
            };
        }
        return new Problem.Internal();
    }

    /// The address under which it can be called, without a slash at the end.
    public URI url() {
        return url;
    }

    /// The types it serves.
    public Types types() {
        return types;
    }

    /// Stops listening and lets requests finish; then lets handler calls finish; then closes the database.
    @Override
    public void close() {
        LOG.info("stopping");
        IllegalStateException failure = new IllegalStateException("not everything could be closed");
        closeAll(opened, failure);
        if (failure.getSuppressed().length > 0) {
            throw failure;
        }
    }

    private static void closeAll(Deque<AutoCloseable> opened, Throwable failure) {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception another) {
                failure.addSuppressed(another);
            }
        }
    }
}
