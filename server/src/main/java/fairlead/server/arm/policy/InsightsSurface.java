package fairlead.server.arm.policy;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Asked;
import fairlead.server.access.Authorizer;
import fairlead.server.access.policy.Compliance;
import fairlead.server.access.policy.Compliance.Question;
import fairlead.server.access.policy.PolicyKind;
import fairlead.server.access.policy.Sweeps;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.limit.Use;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The addresses `{scope}/providers/Microsoft.PolicyInsights/...`: how resources stand to guardrails.
///
/// Implements the operations "Policy States" and "Policy Events" of the REST reference of Azure Policy Insights, as `az
/// policy state` and `az policy event` call them.
public final class InsightsSurface implements Surface {

    /// The query options, all that there are.
    public static final Set<String> QUERY_OPTIONS =
            Set.of("api-version", "$filter", "$top", "$skiptoken", "$from", "$to");

    private static final String NAMESPACE = "Microsoft.PolicyInsights";
    private static final String STATES = NAMESPACE + "/policyStates";
    private static final int PAGE = 1_000;
    private static final Duration EVENTS_OF = Duration.ofDays(1);

    private final Compliance compliance;
    private final Sweeps sweeps;
    private final Authorizer authorizer;
    private final Clock clock;

    public InsightsSurface(Compliance compliance, Sweeps sweeps, Authorizer authorizer, Clock clock) {
        this.compliance = compliance;
        this.sweeps = sweeps;
        this.authorizer = authorizer;
        this.clock = clock;
    }

    /// What an address names.
    ///
    /// @param policy the definition, set or assignment to which it is limited
    /// @param what `policyStates` and so on
    private record Place(AccessScope scope, Optional<PolicyPlace> policy, List<String> what) {

        static Optional<Place> of(List<String> path) {
            for (int i = Math.max(0, path.size() - 5); i + 2 < path.size(); i++) {
                boolean here = path.get(i).equalsIgnoreCase("providers")
                        && path.get(i + 1).equalsIgnoreCase(NAMESPACE);
                if (here) {
                    Optional<PolicyPlace> policy = PolicyPlace.of(path.subList(0, i))
                            .filter(one -> one.name().isPresent());
                    AccessScope whole = PolicyPlace.scope(path.subList(0, i));
                    AccessScope scope = policy.map(PolicyPlace::scope).orElse(whole);
                    return Optional.of(new Place(scope, policy, path.subList(i + 2, path.size())));
                }
            }
            return Optional.empty();
        }

        String deed() {
            return what.getLast().toLowerCase(Locale.ROOT);
        }

        /// What is asked for, and how; empty for an address of another form.
        String called() {
            return what.size() == 3 ? what.getFirst().toLowerCase(Locale.ROOT) + " " + deed() : "";
        }

        boolean isOf(String first) {
            return what.getFirst().equalsIgnoreCase(first);
        }
    }

    @Override
    public boolean serves(Request request) {
        return PolicyPlace.mayBe(request.path(), NAMESPACE)
                && Place.of(request.segmentsOfId()).isPresent();
    }

    @Override
    public Asked asks(Request request) {
        Place place = Place.of(request.segmentsOfId()).orElseThrow();
        Action action = place.isOf("policyEvents")
                ? Action.read(NAMESPACE + "/policyEvents/queryResults")
                : place.deed().equals("triggerevaluation")
                        ? Action.called("triggerEvaluation", STATES)
                        : Action.read(STATES + (place.deed().equals("summarize") ? "/summarize" : "/queryResults"));
        return new Asked.Of(action, place.scope());
    }

    /// They are asked by POST.
    @Override
    public Use use(Request request) {
        return Use.READS;
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        return ErrorDocument.response(request, problem);
    }

    @Override
    public Response answer(Request request) {
        Place place = Place.of(request.segmentsOfId()).orElseThrow();
        String subscription = place.scope().subscription();
        if (!subscription.isEmpty() && !authorizer.concerns(request.caller(), subscription)) {
            throw new ProblemException(Problem.subscriptionNotFound(subscription));
        }
        request.reads(QUERY_OPTIONS);
        if (place.isOf("asyncOperationResults") && request.method().equals("GET")) {
            return scanned(request);
        }
        if (!request.method().equals("POST")) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        return switch (place.called()) {
            case "policystates queryresults" -> states(request, place);
            case "policystates summarize" -> summary(request, place);
            case "policystates triggerevaluation" -> scan(request, place);
            case "policyevents queryresults" -> events(request, place);
            default ->
                throw new ProblemException(
                        new Problem.NotFound(ProblemCode.NOT_FOUND, "There is nothing at '" + request.path() + "'."));
        };
    }

    private Question question(Request request, Place place) {
        Predicate<ObjectNode> wanted =
                StateFilter.parse(request.query("$filter").orElse(""));
        if (place.policy().isPresent()) {
            PolicyPlace policy = place.policy().get();
            String property = policy.kind() == PolicyKind.ASSIGNMENT
                    ? "policyAssignmentId"
                    : policy.kind() == PolicyKind.SET ? "policySetDefinitionId" : "policyDefinitionId";
            String name = policy.name().orElseThrow();
            wanted = wanted.and(state -> {
                String id = state.path(property).asString("");
                return id.substring(id.lastIndexOf('/') + 1).equalsIgnoreCase(name);
            });
        }
        return new Question(place.scope(), wanted);
    }

    private Response states(Request request, Place place) {
        int most = request.query("$top").map(InsightsSurface::number).orElse(Integer.MAX_VALUE);
        Compliance.Page page = compliance.states(
                question(request, place), request.query("$skiptoken").orElse(""), Math.min(PAGE, most));
        ObjectNode json = list(request, page.states().stream().limit(most).toList());
        if (!page.next().isEmpty() && most > PAGE) {
            json.put(
                    "@odata.nextLink",
                    request.urlWith("$skiptoken", URLEncoder.encode(page.next(), StandardCharsets.UTF_8)));
        }
        return json(200, json);
    }

    private static int number(String text) {
        try {
            int number = Integer.parseInt(text);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException noNumber) {
            // Told below, like one that is negative.
        }
        throw new ProblemException(new Problem.BadRequest(
                ProblemCode.INVALID_QUERY_PARAMETER, "Expected a number, found '" + text + "'.", "$top"));
    }

    private Response events(Request request, Place place) {
        Instant until = request.query("$to").map(text -> moment(text, "$to")).orElseGet(clock::instant);
        Instant from =
                request.query("$from").map(text -> moment(text, "$from")).orElseGet(() -> until.minus(EVENTS_OF));
        int most = request.query("$top").map(InsightsSurface::number).orElse(Integer.MAX_VALUE);
        List<ObjectNode> events = compliance.events(question(request, place), from, until.plusMillis(1));
        return json(200, list(request, events.stream().limit(most).toList()));
    }

    private static Instant moment(String text, String name) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException wrong) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.INVALID_QUERY_PARAMETER,
                    "Expected a time such as 2026-01-31T00:00:00Z, found '" + text + "'.",
                    name));
        }
    }

    private static ObjectNode list(Request request, List<ObjectNode> states) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("@odata.context", request.baseUrl() + request.path() + "/$metadata");
        json.put("@odata.count", states.size());
        ArrayNode value = json.putArray("value");
        states.forEach(value::add);
        return json;
    }

    private Response summary(Request request, Place place) {
        String address = request.baseUrl() + request.path().replaceFirst("(?i)/summarize/?$", "/queryResults");
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("@odata.context", request.baseUrl() + request.path() + "/$metadata");
        json.put("@odata.count", 1);
        json.putArray("value").add(compliance.summary(question(request, place), address));
        return json(200, json);
    }

    /// Has all resources looked at once more. The address that it gives says when that is done.
    private Response scan(Request request, Place place) {
        Instant asked = sweeps.ask();
        String version = request.query("api-version").orElse("2019-10-01");
        String address = request.baseUrl() + place.scope().path() + "/providers/" + NAMESPACE
                + "/asyncOperationResults/" + asked.toEpochMilli() + "?api-version="
                + URLEncoder.encode(version, StandardCharsets.UTF_8);
        return Response.empty(202).with("Location", address).with("Retry-After", "1");
    }

    private Response scanned(Request request) {
        return sweeps.isDone()
                ? Response.empty(200)
                : Response.empty(202)
                        .with("Location", request.baseUrl() + request.targetWith(Map.of()))
                        .with("Retry-After", "1");
    }

    private static Response json(int status, ObjectNode body) {
        return Response.json(status, JsonMapper.shared().writeValueAsBytes(body));
    }
}
