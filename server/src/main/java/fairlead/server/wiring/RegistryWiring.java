package fairlead.server.wiring;

import fairlead.server.access.Authorizer;
import fairlead.server.arm.deployment.ArmTemplates;
import fairlead.server.arm.deployment.StoredTemplates;
import fairlead.server.database.Database;
import fairlead.server.http.Surface;
import fairlead.server.operation.Operations;
import fairlead.server.operation.Task;
import fairlead.server.registry.RegistryActions;
import fairlead.server.registry.packages.PackageStore;
import fairlead.server.registry.query.JoinedService;
import fairlead.server.registry.query.QuerySurface;
import fairlead.server.registry.registration.PackageFinder;
import fairlead.server.registry.registration.TypeJobs;
import fairlead.server.registry.registration.TypeTask;
import fairlead.server.registry.s3.S3Surface;
import fairlead.server.registry.stack.StackActions;
import fairlead.server.registry.stack.TemplateFiles;
import fairlead.server.registry.sts.SecurityTokens;
import fairlead.server.registry.sts.Sessions;
import fairlead.server.scope.Scopes;
import fairlead.server.signature.AssumedRoles;
import fairlead.server.signature.Signatures;
import fairlead.server.stack.StackEngine;
import fairlead.server.type.AccountTypes;
import fairlead.server.type.Registrations;
import fairlead.server.type.Types;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The wiring of CloudFormation's type registry: what it does as operations, and the surfaces in front of it.
final class RegistryWiring {

    private final Database database;
    private final Types types;
    private final Registrations registrations;
    private final HookWiring hooks;
    private final Signatures signatures;
    private final Sources sources;
    private final PackageStore store;
    private final TemplateFiles templates;
    private final PackageFinder packages;
    private final Authorizer authorizer;

    RegistryWiring(
            Database database,
            Types types,
            Registrations registrations,
            HookWiring hooks,
            Signatures signatures,
            Authorizer authorizer,
            Sources sources) {
        this.authorizer = authorizer;
        this.database = database;
        this.types = types;
        this.registrations = registrations;
        this.hooks = hooks;
        this.signatures = signatures;
        this.sources = sources;
        store = new PackageStore(database, types.sealing().quotas(), sources.clock(), sources.ids());
        templates = new TemplateFiles(store, signatures.takesAnyKey());
        packages = new PackageFinder(store, signatures.takesAnyKey());
    }

    /// Templates of stacks that were uploaded where packages come in.
    TemplateFiles templates() {
        return templates;
    }

    /// What operations on types do, and by another task all others.
    Task task(Task others) {
        return new TypeTask(database, types, registrations, hooks.types(), packages, sources.clock()).orElse(others);
    }

    /// The actions on stacks, whose templates come in where packages do.
    private StackActions stacks(StackEngine engine, Scopes scopes, AssumedRoles roles) {
        return new StackActions(new StackActions.Parts(
                engine, scopes.locations(), templates, roles, new AccountTypes(types), sources.clock(), sources.ids()));
    }

    /// Templates that were uploaded where packages come in.
    ArmTemplates.Links links() {
        return (subscription, base) ->
                new StoredTemplates(store.of(signatures.takesAnyKey() ? "" : subscription), base);
    }

    /// Where packages come in.
    Surface packages() {
        return new S3Surface(store, signatures, authorizer);
    }

    /// The registry itself, and who the caller is.
    ///
    /// @param patience how long a request waits for what it has begun
    /// @param sessions begins those of AWS tools; empty in development mode
    /// @param engine of stacks, the actions on which are of the same service
    Surface types(
            Operations operations,
            Duration patience,
            Optional<Sessions> sessions,
            StackEngine engine,
            Scopes scopes,
            AssumedRoles roles) {
        TypeJobs jobs = new TypeJobs(database, operations, sources.clock(), sources.ids(), patience);
        var told = new RegistryActions.Hooks(hooks.types(), hooks.results(), authorizer);
        var actions = new RegistryActions(types, registrations, told, jobs, packages, signatures.takesAnyKey());
        return new QuerySurface(
                List.of(
                        new JoinedService(stacks(engine, scopes, roles), StackActions::has, actions),
                        new SecurityTokens(sessions)),
                signatures,
                authorizer);
    }
}
