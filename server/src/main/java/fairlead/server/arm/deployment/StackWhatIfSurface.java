package fairlead.server.arm.deployment;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Asked;
import fairlead.server.access.Authorizer;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.scope.Scopes;
import fairlead.server.stack.deploymentstack.StackForecast;

/// What changes of deployment stacks would do, in Azure Resource Manager's protocol.
///
/// | Address below a resource group or a subscription | What it is |
/// |---|---|
/// | `PUT …/providers/Microsoft.Resources/deploymentStacksWhatIfResults/{name}` | finds out what a change would do |
/// | `GET`, `DELETE …/{name}` | what was found out, as long as it is kept |
/// | `POST …/{name}/whatIf` | the same, with what would change of each resource |
/// | `GET …/deploymentStacksWhatIfResults` | all of the scope |
///
/// Implements "Deployment Stacks What If Results At Resource Group", and "At Subscription", of Azure's REST reference.
public final class StackWhatIfSurface implements Surface {

    private final Scopes scopes;
    private final Authorizer authorizer;
    private final StackWhatIfs whatIfs;

    public StackWhatIfSurface(DeploymentStackSurface.Parts parts) {
        scopes = parts.scopes();
        authorizer = parts.authorizer();
        whatIfs = new StackWhatIfs(parts);
    }

    private static DeploymentStackAddress address(Request request) {
        return DeploymentStackAddress.ofForecast(request.segmentsOfId()).orElseThrow();
    }

    @Override
    public boolean serves(Request request) {
        return DeploymentStackAddress.mayBeForecast(request.path())
                && DeploymentStackAddress.ofForecast(request.segmentsOfId()).isPresent();
    }

    @Override
    public Asked asks(Request request) {
        DeploymentStackAddress address = address(request);
        Action action = address.verb().equals("whatif")
                ? Action.called("whatIf", StackForecast.TYPE)
                : Action.ofMethod(request.method(), StackForecast.TYPE);
        return new Asked.Of(action, new AccessScope(address.scope().id()));
    }

    @Override
    public String door() {
        return "arm";
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        return ErrorDocument.response(request, problem);
    }

    @Override
    public Response answer(Request request) {
        DeploymentStackAddress address = address(request);
        request.reads(
                address.name().isEmpty() ? DeploymentStackSurface.LIST_OPTIONS : DeploymentStackSurface.QUERY_OPTIONS);
        return DeploymentStackSurface.answered(request, () -> answer(request, address));
    }

    private Response answer(Request request, DeploymentStackAddress address) {
        DeploymentStackSurface.requireScope(request, address, scopes, authorizer);
        if (address.name().isEmpty()) {
            DeploymentStackSurface.only(request, "GET");
            return whatIfs.list(request, address);
        }
        return switch (address.verb()) {
            case "" -> one(request, address);
            case "whatif" -> {
                DeploymentStackSurface.only(request, "POST");
                yield whatIfs.changes(address);
            }
            default ->
                throw new ProblemException(
                        new Problem.NotFound(ProblemCode.NOT_FOUND, "There is nothing at '" + request.path() + "'."));
        };
    }

    private Response one(Request request, DeploymentStackAddress address) {
        return switch (request.method()) {
            case "GET" -> whatIfs.one(address);
            case "PUT" -> whatIfs.put(request, address, request.body(DeploymentStackSurface.LARGEST));
            case "DELETE" -> whatIfs.delete(address);
            default -> throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        };
    }
}
