package fairlead.server.arm.quota;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Asked;
import fairlead.server.access.Authorizer;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.limit.quota.Quota;
import fairlead.server.limit.quota.QuotaVerbs;
import fairlead.server.limit.quota.Quotas;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.naming.QuotaNames;
import fairlead.server.resource.naming.QuotaNames.Place;
import fairlead.server.scope.Scopes;
import fairlead.server.type.AccountTypes;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The addresses of quotas.
///
/// | address | |
/// |---|---|
/// | `GET {s}/providers/{namespace}/locations/{location}/usages` | how much is used, as resource providers of Azure say
/// it |
/// | `GET {scope}/providers/Microsoft.Quota/usages`, `.../usages/{name}` | the same of a scope |
/// | `GET`, `PUT`, `DELETE {scope}/providers/Microsoft.Quota/quotas/{name}` | one quota; `GET .../quotas` lists them |
///
/// A scope is a subscription, a namespace in it, or a location of a namespace, or with nothing before
/// `/providers` the whole server. Implements the operations "Quota" and "Usages" of the REST reference of
/// Azure Quota.
public final class QuotaSurface implements Surface {

    /// The query options, all that there are.
    public static final Set<String> QUERY_OPTIONS = Set.of("api-version");

    private static final String NAMESPACE = "microsoft.quota";
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final QuotaVerbs quotas;
    private final QuotaNames names;
    private final Authorizer authorizer;
    private final Scopes scopes;

    public QuotaSurface(QuotaVerbs quotas, AccountTypes types, Authorizer authorizer, Scopes scopes) {
        this.quotas = quotas;
        this.authorizer = authorizer;
        this.scopes = scopes;
        names = new QuotaNames(types);
    }

    /// What an address names.
    ///
    /// @param what `quotas` or `usages`
    /// @param name of one; empty for all
    private record Named(Place place, String what, Optional<String> name) {

        static Optional<Named> of(List<String> path) {
            if (!path.isEmpty() && is(path, 0, "providers")) {
                return ofServer(path);
            }
            if (path.size() < 4 || !is(path, 0, "subscriptions")) {
                return Optional.empty();
            }
            boolean usages =
                    path.size() == 7 && is(path, 2, "providers") && is(path, 4, "locations") && is(path, 6, "usages");
            if (usages) {
                return Optional.of(new Named(place(path.subList(0, 6)).orElseThrow(), "usages", Optional.empty()));
            }
            for (int end = 2; end <= 6 && end + 2 < path.size(); end += 2) {
                boolean here = is(path, end, "providers") && is(path, end + 1, NAMESPACE);
                int what = end + 2;
                if (here && isKnown(path, what)) {
                    return place(path.subList(0, end)).map(place -> at(place, path, what));
                }
            }
            return Optional.empty();
        }

        private static Optional<Named> ofServer(List<String> path) {
            return path.size() > 2 && is(path, 1, NAMESPACE) && isKnown(path, 2)
                    ? Optional.of(at(new Place("", "", ""), path, 2))
                    : Optional.empty();
        }

        private static boolean isKnown(List<String> path, int at) {
            return (is(path, at, "quotas") || is(path, at, "usages")) && path.size() <= at + 2;
        }

        private static Named at(Place place, List<String> path, int at) {
            Optional<String> name = path.size() == at + 2 ? Optional.of(path.get(at + 1)) : Optional.empty();
            return new Named(place, path.get(at).toLowerCase(Locale.ROOT), name);
        }

        private static boolean is(List<String> path, int at, String word) {
            return path.get(at).equalsIgnoreCase(word);
        }

        private static Optional<Place> place(List<String> path) {
            boolean named = path.size() < 4 || is(path, 2, "providers");
            boolean located = path.size() < 6 || is(path, 4, "locations");
            return named && located
                    ? Optional.of(new Place(
                            path.get(1).toLowerCase(Locale.ROOT),
                            path.size() < 4 ? "" : path.get(3),
                            path.size() < 6 ? "" : path.get(5)))
                    : Optional.empty();
        }
    }

    @Override
    public boolean serves(Request request) {
        String path = request.path();
        boolean mayBe = path.regionMatches(true, path.length() - 7, "/usages", 0, 7)
                || path.toLowerCase(Locale.ROOT).contains("/" + NAMESPACE + "/");
        return mayBe && Named.of(request.segmentsOfId()).isPresent();
    }

    @Override
    public Asked asks(Request request) {
        Named named = Named.of(request.segmentsOfId()).orElseThrow();
        return new Asked.Of(
                Action.ofMethod(request.method(), "Microsoft.Quota/" + named.what()),
                named.place().subscription().isEmpty()
                        ? AccessScope.ROOT
                        : AccessScope.subscription(named.place().subscription()));
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        return ErrorDocument.response(request, problem);
    }

    @Override
    public Response answer(Request request) {
        Named named = Named.of(request.segmentsOfId()).orElseThrow();
        String subscription = named.place().subscription();
        if (!subscription.isEmpty()) {
            require(request, subscription);
        }
        request.reads(QUERY_OPTIONS);
        if (request.query("api-version").filter(version -> !version.isBlank()).isEmpty()) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.MISSING_API_VERSION_PARAMETER,
                    "The api-version query parameter (?api-version=) is required for all requests.",
                    "api-version"));
        }
        return named.what().equals("usages") ? usages(request, named) : quotas(request, named);
    }

    private void require(Request request, String subscription) {
        if (!authorizer.concerns(request.caller(), subscription)) {
            throw new ProblemException(Problem.subscriptionNotFound(subscription));
        }
        scopes.subscription(subscription);
    }

    // -- usages -------------------------------------------------------------------------------------------------------

    private Response usages(Request request, Named named) {
        if (!request.method().equals("GET")) {
            throw notAllowed(request);
        }
        boolean ofProvider = !request.path().toLowerCase(Locale.ROOT).contains("/" + NAMESPACE + "/");
        if (ofProvider) {
            return list(named.place(), named.place()::isLimitedBy, this::usage);
        }
        return named.name().isPresent()
                ? json(usageOfQuota(one(named)))
                : list(named.place(), named.place()::covers, this::usageOfQuota);
    }

    private Response list(Place place, Predicate<Place> wanted, Function<Quotas.Used, ObjectNode> shown) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode value = json.putArray("value");
        quotas.of(place.subscription()).stream()
                .filter(used -> wanted.test(names.place(used.quota())))
                .forEach(used -> value.add(shown.apply(used)));
        return json(json);
    }

    private ObjectNode usage(Quotas.Used used) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("id", names.place(used.quota()).path() + "/usages/" + names.name(used.quota()));
        json.put("unit", names.unit(used.quota()));
        json.put("currentValue", used.used());
        json.put("limit", used.quota().most());
        json.set("name", name(used.quota()));
        return json;
    }

    private ObjectNode name(Quota quota) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("value", names.name(quota))
                .put("localizedValue", names.title(quota));
    }

    private ObjectNode usageOfQuota(Quotas.Used used) {
        ObjectNode json = envelope(used, "usages");
        ObjectNode properties = json.putObject("properties");
        properties.putObject("usages").put("value", used.used()).put("usagesType", "Individual");
        properties.put("unit", names.unit(used.quota())).set("name", name(used.quota()));
        return json;
    }

    private ObjectNode envelope(Quotas.Used used, String what) {
        String name = names.name(used.quota());
        return JsonNodeFactory.instance
                .objectNode()
                .put("id", names.place(used.quota()).path() + "/providers/Microsoft.Quota/" + what + "/" + name)
                .put("name", name)
                .put("type", "Microsoft.Quota/" + what);
    }

    // -- quotas -------------------------------------------------------------------------------------------------------

    private Response quotas(Request request, Named named) {
        if (named.name().isEmpty()) {
            if (!request.method().equals("GET")) {
                throw notAllowed(request);
            }
            return list(named.place(), named.place()::covers, this::quota);
        }
        return switch (request.method()) {
            case "GET" -> json(quota(one(named)));
            case "PUT", "PATCH" -> {
                Quota wanted = names.quota(named.place(), named.name().get(), limit(request.object(STRICT)));
                yield json(quota(quotas.set(request.caller(), wanted)));
            }
            case "DELETE" ->
                quotas.remove(
                                request.caller(),
                                names.quota(named.place(), named.name().get(), 0))
                        ? Response.empty(200)
                        : Response.empty(204);
            default -> throw notAllowed(request);
        };
    }

    private Quotas.Used one(Named named) {
        Quota asked = names.quota(named.place(), named.name().orElseThrow(), 0);
        return quotas.find(asked)
                .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                        ProblemCode.NOT_FOUND,
                        "No quota '" + named.name().get() + "' is set at '"
                                + named.place().path() + "'.")));
    }

    private ObjectNode quota(Quotas.Used used) {
        ObjectNode json = envelope(used, "quotas");
        ObjectNode properties = json.putObject("properties");
        properties
                .putObject("limit")
                .put("limitObjectType", "LimitValue")
                .put("limitType", "Independent")
                .put("value", used.quota().most());
        properties.put("unit", names.unit(used.quota())).set("name", name(used.quota()));
        properties.put("isQuotaApplicable", true);
        return json;
    }

    private static long limit(ObjectNode body) {
        JsonNode value = body.at("/properties/limit/value");
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 0) {
            throw new ProblemException(Problem.InvalidBody.of(
                    "quota.limit", "expected a whole number of at least 0", "/properties/limit/value"));
        }
        return value.longValue();
    }

    private static Response json(ObjectNode body) {
        return Response.json(200, JsonMapper.shared().writeValueAsBytes(body));
    }

    private static ProblemException notAllowed(Request request) {
        return new ProblemException(new Problem.MethodNotAllowed(request.method()));
    }
}
