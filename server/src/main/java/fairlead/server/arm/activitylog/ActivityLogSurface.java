package fairlead.server.arm.activitylog;

import fairlead.server.access.AccessRecords;
import fairlead.server.access.Asked;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.AuditTrail.Search;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Plane;
import fairlead.server.access.audit.EventLookup;
import fairlead.server.access.audit.EventLookup.Place;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// `/subscriptions/{id}/providers/Microsoft.Insights/eventtypes/management/values`: the records of a
/// subscription, the newest first, as `az monitor activity-log list` reads them.
public final class ActivityLogSurface implements Surface {

    /// The query options, all that there are.
    public static final Set<String> QUERY_OPTIONS = Set.of("api-version", "$filter", "$select", "$skipToken");

    private static final List<String> END =
            List.of("providers", "microsoft.insights", "eventtypes", "management", "values");
    private static final String CATEGORIES = "/providers/Microsoft.Insights/eventcategories";
    private static final int PAGE = 100;

    private final EventLookup events;
    private final Authorizer authorizer;
    private final AccessRecords records;

    /// @param records where it is told who has read
    public ActivityLogSurface(EventLookup events, Authorizer authorizer, AccessRecords records) {
        this.events = events;
        this.authorizer = authorizer;
        this.records = records;
    }

    @Override
    public boolean serves(Request request) {
        return isOfEvents(request) || isOfCategories(request);
    }

    private static boolean isOfCategories(Request request) {
        return request.path().equalsIgnoreCase(CATEGORIES);
    }

    private static boolean isOfEvents(Request request) {
        String path = request.path();
        if (!path.regionMatches(true, path.length() - "/values".length(), "/values", 0, "/values".length())) {
            return false;
        }
        List<String> parts = request.segments();
        return parts.size() == END.size() + 2
                && parts.getFirst().equalsIgnoreCase("subscriptions")
                && matches(parts.subList(2, parts.size()));
    }

    private static boolean matches(List<String> parts) {
        for (int i = 0; i < END.size(); i++) {
            if (!parts.get(i).equalsIgnoreCase(END.get(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Asked asks(Request request) {
        return Asked.KNOWN;
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
        request.reads(QUERY_OPTIONS);
        if (isOfCategories(request)) {
            requireReading(request);
            return Response.json(200, JsonMapper.shared().writeValueAsBytes(categories()));
        }
        String subscription = request.segments().get(1);
        if (!authorizer.concerns(request.caller(), subscription.toLowerCase(Locale.ROOT))) {
            throw new ProblemException(Problem.subscriptionNotFound(subscription));
        }
        requireReading(request);
        EventFilter filter = EventFilter.parse(request.query("$filter").orElse(""));
        Optional<String> resource = Optional.ofNullable(filter.equal().get("resourceid"))
                .or(() -> Optional.ofNullable(filter.equal().get("resourceuri")));
        Search search = new Search(
                Optional.of(subscription),
                resource,
                Optional.ofNullable(filter.equal().get("correlationid")),
                Optional.of(Plane.CONTROL),
                filter.from(),
                filter.until());
        EventLookup.Page page = events.find(
                request.caller(),
                search,
                found -> ActivityEvent.of(found).fits(filter.equal()),
                request.query("$skipToken").map(ActivityLogSurface::place).orElse(Place.NEWEST),
                PAGE);
        AuditTrail.Deed deed = AuditTrail.Deed.managing(
                "ReadActivityLog",
                subscription,
                "",
                "/subscriptions/" + subscription,
                "Microsoft.Insights/eventtypes",
                "{}".getBytes(StandardCharsets.UTF_8));
        records.done(request.caller(), deed.with(AuditTrail.Deed.Details.READING));
        return Response.json(200, JsonMapper.shared().writeValueAsBytes(json(request, page)));
    }

    private static void requireReading(Request request) {
        if (!request.method().equals("GET")) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        if (request.query("api-version").filter(version -> !version.isBlank()).isEmpty()) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.MISSING_API_VERSION_PARAMETER,
                    "The api-version query parameter (?api-version=) is required for all requests.",
                    "api-version"));
        }
    }

    /// Those that events here can have.
    private static ObjectNode categories() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode value = json.putArray("value");
        for (String category : List.of("Administrative", "Security")) {
            value.addObject().put("value", category).put("localizedValue", category);
        }
        return json;
    }

    private static ObjectNode json(Request request, EventLookup.Page page) {
        Optional<Set<String>> selected = request.query("$select")
                .map(names ->
                        Arrays.stream(names.split(",", -1)).map(String::strip).collect(Collectors.toSet()));
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode value = json.putArray("value");
        page.found().forEach(found -> {
            ObjectNode event = ActivityEvent.of(found).json();
            selected.ifPresent(event::retain);
            value.add(event);
        });
        page.next().ifPresent(place -> json.put("nextLink", request.urlWith("$skipToken", place.toString())));
        return json;
    }

    private static Place place(String token) {
        return Place.of(token)
                .orElseThrow(() -> new ProblemException(new Problem.BadRequest(
                        ProblemCode.INVALID_SKIP_TOKEN,
                        "The $skipToken is not one that this list has given.",
                        "$skipToken")));
    }
}
