package fairlead.server.arm;

import fairlead.server.arm.address.Address;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.Orphans;
import fairlead.server.resource.record.Orphan;
import fairlead.server.scope.Locations;
import java.util.Locale;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The verbs on what replacements have left behind. Its addresses name its location, so that they lead to its cell.
final class LeftBehindRoutes {

    private final Orphans leftovers;

    LeftBehindRoutes(Orphans leftovers) {
        this.leftovers = leftovers;
    }

    Response answer(Request request, Address.AllLeftBehind address) {
        if (!request.method().equals("GET")) {
            return Answers.notAllowed(request, "GET");
        }
        Paging paging = Paging.of(request);
        Orphans.Page page = leftovers.list(
                address.subscription(), address.group(), paging.after().orElse(""), paging.limit());
        ListJson list = new ListJson();
        page.things().forEach(thing -> list.add(json(thing)));
        return list.end(page.next().map(mark -> Paging.next(request, mark)));
    }

    Response answer(Request request, Address.OneLeftBehind address) {
        String location = Locations.normal(address.location());
        return switch (request.method()) {
            case "GET" -> Answers.json(200, json(leftovers.get(address.subscription(), location, address.name())));
            case "DELETE" -> {
                boolean there = forgets(request)
                        ? leftovers.forget(request.caller(), address.subscription(), location, address.name())
                        : leftovers.delete(request.caller(), address.subscription(), location, address.name());
                yield Response.empty(there ? 200 : 204);
            }
            default -> Answers.notAllowed(request, "GET, DELETE");
        };
    }

    private static boolean forgets(Request request) {
        String word = request.query("forget").orElse("false");
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new ProblemException(new Problem.BadRequest(
                        ProblemCode.INVALID_QUERY_PARAMETER,
                        "The value of forget is '" + word + "'; expected true or false.",
                        "forget"));
        };
    }

    private static ObjectNode json(Orphan thing) {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("id", thing.address())
                .put("name", thing.name())
                .put("type", thing.id().type().namespace() + "/locations/leftBehind");
        ObjectNode properties = json.putObject("properties");
        properties.put("typeName", thing.type().toString());
        thing.identifier().ifPresent(identifier -> properties.put("identifier", identifier));
        properties
                .put("resourceId", thing.id().toString())
                .put("location", thing.location())
                .put("operation", thing.operation().toString())
                .put("leftAt", thing.leftAt().toString())
                .put("reason", thing.reason())
                .put("attempts", thing.attempts())
                .put("nextAttemptAt", thing.dueAt().toString());
        return json;
    }
}
