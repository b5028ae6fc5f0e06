package fairlead.server.arm.deployment;

import fairlead.armtemplate.InvalidTemplateException;
import fairlead.armtemplate.Template;
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
import fairlead.server.stack.deployment.Deployment;
import fairlead.server.stack.deployment.DeploymentResources;
import fairlead.server.stack.deployment.Deployments;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// Deployments in Azure Resource Manager's protocol.
///
/// | Address below a resource group or a subscription | What it is |
/// |---|---|
/// | `PUT`, `GET`, `HEAD`, `DELETE …/providers/Microsoft.Resources/deployments/{name}` | a deployment |
/// | `GET …/deployments` | all of the scope, newest first |
/// | `POST …/{name}/validate`, `/whatIf`, `/cancel`, `/exportTemplate` | what is done with one |
/// | `GET …/{name}/operations[/{id}]`, `/operationStatuses/{id}` | what has come of it |
///
/// And `POST /providers/Microsoft.Resources/calculateTemplateHash`.
public final class DeploymentSurface implements Surface {

    /// The query options of all these addresses.
    public static final Set<String> QUERY_OPTIONS = Set.of("api-version");

    /// Those of lists.
    public static final Set<String> LIST_OPTIONS = Set.of("api-version", "$filter", "$top", "$skiptoken");

    private static final String HASH = "calculatetemplatehash";
    private static final int LARGEST = 8 << 20;

    private final Scopes scopes;
    private final Authorizer authorizer;
    private final DeploymentReads reads;
    private final DeploymentWrites writes;

    /// What it works with.
    ///
    /// @param resources what templates are rehearsed with
    /// @param forecasts says what would be done to them
    public record Parts(
            Deployments deployments,
            ArmTemplates templates,
            DeploymentResources resources,
            ResourceForecasts forecasts,
            Scopes scopes,
            Authorizer authorizer,
            Clock clock) {}

    public DeploymentSurface(Parts parts) {
        scopes = parts.scopes();
        authorizer = parts.authorizer();
        reads = new DeploymentReads(parts.deployments(), parts.clock());
        writes = new DeploymentWrites(parts, reads);
    }

    private static Optional<DeploymentAddress> address(Request request) {
        return DeploymentAddress.of(request.segmentsOfId());
    }

    private static boolean isHash(Request request) {
        List<String> path = request.segments();
        return path.size() == 3
                && path.getFirst().equalsIgnoreCase("providers")
                && path.get(1).equalsIgnoreCase("Microsoft.Resources")
                && path.getLast().equalsIgnoreCase(HASH);
    }

    @Override
    public boolean serves(Request request) {
        String path = request.path();
        return (DeploymentAddress.mayBe(path) && address(request).isPresent())
                || (path.regionMatches(true, path.length() - HASH.length(), HASH, 0, HASH.length()) && isHash(request));
    }

    @Override
    public Asked asks(Request request) {
        Optional<DeploymentAddress> address = address(request);
        if (address.isEmpty()) {
            return Asked.KNOWN;
        }
        String type = Deployment.TYPE;
        Action action = switch (address.get().verb()) {
            case "cancel" -> Action.called("cancel", type);
            case "validate" -> Action.called("validate", type);
            case "whatif" -> Action.called("whatIf", type);
            case "exporttemplate" -> Action.called("exportTemplate", type);
            case "operations" -> Action.read(type + "/operations");
            case "operationstatuses" -> Action.read(type + "/operationstatuses");
            default -> Action.ofMethod(request.method().equals("HEAD") ? "GET" : request.method(), type);
        };
        return new Asked.Of(action, new AccessScope(address.get().scope().id()));
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
        Optional<DeploymentAddress> found = address(request);
        boolean list = found.filter(address -> address.name().isEmpty()
                        || (address.verb().equals("operations") && address.id().isEmpty()))
                .isPresent();
        request.reads(list ? LIST_OPTIONS : QUERY_OPTIONS);
        if (request.query("api-version").filter(version -> !version.isBlank()).isEmpty()) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.MISSING_API_VERSION_PARAMETER,
                    "The api-version query parameter (?api-version=) is required for all requests.",
                    "api-version"));
        }
        try {
            return ErrorDocument.inLanguage(
                    found.isPresent() ? answer(request, found.get()) : hash(request),
                    request.language().tag());
        } catch (InvalidTemplateException wrong) {
            ObjectNode body = Documents.empty();
            body.set("error", DeploymentJson.error(wrong));
            return Response.json(400, Documents.bytes(body));
        }
    }

    private Response answer(Request request, DeploymentAddress address) {
        String subscription = address.scope().subscription();
        if (!authorizer.isOpen() && !authorizer.concerns(request.caller(), subscription)) {
            throw new ProblemException(Problem.subscriptionNotFound(subscription));
        }
        if (address.scope().group().isPresent()) {
            var _ = scopes.group(subscription, address.scope().group().get());
        } else {
            var _ = scopes.subscription(subscription);
        }
        String verb = address.verb();
        if (address.name().isEmpty()) {
            only(request, "GET");
            return reads.list(request, address);
        }
        return switch (verb) {
            case "" -> one(request, address);
            case "cancel" -> post(request, () -> writes.cancel(request, address));
            case "validate" -> post(request, () -> writes.validate(request, address, body(request)));
            case "whatif" -> post(request, () -> writes.whatIf(request, address, request.body(LARGEST)));
            case "exporttemplate" -> post(request, () -> reads.template(address));
            case "operations" -> {
                only(request, "GET");
                yield reads.operations(request, address);
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

    private interface Route {
        Response answer();
    }

    private static Response post(Request request, Route route) {
        only(request, "POST");
        return route.answer();
    }

    private static void only(Request request, String method) {
        if (!request.method().equals(method)) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
    }

    private Response one(Request request, DeploymentAddress address) {
        return switch (request.method()) {
            case "GET" -> reads.one(request, address);
            case "HEAD" -> Response.empty(reads.find(address).isPresent() ? 204 : 404);
            case "PUT" -> writes.put(request, address, body(request));
            case "DELETE" -> writes.delete(request, address);
            default -> throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        };
    }

    private static DeploymentBody body(Request request) {
        return DeploymentBody.read(request.body(LARGEST));
    }

    private static Response hash(Request request) {
        only(request, "POST");
        ObjectNode template = request.object(Documents.JSON);
        ObjectNode json = Documents.empty();
        json.put("minifiedTemplate", Template.minified(template));
        json.put("templateHash", Template.hash(template));
        return Response.json(200, Documents.bytes(json));
    }
}
