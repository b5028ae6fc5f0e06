package fairlead.server.registry.quota;

import fairlead.server.access.Action;
import fairlead.server.access.Asked;
import fairlead.server.access.Authorizer;
import fairlead.server.http.Body;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.limit.Use;
import fairlead.server.limit.quota.Quota;
import fairlead.server.limit.quota.QuotaVerbs;
import fairlead.server.limit.quota.Quotas;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.naming.QuotaNames;
import fairlead.server.scope.Locations;
import fairlead.server.signature.Signatures;
import fairlead.server.signature.Signed;
import fairlead.server.type.AccountTypes;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The actions `ListServices`, `ListServiceQuotas`, `GetServiceQuota` and `RequestServiceQuotaIncrease`. A service is a
/// namespace of types, its code that name with hyphens; the quotas of no namespace are those of the service `fairlead`.
/// There are those quotas that are set; who may set them raises one at once.
///
/// Implements the model `service-quotas-2019-06-24` of AWS.
public final class ServiceQuotasSurface implements Surface {

    /// By which requests are signed.
    public static final String SERVICE = "servicequotas";

    private static final String PREFIX = "ServiceQuotasV20190624.";
    private static final String CONTENT_TYPE = "application/x-amz-json-1.1";
    private static final String OWN = "fairlead";
    private static final String USAGES = "Microsoft.Quota/usages";
    private static final long BODY_LIMIT = 1L << 20;

    private final Signatures signatures;
    private final QuotaVerbs quotas;
    private final QuotaNames names;
    private final Authorizer authorizer;
    private final Clock clock;

    public ServiceQuotasSurface(
            Signatures signatures, QuotaVerbs quotas, AccountTypes types, Authorizer authorizer, Clock clock) {
        this.signatures = signatures;
        this.quotas = quotas;
        this.authorizer = authorizer;
        this.clock = clock;
        names = new QuotaNames(types);
    }

    @Override
    public boolean serves(Request request) {
        return request.target().startsWith(PREFIX);
    }

    @Override
    public Asked asks(Request request) {
        return Asked.SIGNED;
    }

    @Override
    public Use use(Request request) {
        return action(request).startsWith("Request") ? Use.WRITES : Use.READS;
    }

    private static String action(Request request) {
        return request.target().substring(PREFIX.length());
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        String code = problem instanceof Problem.SignatureRefused(var flaw, var _)
                ? flaw.jsonCode()
                : switch (problem.status()) {
                    case 404 -> "NoSuchResourceException";
                    case 401, 403 -> "AccessDeniedException";
                    case 429 -> "TooManyRequestsException";
                    case 400, 405, 409, 413 -> "IllegalArgumentException";
                    default -> "ServiceException";
                };
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("__type", code).put("Message", problem.message());
        return json(request, problem.status() < 500 ? 400 : problem.status(), body)
                .with("x-amzn-ErrorType", code);
    }

    @Override
    public Response answer(Request request) {
        if (!request.method().equals("POST")) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        boolean raises = use(request) == Use.WRITES;
        Action needed = raises ? Action.write(QuotaVerbs.TYPE) : Action.read(USAGES);
        Signed signed = signatures.verify(request, SERVICE, BODY_LIMIT).permitted(authorizer, needed);
        ObjectNode input = Body.object(signed.body(), JsonMapper.shared());
        ObjectNode answer = switch (action(request)) {
            case "ListServices" -> services(signed);
            case "ListServiceQuotas" -> list(signed, input);
            case "GetServiceQuota" -> one(signed, input);
            case "RequestServiceQuotaIncrease" -> raised(signed, input);
            default ->
                throw new ProblemException(new Problem.BadRequest(
                        ProblemCode.INVALID_ACTION, "There is no action '" + action(request) + "' here."));
        };
        return json(request, 200, answer);
    }

    private static Response json(Request request, int status, ObjectNode body) {
        return Response.of(status, CONTENT_TYPE, JsonMapper.shared().writeValueAsBytes(body))
                .with("x-amzn-RequestId", request.caller().requestId());
    }

    // -- the actions --------------------------------------------------------------------------------------------------

    private ObjectNode services(Signed signed) {
        Map<String, String> services = new TreeMap<>();
        here(signed, _ -> true).forEach(used -> services.put(service(used.quota()), serviceName(used.quota())));
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode list = json.putArray("Services");
        services.forEach(
                (code, name) -> list.addObject().put("ServiceCode", code).put("ServiceName", name));
        return json;
    }

    /// Those of the account in the region, and those of all regions.
    private List<Quotas.Used> here(Signed signed, Predicate<Quotas.Used> wanted) {
        String location = Locations.normal(signed.region());
        return quotas.of(signed.account().subscription()).stream()
                .filter(used -> used.quota().location().isEmpty()
                        || used.quota().location().equals(location))
                .filter(wanted)
                .toList();
    }

    private String service(Quota quota) {
        String namespace = names.namespace(quota);
        return namespace.isEmpty() ? OWN : namespace.toLowerCase(Locale.ROOT).replace('.', '-');
    }

    private String serviceName(Quota quota) {
        String namespace = names.namespace(quota);
        return namespace.isEmpty() ? "Fairlead" : namespace;
    }

    /// What is of one location has that behind its name.
    private String code(Quota quota) {
        String name = names.name(quota).replace('.', '-');
        return quota.location().isEmpty() ? name : name + "-in-region";
    }

    private static String text(JsonNode input, String member) {
        String text = input.path(member).asString("");
        if (text.isEmpty()) {
            throw new ProblemException(
                    new Problem.BadRequest(ProblemCode.INVALID_ARGUMENT, member + " is missing.", member));
        }
        return text;
    }

    private ObjectNode list(Signed signed, ObjectNode input) {
        String service = text(input, "ServiceCode");
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode list = json.putArray("Quotas");
        here(signed, used -> service(used.quota()).equals(service)).forEach(used -> list.add(json(signed, used)));
        return json;
    }

    private Quotas.Used find(Signed signed, ObjectNode input) {
        String service = text(input, "ServiceCode");
        String code = text(input, "QuotaCode");
        return here(
                        signed,
                        used -> service(used.quota()).equals(service)
                                && code(used.quota()).equalsIgnoreCase(code))
                .stream()
                .findFirst()
                .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                        ProblemCode.NOT_FOUND, "No quota " + code + " is set for the service " + service + ".")));
    }

    private ObjectNode one(Signed signed, ObjectNode input) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("Quota", json(signed, find(signed, input)));
        return json;
    }

    private ObjectNode json(Signed signed, Quotas.Used used) {
        Quota quota = used.quota();
        return JsonNodeFactory.instance
                .objectNode()
                .put("ServiceCode", service(quota))
                .put("ServiceName", serviceName(quota))
                .put("QuotaArn", arn(signed, quota))
                .put("QuotaCode", code(quota))
                .put("QuotaName", names.title(quota))
                .put("Value", (double) quota.most())
                .put("Unit", quota.measured().isPresent() ? names.unit(quota) : "None")
                .put("Adjustable", true)
                .put("GlobalQuota", quota.location().isEmpty());
    }

    private String arn(Signed signed, Quota quota) {
        return "arn:aws:servicequotas:" + signed.region() + ":"
                + signed.account().number() + ":" + service(quota) + "/" + code(quota);
    }

    private ObjectNode raised(Signed signed, ObjectNode input) {
        Quota present = find(signed, input).quota();
        JsonNode wanted = input.path("DesiredValue");
        boolean sound = wanted.isNumber() && wanted.doubleValue() == Math.rint(wanted.doubleValue());
        if (!sound || wanted.doubleValue() <= present.most()) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.INVALID_ARGUMENT,
                    "DesiredValue has to be a whole number above " + present.most() + ".",
                    "DesiredValue"));
        }
        Quota next = present.with(wanted.longValue());
        Quotas.Used set = quotas.set(signed.caller(), next);
        double now = clock.millis() / 1000.0;
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ObjectNode change = json(signed, set);
        change.remove(List.of("Value", "Adjustable"));
        change.put("Id", signed.caller().requestId())
                .put("DesiredValue", (double) next.most())
                .put("Status", "APPROVED")
                .put("Created", now)
                .put("LastUpdated", now)
                .put("Requester", signed.caller().principal().name());
        json.set("RequestedQuota", change);
        return json;
    }
}
