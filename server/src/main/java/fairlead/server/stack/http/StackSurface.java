package fairlead.server.stack.http;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Asked;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.plan.SecretDigests;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.scope.Locations;
import fairlead.server.scope.Scopes;
import fairlead.server.stack.StackEngine;
import fairlead.server.stack.Stacks;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackPlace;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/// `/fairlead/stacks`: stacks of a subscription and a location.
public final class StackSurface implements Surface {

    private static final String ROOT = "/fairlead/stacks";
    private static final Set<String> PLACE = Set.of("subscription", "location");
    private static final Set<String> PAGED = Set.of("subscription", "location", "$top", "$skipToken");

    private final Scopes scopes;
    private final UnaryOperator<String> groups;
    private final Stacks stacks;
    private final StackReads reads;
    private final StackWrites writes;

    /// What it works with.
    ///
    /// @param groups the group in which a subscription's resources live that are made without naming one
    /// @param languages in which templates may be written
    /// @param digests stands for secrets in plans
    public record Parts(
            StackEngine engine,
            Scopes scopes,
            UnaryOperator<String> groups,
            List<StackDocuments> languages,
            SecretDigests digests) {}

    public StackSurface(Parts parts) {
        scopes = parts.scopes();
        groups = parts.groups();
        stacks = parts.engine().stacks();
        Languages languages = new Languages(parts.languages());
        reads = new StackReads(stacks, languages);
        writes = new StackWrites(parts.engine(), languages, reads, parts.digests());
    }

    /// The query options of an address.
    ///
    /// @param path its segments; the first two are `fairlead` and `stacks`
    public static Set<String> queryOptions(String method, List<String> path) {
        boolean list = method.equals("GET")
                && (path.size() == 2 || (path.size() == 4 && path.get(3).equals("events")));
        return list ? PAGED : PLACE;
    }

    @Override
    public boolean serves(Request request) {
        return request.path().equals(ROOT) || request.path().startsWith(ROOT + "/");
    }

    /// A plan changes nothing, and so who may read stacks may ask for one; what is read for it is decided for each
    /// resource.
    @Override
    public Asked asks(Request request) {
        Action action = Action.of(
                switch (request.method()) {
                    case "PUT" -> Stack.TYPE + "/write";
                    case "DELETE" -> Stack.TYPE + "/delete";
                    default -> Stack.TYPE + "/read";
                });
        return new Asked.Of(
                action,
                request.written("subscription").map(AccessScope::subscription).orElse(AccessScope.ROOT));
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        return ErrorDocument.response(request, problem);
    }

    @Override
    public Response answer(Request request) {
        List<String> path = request.segments();
        Map<String, Route> methods = methods(request, path);
        Route route = methods.get(request.method());
        if (route == null) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        request.reads(queryOptions(request.method(), path));
        return ErrorDocument.inLanguage(
                route.answer(place(request)), request.language().tag());
    }

    private interface Route {
        Response answer(StackPlace place);
    }

    private Map<String, Route> methods(Request request, List<String> path) {
        String name = path.size() > 2 ? path.get(2) : "";
        return switch (path.size() == 4 ? "/" + path.get(3) : String.valueOf(path.size())) {
            case "2" -> Map.of("GET", place -> json(200, reads.list(request, place)));
            case "3" ->
                Map.of(
                        "GET",
                        place -> json(200, reads.whole(reads.require(place, name))),
                        "PUT",
                        place -> writes.put(request, place, name),
                        "DELETE",
                        place -> writes.delete(request, place, name));
            case "/events" -> Map.of("GET", place -> json(200, reads.events(request, reads.require(place, name))));
            case "/plan" -> Map.of("POST", place -> json(200, writes.plan(request, place, name)));
            default ->
                throw new ProblemException(
                        new Problem.NotFound(ProblemCode.NOT_FOUND, "There is nothing at '" + request.path() + "'."));
        };
    }

    static Response json(int status, ObjectNode body) {
        return Response.json(status, Documents.bytes(body));
    }

    private StackPlace place(Request request) {
        String subscription =
                scopes.subscription(required(request, "subscription")).id().toLowerCase(Locale.ROOT);
        String asked = required(request, "location");
        Locations locations = scopes.locations();
        if (!locations.serves(asked)) {
            throw wrong("location", asked, "one of " + String.join(", ", locations.servedOf(List.of())));
        }
        String location = Locations.normal(asked);
        return new StackPlace(subscription, locations.group(groups.apply(subscription), location), location);
    }

    private static String required(Request request, String name) {
        return request.query(name)
                .filter(text -> !text.isEmpty())
                .orElseThrow(() -> wrong(name, "", "the " + name + " of the stacks"));
    }

    static ProblemException wrong(String name, String found, String expected) {
        return new ProblemException(new Problem.BadRequest(
                ProblemCode.INVALID_QUERY_PARAMETER,
                "The value of " + name + " is '" + found + "'; expected " + expected + ".",
                name));
    }
}
