package fairlead.server.arm.policy;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Asked;
import fairlead.server.access.Authorizer;
import fairlead.server.access.policy.Policies;
import fairlead.server.access.policy.Policies.Reach;
import fairlead.server.access.policy.PolicyKind;
import fairlead.server.access.policy.PolicyObject;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.scope.Scopes;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The addresses `{scope}/providers/Microsoft.Authorization/policyDefinitions` and so on.
///
/// Implements the operations "Policy Definitions", "Policy Set Definitions", "Policy Assignments" and "Policy
/// Exemptions" of the REST reference of Azure Policy, as `az policy` and the SDKs call them. Definitions are of a
/// subscription, or ship with the program: there are no management groups.
public final class PolicySurface implements Surface {

    /// The query options, all that there are.
    public static final Set<String> QUERY_OPTIONS = Set.of("api-version", "$filter", "$top", "$expand");

    private static final Pattern NAME = Pattern.compile("[^<>%&:\\\\?/#]{1,128}");
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final Policies policies;
    private final Authorizer authorizer;
    private final Scopes scopes;

    public PolicySurface(Policies policies, Authorizer authorizer, Scopes scopes) {
        this.policies = policies;
        this.authorizer = authorizer;
        this.scopes = scopes;
    }

    @Override
    public boolean serves(Request request) {
        return PolicyPlace.mayBe(request.path())
                && PolicyPlace.of(request.segmentsOfId()).isPresent();
    }

    @Override
    public Asked asks(Request request) {
        PolicyPlace place = PolicyPlace.of(request.segmentsOfId()).orElseThrow();
        boolean shipped = place.scope().equals(AccessScope.ROOT)
                && request.method().equals("GET")
                && !place.kind().isAtAnyScope();
        return shipped
                ? Asked.KNOWN
                : new Asked.Of(Action.ofMethod(request.method(), place.kind().type()), place.scope());
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
        PolicyPlace place = PolicyPlace.of(request.segmentsOfId()).orElseThrow();
        requireScope(request, place.scope());
        request.reads(QUERY_OPTIONS);
        if (request.query("api-version").filter(version -> !version.isBlank()).isEmpty()) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.MISSING_API_VERSION_PARAMETER,
                    "The api-version query parameter (?api-version=) is required for all requests.",
                    "api-version"));
        }
        return place.name().isPresent() ? one(request, place, place.name().get()) : all(request, place);
    }

    /// Of a subscription of which the caller may not know, there is nothing; nor of one that does not exist.
    private void requireScope(Request request, AccessScope scope) {
        String subscription = scope.subscription();
        if (subscription.isEmpty()) {
            return;
        }
        if (!authorizer.concerns(request.caller(), subscription)) {
            throw new ProblemException(Problem.subscriptionNotFound(subscription));
        }
        scopes.subscription(subscription);
    }

    private Response all(Request request, PolicyPlace place) {
        if (!request.method().equals("GET")) {
            throw notAllowed(request);
        }
        Reach usual = place.kind().isAtAnyScope() ? Reach.ALL : Reach.APPLYING;
        PolicyFilter filter = PolicyFilter.parse(request.query("$filter").orElse(""), usual);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode value = json.putArray("value");
        policies.list(place.kind(), place.scope(), filter.reach()).stream()
                .filter(filter.wanted())
                .forEach(one -> value.add(json(one)));
        return json(200, json);
    }

    private Response one(Request request, PolicyPlace place, String name) {
        return switch (request.method()) {
            case "GET" -> json(200, json(policies.get(place.kind(), place.scope(), name)));
            case "PUT" -> put(request, place, name);
            case "PATCH" -> patch(request, place, name);
            case "DELETE" ->
                policies.delete(request.caller(), place.kind(), place.scope(), name)
                        .map(gone -> json(200, json(gone)))
                        .orElseGet(() -> Response.empty(204));
            default -> throw notAllowed(request);
        };
    }

    private Response put(Request request, PolicyPlace place, String name) {
        requireSound(place, name);
        Policies.Put put =
                policies.put(request.caller(), place.kind(), place.scope(), name, properties(request, place.kind()));
        // Azure answers 201 to every PUT of definitions and assignments, and its tools expect that.
        boolean always = place.kind() == PolicyKind.DEFINITION || place.kind() == PolicyKind.ASSIGNMENT;
        return json(put.created() || always ? 201 : 200, json(put.object()));
    }

    /// Changes some properties of an exemption or an assignment; the others stay.
    private Response patch(Request request, PolicyPlace place, String name) {
        if (!place.kind().isAtAnyScope()) {
            throw notAllowed(request);
        }
        ObjectNode properties =
                policies.get(place.kind(), place.scope(), name).properties().deepCopy();
        properties.setAll((ObjectNode) properties(request, place.kind()));
        return json(
                200,
                json(policies.put(request.caller(), place.kind(), place.scope(), name, properties)
                        .object()));
    }

    private static void requireSound(PolicyPlace place, String name) {
        boolean wellNamed = NAME.matcher(name).matches() && !name.endsWith(" ") && !name.endsWith(".");
        if (!wellNamed) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.INVALID_RESOURCE_NAME,
                    "The name '" + name + "' is invalid: expected at most 128 characters, none of <>%&:\\?/#, and no"
                            + " space or period at the end.",
                    "name"));
        }
        boolean ofSubscription = place.scope().path().split("/", -1).length == 3
                && !place.scope().subscription().isEmpty();
        boolean known =
                place.kind().isAtAnyScope() ? !place.scope().subscription().isEmpty() : ofSubscription;
        if (!known) {
            throw new ProblemException(new Problem.NotFound(
                    ProblemCode.NOT_FOUND,
                    "A " + place.kind().noun() + " can't be made at '" + place.scope() + "': expected the id of a"
                            + (place.kind().isAtAnyScope()
                                    ? " subscription, a resource group or a resource."
                                    : " subscription.")));
        }
    }

    private static JsonNode properties(Request request, PolicyKind kind) {
        ObjectNode body = request.object(STRICT);
        for (String member : body.propertyNames()) {
            boolean told =
                    Set.of("id", "name", "type", "systemData", "properties").contains(member);
            boolean empty = body.path(member).isNull()
                    || (member.equals("identity")
                            && body.path(member).path("type").asString("").equalsIgnoreCase("None"));
            if (!told && !empty) {
                throw new ProblemException(Problem.InvalidBody.of(
                        "envelope.not-supported",
                        "a " + kind.noun() + " has no '" + member + "' here: rules act with the rights of callers",
                        "/" + member));
            }
        }
        if (body.path("properties").isObject()) {
            return body.path("properties");
        }
        throw new ProblemException(Problem.InvalidBody.of("envelope.type", "expected an object", "/properties"));
    }

    private static ObjectNode json(PolicyObject object) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ObjectNode properties = object.properties();
        if (object.kind() == PolicyKind.ASSIGNMENT) {
            properties = properties.deepCopy().put("scope", object.scope().toString());
        }
        json.set("properties", properties);
        json.put("id", object.id());
        json.put("type", object.kind().type());
        json.put("name", object.name());
        if (!object.systemData().isEmpty()) {
            json.set("systemData", object.systemData());
        }
        return json;
    }

    private static Response json(int status, ObjectNode body) {
        return Response.json(status, JsonMapper.shared().writeValueAsBytes(body));
    }

    private static ProblemException notAllowed(Request request) {
        return new ProblemException(new Problem.MethodNotAllowed(request.method()));
    }
}
