package fairlead.server.arm;

import fairlead.server.arm.address.Address;
import fairlead.server.arm.address.Paging;
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
final class OrphanRoutes {

    private final Orphans orphans;

    OrphanRoutes(Orphans orphans) {
        this.orphans = orphans;
    }

    Response answer(Request request, Address.AllOrphans address) {
        if (!request.method().equals("GET")) {
            return Answers.notAllowed(request, "GET");
        }
        Paging paging = Paging.of(request);
        Orphans.Page page = orphans.list(
                address.subscription(), address.group(), paging.after().orElse(""), paging.limit());
        ListJson list = new ListJson();
        page.orphans().forEach(orphan -> list.add(json(orphan)));
        return list.end(page.next().map(mark -> Paging.next(request, mark)));
    }

    Response answer(Request request, Address.OneOrphan address) {
        String location = Locations.normal(address.location());
        return switch (request.method()) {
            case "GET" -> Answers.json(200, json(orphans.get(address.subscription(), location, address.name())));
            case "DELETE" -> {
                boolean there = forgets(request)
                        ? orphans.forget(request.caller(), address.subscription(), location, address.name())
                        : orphans.delete(request.caller(), address.subscription(), location, address.name());
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

    private static ObjectNode json(Orphan orphan) {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("id", orphan.address())
                .put("name", orphan.name())
                .put("type", orphan.id().type().namespace() + "/locations/leftBehind");
        ObjectNode properties = json.putObject("properties");
        properties.put("typeName", orphan.type().toString());
        orphan.identifier().ifPresent(identifier -> properties.put("identifier", identifier));
        properties
                .put("resourceId", orphan.id().toString())
                .put("location", orphan.location())
                .put("operation", orphan.operation().toString())
                .put("leftAt", orphan.leftAt().toString())
                .put("reason", orphan.reason())
                .put("attempts", orphan.attempts())
                .put("nextAttemptAt", orphan.dueAt().toString());
        return json;
    }
}
