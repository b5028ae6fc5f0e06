package fairlead.server.arm.deployment;

import fairlead.armtemplate.InvalidTemplateException;
import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Asked;
import fairlead.server.access.Authorizer;
import fairlead.server.arm.deployment.whatif.ResourceForecasts;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.scope.Scopes;
import fairlead.server.stack.deployment.DeploymentResources;
import fairlead.server.stack.deploymentstack.DeploymentStack;
import fairlead.server.stack.deploymentstack.DeploymentStackEngine;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/// Deployment stacks in Azure Resource Manager's protocol.
///
/// | Address below a resource group or a subscription | What it is |
/// |---|---|
/// | `PUT`, `GET`, `DELETE …/providers/Microsoft.Resources/deploymentStacks/{name}` | a stack |
/// | `GET …/deploymentStacks` | all of the scope |
/// | `POST …/{name}/validate`, `/exportTemplate` | what is done with one |
/// | `GET …/{name}/operationStatuses/{id}` | how an operation goes on, also after the stack is gone |
///
/// Implements "Deployment Stacks" of Azure's REST reference.
public final class DeploymentStackSurface implements Surface {

    /// The query options of most of these addresses.
    public static final Set<String> QUERY_OPTIONS = Set.of("api-version");

    /// Those of lists.
    public static final Set<String> LIST_OPTIONS = Set.of("api-version", "$skiptoken");

    /// Those of deletes.
    public static final Set<String> DELETE_OPTIONS = Set.of(
            "api-version",
            "unmanageAction.Resources",
            "unmanageAction.ResourceGroups",
            "unmanageAction.ManagementGroups",
            "unmanageAction.ResourcesWithoutDeleteSupport",
            "bypassStackOutOfSyncError");

    static final int LARGEST = 8 << 20;

    private final Scopes scopes;
    private final Authorizer authorizer;
    private final DeploymentStackReads reads;
    private final DeploymentStackWrites writes;

    /// What it works with.
    ///
    /// @param resources what templates are rehearsed with
    /// @param forecasts says what would be done to them
    public record Parts(
            DeploymentStackEngine engine,
            ArmTemplates templates,
            DeploymentResources resources,
            ResourceForecasts forecasts,
            Scopes scopes,
            Authorizer authorizer,
            Clock clock) {}

    public DeploymentStackSurface(Parts parts) {
        scopes = parts.scopes();
        authorizer = parts.authorizer();
        reads = new DeploymentStackReads(parts.engine(), parts.clock());
        writes = new DeploymentStackWrites(parts, reads);
    }

    private static Optional<DeploymentStackAddress> address(Request request) {
        return DeploymentStackAddress.of(request.segmentsOfId());
    }

    @Override
    public boolean serves(Request request) {
        return DeploymentStackAddress.mayBe(request.path()) && address(request).isPresent();
    }

    @Override
    public Asked asks(Request request) {
        DeploymentStackAddress address = address(request).orElseThrow();
        String type = DeploymentStack.TYPE;
        Action action = switch (address.verb()) {
            case "validate" -> Action.called("validate", type);
            case "exporttemplate" -> Action.called("exportTemplate", type);
            case "operationstatuses" -> Action.read(type);
            default -> Action.ofMethod(request.method(), type);
        };
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
        DeploymentStackAddress address = address(request).orElseThrow();
        request.reads(options(request, address));
        return answered(request, () -> answer(request, address));
    }

    /// What a route answers a request with an `api-version`; what is wrong with a template is told in its own form.
    static Response answered(Request request, Supplier<Response> route) {
        if (request.query("api-version").filter(version -> !version.isBlank()).isEmpty()) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.MISSING_API_VERSION_PARAMETER,
                    "The api-version query parameter (?api-version=) is required for all requests.",
                    "api-version"));
        }
        try {
            return ErrorDocument.inLanguage(route.get(), request.language().tag());
        } catch (InvalidTemplateException wrong) {
            ObjectNode body = Documents.empty();
            body.set("error", DeploymentJson.error(wrong));
            return Response.json(400, Documents.bytes(body));
        }
    }

    private static Set<String> options(Request request, DeploymentStackAddress address) {
        if (address.name().isEmpty()) {
            return LIST_OPTIONS;
        }
        boolean deletes = request.method().equals("DELETE") && address.verb().isEmpty();
        return deletes ? DELETE_OPTIONS : QUERY_OPTIONS;
    }

    private Response answer(Request request, DeploymentStackAddress address) {
        requireScope(request, address, scopes, authorizer);
        if (address.name().isEmpty()) {
            only(request, "GET");
            return reads.list(request, address);
        }
        return switch (address.verb()) {
            case "" -> one(request, address);
            case "validate" -> {
                only(request, "POST");
                yield writes.validate(request, address, body(request, address));
            }
            case "exporttemplate" -> {
                only(request, "POST");
                yield reads.template(address);
            }
            case "operationstatuses" -> {
                only(request, "GET");
                yield reads.status(request, address);
            }
            default ->
                throw new ProblemException(
                        new Problem.NotFound(ProblemCode.NOT_FOUND, "There is nothing at '" + request.path() + "'."));
        };
    }

    /// That the caller may know of the scope, and that it is there; what has become of a stack is told after its group
    /// is
    /// gone, too.
    static void requireScope(Request request, DeploymentStackAddress address, Scopes scopes, Authorizer authorizer) {
        String subscription = address.scope().subscription();
        if (!authorizer.isOpen() && !authorizer.concerns(request.caller(), subscription)) {
            throw new ProblemException(Problem.subscriptionNotFound(subscription));
        }
        if (address.scope().group().isPresent() && !address.verb().equals("operationstatuses")) {
            var _ = scopes.group(subscription, address.scope().group().get());
        } else {
            var _ = scopes.subscription(subscription);
        }
    }

    static void only(Request request, String method) {
        if (!request.method().equals(method)) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
    }

    private Response one(Request request, DeploymentStackAddress address) {
        return switch (request.method()) {
            case "GET" -> reads.one(address);
            case "PUT" -> writes.put(request, address, body(request, address));
            case "DELETE" -> writes.delete(request, address);
            default -> throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        };
    }

    private static DeploymentStackBody body(Request request, DeploymentStackAddress address) {
        return DeploymentStackBody.read(request.body(LARGEST), address.scope());
    }
}
