package fairlead.server.wiring;

import fairlead.server.access.AccessRecords;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Authorizer;
import fairlead.server.access.audit.EventLookup;
import fairlead.server.access.audit.cloudtrail.CloudTrailSurface;
import fairlead.server.admin.AdminSurface;
import fairlead.server.admin.AuditRoutes;
import fairlead.server.admin.ReferenceLookup;
import fairlead.server.admin.SecretTargetRoutes;
import fairlead.server.arm.AddressedForecasts;
import fairlead.server.arm.AddressedResources;
import fairlead.server.arm.ArmSurface;
import fairlead.server.arm.activitylog.ActivityLogSurface;
import fairlead.server.arm.authorization.RoleForecasts;
import fairlead.server.arm.authorization.RoleResources;
import fairlead.server.arm.deployment.ArmTemplates;
import fairlead.server.arm.openapi.OpenApiSurface;
import fairlead.server.arm.quota.QuotaSurface;
import fairlead.server.cloudcontrol.CloudControlSurface;
import fairlead.server.cloudcontrol.SecretsManagerSurface;
import fairlead.server.cloudcontrol.endpoint.EndpointSurface;
import fairlead.server.database.Database;
import fairlead.server.drift.DriftReads;
import fairlead.server.drift.Drifts;
import fairlead.server.drift.Repairs;
import fairlead.server.drift.Schedule;
import fairlead.server.event.EventFeed;
import fairlead.server.http.Surface;
import fairlead.server.limit.quota.QuotaVerbs;
import fairlead.server.operation.Operations;
import fairlead.server.operation.Task;
import fairlead.server.options.Options;
import fairlead.server.options.SecretPlaces;
import fairlead.server.region.cell.AccessCopies;
import fairlead.server.region.cell.CellSurface;
import fairlead.server.registry.quota.ServiceQuotasSurface;
import fairlead.server.registry.stack.ParameterStoreSurface;
import fairlead.server.registry.stack.TemplateFiles;
import fairlead.server.registry.stack.callback.ConfiguredEndpoints;
import fairlead.server.registry.stack.callback.CustomAnswerSurface;
import fairlead.server.registry.stack.callback.SignalSurface;
import fairlead.server.resource.Actions;
import fairlead.server.resource.IdentifiedResources;
import fairlead.server.resource.Orphans;
import fairlead.server.resource.RecordFactory;
import fairlead.server.resource.ResourceTasks;
import fairlead.server.resource.Resources;
import fairlead.server.resource.Tagging;
import fairlead.server.resource.TenantActions;
import fairlead.server.resource.WhatIf;
import fairlead.server.resource.call.HandlerInvoker;
import fairlead.server.resource.call.HandlerReads;
import fairlead.server.resource.group.Groups;
import fairlead.server.resource.imports.Imports;
import fairlead.server.resource.list.Exports;
import fairlead.server.resource.list.Inventory;
import fairlead.server.resource.list.References;
import fairlead.server.resource.move.Moves;
import fairlead.server.resource.move.RecordTransfer;
import fairlead.server.resource.record.Arns;
import fairlead.server.resource.record.ChangeRecorder;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.resource.secret.FileSink;
import fairlead.server.resource.secret.GeneratedSecrets;
import fairlead.server.resource.secret.SecretDelivery;
import fairlead.server.resource.secret.SecretReads;
import fairlead.server.resource.secret.SecretSink;
import fairlead.server.resource.secret.SecretTarget.Kind;
import fairlead.server.resource.secret.SecretTargets;
import fairlead.server.resource.secret.VaultSink;
import fairlead.server.resource.step.OrphanCleanup;
import fairlead.server.scope.Accounts;
import fairlead.server.scope.Locks;
import fairlead.server.scope.ScopeCopies;
import fairlead.server.scope.Scopes;
import fairlead.server.secret.Vault;
import fairlead.server.secret.VaultServer;
import fairlead.server.signature.Account;
import fairlead.server.signature.AssumedRoles;
import fairlead.server.signature.Signatures;
import fairlead.server.stack.StackEngine;
import fairlead.server.stack.custom.CustomAnswers;
import fairlead.server.stack.custom.CustomEndpoints;
import fairlead.server.stack.deployment.DeploymentEngine;
import fairlead.server.stack.deploymentstack.DeploymentStackEngine;
import fairlead.server.stack.record.ShownOwners;
import fairlead.server.tagging.TaggingSurface;
import fairlead.server.tagging.TaggingVerbs;
import fairlead.server.telemetry.Metrics;
import fairlead.server.type.AccountTypes;
import fairlead.server.type.Registrations;
import fairlead.server.type.TypeCopies;
import fairlead.server.type.Types;
import fairlead.server.type.hook.HookResults;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The surfaces: what each protocol lets callers do, made of the same few objects.
record SurfaceWiring(
        Database database,
        Operations operations,
        Resources resources,
        Scopes scopes,
        Types types,
        HandlerInvoker handlers,
        AuditTrail audit,
        Signatures signatures,
        Authorizer authorizer,
        Sources sources) {

    /// What ARM's clients can do.
    ArmSurface.Verbs verbs(Vault vault, Options options, Metrics metrics, Deque<AutoCloseable> opened) {
        Drifts drifts = drifts(vault, options, metrics, opened);
        Clock clock = sources.clock();
        Supplier<UUID> ids = sources.ids();
        Duration wait = options.answering().syncWait();
        return new ArmSurface.Verbs(
                new ArmSurface.OnScopes(
                        scopes,
                        new Locks(database, audit, clock),
                        new Groups(database, scopes, types, operations, clock, ids, wait),
                        new Exports(database, scopes, inventory(), types)),
                new ArmSurface.OnResources(
                        resources,
                        new WhatIf(resources, vault, types.sealing()),
                        new Actions(resources, operations, types, vault, handlers, ids),
                        new TenantActions(database, audit, handlers, scopes.locations(), clock, ids),
                        new Tagging(database, scopes, resources, types, audit, clock),
                        new Moves(database, scopes, operations, transfer(), clock, ids, wait),
                        reads(vault)),
                inventory(),
                arns(),
                drifts,
                new Orphans(database, scopes, orphanCleanup(vault), audit, clock),
                operations,
                new ShownOwners(database, sources.elapsed()));
    }

    private SecretReads reads(Vault vault) {
        return new SecretReads(database, types, new GeneratedSecrets(vault), recorder());
    }

    private ChangeRecorder recorder() {
        return new ChangeRecorder(types, audit, sources.clock());
    }

    /// Where secrets go to that handlers make, and what brings them there, which begins.
    SecretTargetRoutes targets(Vault vault, SecretPlaces places, Deque<AutoCloseable> opened) {
        Map<Kind, SecretSink> sinks = new EnumMap<>(Kind.class);
        places.files().ifPresent(folder -> sinks.put(Kind.FILE, new FileSink(folder)));
        places.vault()
                .ifPresent(kv -> sinks.put(
                        Kind.VAULT,
                        new VaultSink(new VaultServer(kv.address(), kv.tokenFile()), kv.mount(), kv.prefix())));
        ResourceStore store = new ResourceStore(types.sealing());
        opened.push(new SecretDelivery(
                        database,
                        store,
                        new GeneratedSecrets(vault),
                        recorder(),
                        ServerCaller.SERVER,
                        sources.shared(),
                        sinks)
                .begin());
        return new SecretTargetRoutes(
                new SecretTargets(database, store, reads(vault), recorder(), sources.shared(), sinks.keySet()));
    }

    /// The verbs on drift, and its schedule, which begins.
    private Drifts drifts(Vault vault, Options options, Metrics metrics, Deque<AutoCloseable> opened) {
        Clock clock = sources.clock();
        DriftReads readings = new DriftReads(types, vault, handlers, clock, sources.ids());
        Repairs repairs = new Repairs(database, operations, scopes, types, clock, sources.ids());
        Drifts drifts = new Drifts(database, scopes, resources, readings, repairs, metrics, clock);
        var settings = new Schedule.Settings(options.types().driftInterval(), sources.chance());
        Schedule schedule =
                new Schedule(database, types, resources, drifts, orphanCleanup(vault), settings, sources.shared());
        if (!options.answering().paused()) {
            schedule.begin();
            opened.push(schedule);
        }
        return drifts;
    }

    private RecordTransfer transfer() {
        return new RecordTransfer(scopes, types, sources.clock(), resources::moved);
    }

    private OrphanCleanup orphanCleanup(Vault vault) {
        return new OrphanCleanup(database, types, vault, handlers, sources.clock());
    }

    private Inventory inventory() {
        return new Inventory(database, scopes, types);
    }

    private Arns arns() {
        return arns(database, types, signatures);
    }

    static Arns arns(Database database, Types types, Signatures signatures) {
        Accounts accounts = new Accounts(
                signatures.accounts().stream().collect(Collectors.toMap(Account::subscription, Account::number)));
        return new Arns(database, types, accounts);
    }

    IdentifiedResources identified() {
        return identified(authorizer);
    }

    private IdentifiedResources identified(Authorizer deciding) {
        return new IdentifiedResources(
                resources,
                database,
                operations,
                scopes,
                new RecordFactory(types, sources.clock(), sources.ids()),
                new HandlerReads(handlers, sources.ids()),
                deciding);
    }

    /// Carries the operations of stacks out, and has the verbs on them.
    private StackEngine stacks(Vault vault, TemplateFiles templates, Options options) {
        CustomEndpoints endpoints = new ConfiguredEndpoints(
                options.types().customResources(), options.watching().anywhere());
        StackEngine.Parts parts = new StackEngine.Parts(
                database,
                operations,
                identified(),
                new AccountTypes(types),
                vault,
                audit,
                endpoints,
                sources.clock(),
                sources.ids());
        StackEngine engine = StackWiring.engine(parts, templates, signatures, identified(Authorizer.open()));
        types.compose(engine.composites());
        return engine;
    }

    /// Carries deployments and deployment stacks out, and answers for them.
    ///
    /// @param templated what templates are carried out with besides resources
    DeploymentWiring deployments(Vault vault, TemplateMeans templated, Options options) {
        var parts = new DeploymentEngine.Parts(database, operations, vault, audit, sources.clock(), sources.ids());
        AccountTypes known = new AccountTypes(types);
        Clock clock = sources.clock();
        var verbs = new AddressedResources.Verbs(
                scopes,
                new Locks(database, audit, clock),
                new Groups(database, scopes, types, operations, clock, sources.ids(), Duration.ZERO),
                resources,
                new WhatIf(resources, vault, types.sealing()),
                new Actions(resources, operations, types, vault, handlers, sources.ids()),
                inventory());
        AddressedResources addressed = new AddressedResources(known, verbs, authorizer);
        RoleResources deployable = new RoleResources(addressed, templated.roles(), authorizer);
        AddressedForecasts forecasts = new AddressedForecasts(addressed, resources, verbs.whatIf());
        ArmTemplates templates = new ArmTemplates(known, scopes, templated.links());
        var means = new DeploymentStackEngine.Means(
                templates, deployable, new ResourceStore(types.sealing()), templated.denials());
        return new DeploymentWiring(
                stacks(vault, templated.files(), options),
                DeploymentStackEngine.of(parts, means),
                templates,
                deployable,
                new RoleForecasts(forecasts, deployable));
    }

    /// What carries the operations of resources out.
    Task tasks(Vault vault) {
        return ResourceTasks.of(database, types, scopes, vault, sources.clock(), handlers, resources);
    }

    /// Those to which requests are signed, and those of quotas.
    ///
    /// @param packages where packages come in, and `registry` the registry itself
    /// @param roles as whom Cloud Control's callers can act
    /// @param hooks what they have said, and where it is told who has read the audit trail
    List<Surface> signed(
            ArmSurface.Verbs verbs,
            Surface packages,
            Surface registry,
            AssumedRoles roles,
            HookWiring hooks,
            DeploymentWiring deployments) {
        Surface cloudTrail = new CloudTrailSurface(signatures, events(), authorizer, hooks.refusals());
        List<Surface> all = new ArrayList<>(List.of(
                packages,
                registry,
                cloudTrail,
                activityLog(hooks.refusals()),
                tagging(verbs),
                secrets(verbs),
                new ParameterStoreSurface(signatures, scopes.locations(), authorizer),
                quotas(),
                serviceQuotas(),
                cloudControl(verbs, roles, hooks.results()),
                endpoints(),
                new SignalSurface(deployments.stacks().signals()),
                new CustomAnswerSurface(new CustomAnswers(deployments.stacks().customs())),
                deployments.surface(scopes, authorizer, sources.clock())));
        all.addAll(deployments.stackSurfaces(scopes, authorizer, sources.clock()));
        return all;
    }

    private Surface secrets(ArmSurface.Verbs verbs) {
        return new SecretsManagerSurface(
                signatures,
                scopes.locations(),
                verbs.arns(),
                verbs.onResources().secrets(),
                authorizer);
    }

    private EventLookup events() {
        return new EventLookup(database, audit, authorizer);
    }

    /// The audit trail for Azure's clients.
    private Surface activityLog(AccessRecords records) {
        return new ActivityLogSurface(events(), authorizer, records);
    }

    private Surface cloudControl(ArmSurface.Verbs verbs, AssumedRoles roles, HookResults hooks) {
        return new CloudControlSurface(
                signatures,
                scopes.locations(),
                new AccountTypes(types),
                new CloudControlSurface.Verbs(identified(), verbs.drifts(), verbs.arns(), operations, hooks, roles),
                sources.clock(),
                authorizer);
    }

    Surface admin(
            Registrations registrations,
            Duration wait,
            AdminSurface.About about,
            AdminSurface.Condition condition,
            AccessRecords records,
            AdminSurface.Secrets secrets) {
        var audited = new AuditRoutes(database, audit, records, sources.clock());
        var imports = new Imports(database, scopes, operations, sources.clock(), sources.ids(), wait);
        var verbs = new AdminSurface.Verbs(types, registrations, imports, live(), audited, secrets);
        return new AdminSurface(verbs, about, condition, authorizer);
    }

    /// What a front asks.
    CellSurface cell(Vault vault, Optional<AccessCopies> access) {
        Clock clock = sources.clock();
        var copies = new TypeCopies(database, types, vault, audit, clock);
        return new CellSurface(scopes, new ScopeCopies(database, scopes, clock), copies, access);
    }

    Surface openApi() {
        return new OpenApiSurface(new AccountTypes(types), scopes.locations(), authorizer);
    }

    Surface arm(ArmSurface.Verbs verbs, ArmSurface.Settings settings, EventFeed feed) {
        return new ArmSurface(new AccountTypes(types), verbs, settings, authorizer, feed::mark);
    }

    private Surface endpoints() {
        return new EndpointSurface(signatures, scopes.locations(), new AccountTypes(types), identified());
    }

    private QuotaVerbs quotaVerbs() {
        return new QuotaVerbs(types.sealing().quotas(), audit, sources.clock());
    }

    private Surface quotas() {
        return new QuotaSurface(quotaVerbs(), new AccountTypes(types), authorizer, scopes);
    }

    private Surface serviceQuotas() {
        return new ServiceQuotasSurface(signatures, quotaVerbs(), new AccountTypes(types), authorizer, sources.clock());
    }

    private Surface tagging(ArmSurface.Verbs verbs) {
        return new TaggingSurface(
                signatures,
                scopes.locations(),
                new TaggingVerbs(verbs.arns(), verbs.onResources().tagging(), verbs.inventory(), authorizer));
    }

    ReferenceLookup live() {
        return new ReferenceLookup(arns(), new References(database, inventory(), types, arns()));
    }
}
