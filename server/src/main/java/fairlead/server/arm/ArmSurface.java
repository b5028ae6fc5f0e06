package fairlead.server.arm;

import fairlead.server.access.Asked;
import fairlead.server.access.Authorizer;
import fairlead.server.arm.address.Address;
import fairlead.server.arm.address.Addresses;
import fairlead.server.arm.address.QueryOptions;
import fairlead.server.drift.Drifts;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.limit.Use;
import fairlead.server.operation.Operations;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.Actions;
import fairlead.server.resource.Orphans;
import fairlead.server.resource.Resources;
import fairlead.server.resource.Tagging;
import fairlead.server.resource.TenantActions;
import fairlead.server.resource.WhatIf;
import fairlead.server.resource.group.Groups;
import fairlead.server.resource.list.Exports;
import fairlead.server.resource.list.Inventory;
import fairlead.server.resource.move.Moves;
import fairlead.server.resource.record.Arns;
import fairlead.server.resource.secret.SecretReads;
import fairlead.server.scope.Locks;
import fairlead.server.scope.Scopes;
import fairlead.server.stack.record.ShownOwners;
import fairlead.server.type.AccountTypes;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;

/// The Azure Resource Manager protocol. It also answers for every address that no other surface serves: that there is
/// nothing.
public final class ArmSurface implements Surface {

    private static final Set<String> ROOTS = Set.of("subscriptions", "providers");

    private static final String MARK = "x-fairlead-watch";

    private final Addresses addresses;
    private final Answers answers;
    private final ResourceRoutes resources;
    private final ActionRoutes actions;
    private final SecretRoutes secrets;
    private final OperationRoutes operations;
    private final ScopeRoutes scopes;
    private final ProviderRoutes providers;
    private final InventoryRoutes inventory;
    private final LockRoutes locks;
    private final TagRoutes tags;
    private final MoveRoutes moves;
    private final Supplier<String> mark;
    private final DriftRoutes drifts;
    private final OrphanRoutes orphanRoutes;
    private final ExportRoutes exports;
    private final boolean strictPreconditions;
    private final Authorizer authorizer;

    /// Everything that callers can do.
    public record Verbs(
            OnScopes onScopes,
            OnResources onResources,
            Inventory inventory,
            Arns arns,
            Drifts drifts,
            Orphans orphans,
            Operations operations,
            ShownOwners owners) {}

    /// What callers can do with subscriptions and resource groups, and with what stands in them as a whole.
    public record OnScopes(Scopes scopes, Locks locks, Groups groups, Exports exports) {}

    /// What callers can do with resources.
    public record OnResources(
            Resources resources,
            WhatIf whatIf,
            Actions actions,
            TenantActions tenantActions,
            Tagging tagging,
            Moves moves,
            SecretReads secrets) {}

    /// How requests are answered.
    ///
    /// @param pause what callers are asked to wait before they look again at what is going on, if nothing better is
    ///     known
    /// @param clock tells for how long an operation has gone on
    /// @param strictPreconditions whether an empty `If-Match` or `If-None-Match` is refused on resources, too
    public record Settings(Duration pause, Clock clock, boolean strictPreconditions) {}

    /// @param authorizer who may see and do what
    /// @param mark the place from which to watch what is not in a list yet; empty while it is not known
    public ArmSurface(
            AccountTypes types, Verbs verbs, Settings settings, Authorizer authorizer, Supplier<String> mark) {
        this.authorizer = authorizer;
        this.mark = mark;
        strictPreconditions = settings.strictPreconditions();
        OnScopes onScopes = verbs.onScopes();
        OnResources onResources = verbs.onResources();
        addresses = new Addresses(types);
        answers = new Answers(settings.pause(), settings.clock(), verbs.arns());
        ApiVersions versions = new ApiVersions(types, onScopes.scopes().locations());
        resources = new ResourceRoutes(
                onResources.resources(),
                verbs.inventory(),
                onResources.whatIf(),
                versions,
                answers,
                authorizer,
                verbs.owners());
        actions = new ActionRoutes(types, onResources.actions(), onResources.tenantActions(), versions, answers);
        secrets = new SecretRoutes(onResources.resources(), onResources.secrets(), versions);
        operations = new OperationRoutes(
                verbs.operations(), onResources.resources(), onResources.actions(), types, answers, authorizer);
        scopes = new ScopeRoutes(onScopes.scopes(), onScopes.groups(), answers, authorizer);
        providers = new ProviderRoutes(types, onScopes.scopes(), verbs.inventory(), versions);
        locks = new LockRoutes(onScopes.locks(), onScopes.scopes(), onResources.resources());
        tags = new TagRoutes(onResources.tagging());
        moves = new MoveRoutes(onResources.moves(), answers, authorizer);
        drifts = new DriftRoutes(verbs.drifts(), versions, authorizer);
        orphanRoutes = new OrphanRoutes(verbs.orphans());
        exports = new ExportRoutes(onScopes.exports(), authorizer);
        inventory = new InventoryRoutes(verbs.inventory(), onScopes.scopes(), authorizer);
    }

    @Override
    public boolean serves(Request request) {
        return true;
    }

    @Override
    public Use use(Request request) {
        return addresses.isOfDataPlane(request) ? Use.DATA : Use.ofMethod(request.method());
    }

    /// Those of resources, for which the contract says so.
    @Override
    public boolean takesEmptyPreconditions(Request request) {
        return !strictPreconditions && address(request.segmentsOfId()) instanceof Address.OneResource;
    }

    @Override
    public Asked asks(Request request) {
        List<String> path = request.segmentsOfId();
        return path.isEmpty() || !ROOTS.contains(path.getFirst().toLowerCase(Locale.ROOT))
                ? Asked.KNOWN
                : ArmActions.of(address(path), request.method());
    }

    @Override
    public String door() {
        return "arm";
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        return answers.refusal(request, problem);
    }

    @Override
    public Response answer(Request request) {
        List<String> path = request.segmentsOfId();
        if (path.isEmpty() || !ROOTS.contains(path.getFirst().toLowerCase(Locale.ROOT))) {
            throw Addresses.nothing(path);
        }
        if (path.size() > 1 && path.getFirst().equalsIgnoreCase("subscriptions")) {
            requireConcern(request, path.get(1));
        }
        request.reads(QueryOptions.VERSION);
        String version = ApiVersions.require(request);
        Address address = address(path);
        request.reads(QueryOptions.of(address, request.method()));
        if (!ofType(address)) {
            ApiVersions.requireWellFormed(version);
        }
        return switch (address) {
            case Address.OneResource one -> resources.answer(request, one, version);
            case Address.WhatIf question -> resources.answer(request, question, version);
            case Address.DriftOf one -> drifts.answer(request, one, version);
            case Address.DetectDrift one -> drifts.answer(request, one, version);
            case Address.Drifted all -> drifts.answer(request, all);
            case Address.AllOrphans all -> orphanRoutes.answer(request, all);
            case Address.OneOrphan one -> orphanRoutes.answer(request, one);
            case Address.ResourceSkus skus -> resources.answer(request, skus, version);
            case Address.NewSkus skus -> providers.answer(request, skus, version);
            case Address.Secrets one -> secrets.answer(request, one, version);
            case Address.ResourceAction action -> actions.answer(request, action, version);
            case Address.ResourceList list -> marked(request, () -> resources.answer(request, list, version));
            case Address.OperationStatus status -> operations.answer(request, status);
            case Address.OperationResult result -> operations.answer(request, result);
            case Address.OperationList list -> operations.answer(request, list);
            case Address.OperationCancel cancel -> operations.answer(request, cancel);
            case Address.ResourceCancel cancel -> operations.answer(request, cancel);
            case Address.AllResources all -> marked(request, () -> inventory.answer(request, all));
            case Address.Subscriptions all -> scopes.answer(request, all);
            case Address.OneSubscription one -> scopes.answer(request, one);
            case Address.SubscriptionLocations locations -> scopes.answer(request, locations);
            case Address.TagsOf place -> tags.answer(request, place);
            case Address.TagNames all -> tags.answer(request, all);
            case Address.Move move -> moves.answer(request, move);
            case Address.Export export -> exports.answer(request, export);
            case Address.Locks all -> locks.answer(request, all);
            case Address.OneLock one -> locks.answer(request, one);
            case Address.Groups groups -> scopes.answer(request, groups);
            case Address.OneGroup group -> scopes.answer(request, group);
            case Address.Providers all -> providers.answer(request, all);
            case Address.OneProvider one -> providers.answer(request, one);
            case Address.ProviderAction action -> providers.answer(request, action);
            case Address.ProviderOperations all -> providers.answer(request, all);
            case Address.ProviderOperationsMetadata all -> providers.answer(request, all);
            case Address.TenantAction action -> actions.answer(request, action, version);
            case Address.NameCheck check -> providers.answer(request, check);
        };
    }

    /// A subscription in which the caller may do nothing is as if it did not exist.
    private void requireConcern(Request request, String subscription) {
        if (!authorizer.isOpen() && !authorizer.concerns(request.caller(), subscription)) {
            throw new ProblemException(Problem.subscriptionNotFound(subscription));
        }
    }

    /// A list with the place from which to watch for what has changed since: it is taken before anything is read.
    /// Later pages have none, since what has changed since the first is not in all of them.
    private Response marked(Request request, Supplier<Response> list) {
        String place = request.query("$skipToken").isEmpty() ? mark.get() : "";
        Response response = list.get();
        return place.isEmpty() ? response : response.with(MARK, place);
    }

    /// Whether the version is one of a type's.
    private static boolean ofType(Address address) {
        return address instanceof Address.OneResource
                || address instanceof Address.ResourceList
                || address instanceof Address.ResourceAction
                || address instanceof Address.TenantAction
                || address instanceof Address.ResourceSkus
                || address instanceof Address.DriftOf
                || address instanceof Address.DetectDrift
                || address instanceof Address.Secrets
                || (address instanceof Address.NewSkus skus && skus.type().isPresent())
                || address instanceof Address.WhatIf;
    }

    private Address address(List<String> path) {
        return switch (path.isEmpty() ? "" : path.getFirst().toLowerCase(Locale.ROOT)) {
            case "subscriptions" -> addresses.parse(path);
            case "providers" -> addresses.parseProviders(path);
            default -> throw Addresses.nothing(path);
        };
    }
}
