package fairlead.server.cloudcontrol;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Asked;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.drift.Drifts;
import fairlead.server.http.Body;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.operation.Operations;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.problem.SignatureFlaw;
import fairlead.server.resource.IdentifiedResources;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.Arns;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.scope.Locations;
import fairlead.server.signature.AssumedRoles;
import fairlead.server.signature.Signatures;
import fairlead.server.signature.Signed;
import fairlead.server.type.AccountTypes;
import fairlead.server.type.hook.HookResults;
import java.time.Clock;
import tools.jackson.databind.node.ObjectNode;

/// The AWS Cloud Control API, in the protocol AWS JSON 1.0: `POST /` with the action in `X-Amz-Target`.
///
/// An account number is a subscription, a region a location; a request token is the id of an operation.
public final class CloudControlSurface implements Surface {

    /// For whom requests are signed.
    public static final String SERVICE = "cloudcontrolapi";

    /// Asks GetResource for the record, if the handler can't tell how the resource is; the answer says that it is
    /// one.
    static final String READ = "X-Fairlead-Read";

    private static final String PREFIX = "CloudApiService.";
    private static final String ANY_CONTENT_TYPE = "application/x-amz-json-1.";
    private static final long BODY_LIMIT = 1L << 20;
    private static final Action SEE = Action.read("Microsoft.Resources/subscriptions");

    private final Signatures signatures;
    private final Locations locations;
    private final ResourceActions resources;
    private final RequestActions requests;
    private final Drifts drifts;
    private final Authorizer authorizer;
    private final AssumedRoles roles;

    /// What callers can do.
    ///
    /// @param hooks what they have said of changes
    /// @param roles as whom they can do it
    public record Verbs(
            IdentifiedResources resources,
            Drifts drifts,
            Arns arns,
            Operations operations,
            HookResults hooks,
            AssumedRoles roles) {}

    public CloudControlSurface(
            Signatures signatures,
            Locations locations,
            AccountTypes types,
            Verbs verbs,
            Clock clock,
            Authorizer authorizer) {
        this.authorizer = authorizer;
        this.signatures = signatures;
        this.locations = locations;
        drifts = verbs.drifts();
        roles = verbs.roles();
        resources = new ResourceActions(verbs.resources(), types, verbs.arns());
        requests = new RequestActions(verbs.operations(), verbs.hooks(), verbs.arns(), clock, authorizer);
    }

    @Override
    public boolean serves(Request request) {
        return isOurs(request) || isOfUnknownService(request);
    }

    private static boolean isOurs(Request request) {
        return request.target().startsWith(PREFIX);
    }

    /// Whether it is of this protocol, and of a service that is not served here: it is refused as its client expects.
    private static boolean isOfUnknownService(Request request) {
        return request.path().equals("/")
                && request.header("Content-Type").orElse("").startsWith(ANY_CONTENT_TYPE);
    }

    @Override
    public Asked asks(Request request) {
        return Asked.SIGNED;
    }

    @Override
    public String door() {
        return "cloudcontrol";
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        return CloudControlErrors.response(request, problem);
    }

    @Override
    public Response answer(Request request) {
        if (!request.method().equals("POST")) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        if (!isOurs(request)) {
            throw CloudControlErrors.refused(
                    ProblemCode.UNKNOWN_OPERATION_EXCEPTION,
                    "Expected the header X-Amz-Target: " + PREFIX + "ACTION, found "
                            + (request.target().isEmpty() ? "none" : "'" + request.target() + "'") + ".");
        }
        Signed signer = signatures.verify(request, SERVICE, BODY_LIMIT).admitted(authorizer, SEE);
        ObjectNode input = Body.object(signer.body(), Documents.JSON);
        Signed signed = asRole(signer, input.path("RoleArn").asString(""));
        if (!locations.has(signed.region())) {
            throw new ProblemException(new Problem.SignatureRefused(
                    SignatureFlaw.MISMATCH,
                    "Credential should be scoped to a valid region, one of " + String.join(", ", locations.offered())
                            + "."));
        }
        String location = Locations.normal(signed.region());
        SignedCall call = new SignedCall(
                signed.caller(),
                signed.account().subscription(),
                locations.group(signed.account().group(), location),
                location,
                new Members(input),
                request::isAbandoned,
                Extensions.of(request));
        String action = request.target().substring(PREFIX.length());
        return switch (action) {
            case "GetResource" -> get(request, call);
            case "CreateResource" -> JsonAnswer.of(request, requests.event(resources.create(call)));
            case "UpdateResource" -> JsonAnswer.of(request, requests.event(resources.update(call)));
            case "DeleteResource" -> JsonAnswer.of(request, requests.event(resources.delete(call)));
            case "ListResources" -> JsonAnswer.of(request, resources.list(call));
            case "GetResourceRequestStatus" -> JsonAnswer.of(request, requests.status(call));
            case "ListResourceRequests" -> JsonAnswer.of(request, requests.list(call));
            case "CancelResourceRequest" -> JsonAnswer.of(request, requests.cancel(call));
            default ->
                throw CloudControlErrors.refused(
                        ProblemCode.UNKNOWN_OPERATION_EXCEPTION, "There is no action '" + action + "'.");
        };
    }

    /// To look for drift is more than to read: what is found is recorded.
    private Caller mayDetect(Caller caller, ResourceId id) {
        Action detect = Action.called("detectDrift", id.type().toString());
        return caller.with(authorizer.requireInAccount(caller, detect, new AccessScope(id.toString())));
    }

    /// As the role that the request names; what is no ARN of one is told by the action.
    private Signed asRole(Signed signer, String arn) {
        return Members.ROLE.pattern().orElseThrow().matcher(arn).matches()
                ? roles.as(signer, arn).admitted(authorizer, SEE)
                : signer;
    }

    private Response get(Request request, SignedCall call) {
        boolean orStored =
                request.header(READ).filter("stored-if-unreachable"::equals).isPresent();
        ResourceActions.Found found = resources.get(call, orStored);
        Response response = JsonAnswer.of(request, 200, found.answer());
        found.arn().ifPresent(arn -> response.with(Arns.HEADER, Arns.header(arn)));
        if (call.extensions().drift()) {
            DriftHeaders.put(response, found.record().map(id -> drifts.detect(mayDetect(call.caller(), id), id)));
        }
        return found.stored() ? response.with(READ, "stored") : response;
    }
}
