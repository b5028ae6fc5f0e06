package fairlead.server.arm;

import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.operation.Operations;
import fairlead.server.problem.Problem;
import fairlead.server.resource.Resources;
import fairlead.server.scope.Scopes;
import fairlead.server.type.Types;
import java.time.Duration;
import java.util.List;

/// The Azure Resource Manager protocol. It also answers for every address that nobody else serves: that there is
/// nothing.
public final class ArmSurface implements Surface {

    private final Addresses addresses;
    private final Answers answers;
    private final ResourceRoutes resources;
    private final OperationRoutes operations;
    private final ScopeRoutes scopes;
    private final ProviderRoutes providers;

    /// @param pause what callers are asked to wait before they look again at what is going on
    public ArmSurface(Types types, Scopes scopes, Resources resources, Operations operations, Duration pause) {
        addresses = new Addresses(types);
        answers = new Answers(pause);
        this.resources = new ResourceRoutes(resources, new ApiVersions(types, scopes.locations()), answers);
        this.operations = new OperationRoutes(operations, resources, answers);
        this.scopes = new ScopeRoutes(scopes);
        providers = new ProviderRoutes(types, scopes);
    }

    @Override
    public boolean serves(Request request) {
        return true;
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        return answers.refusal(problem);
    }

    @Override
    public Response answer(Request request) {
        List<String> path = request.segments();
        if (path.isEmpty() || !path.getFirst().equalsIgnoreCase("subscriptions")) {
            throw Addresses.nothing(path);
        }
        String version = ApiVersions.require(request);
        Address address = addresses.parse(path);
        if (!(address instanceof Address.OneResource || address instanceof Address.ResourceList)) {
            ApiVersions.requireWellFormed(version);
        }
        return switch (address) {
            case Address.OneResource one -> resources.answer(request, one, version);
            case Address.ResourceList list -> resources.answer(request, list, version);
            case Address.OperationStatus status -> operations.answer(request, status);
            case Address.OperationResult result -> operations.answer(request, result);
            case Address.OperationList list -> operations.answer(request, list);
            case Address.Subscriptions all -> scopes.answer(request, all);
            case Address.OneSubscription one -> scopes.answer(request, one);
            case Address.SubscriptionLocations locations -> scopes.answer(request, locations);
            case Address.Groups groups -> scopes.answer(request, groups);
            case Address.OneGroup group -> scopes.answer(request, group);
            case Address.Providers all -> providers.answer(request, all);
            case Address.OneProvider one -> providers.answer(request, one);
            case Address.ProviderAction action -> providers.answer(request, action);
        };
    }
}
