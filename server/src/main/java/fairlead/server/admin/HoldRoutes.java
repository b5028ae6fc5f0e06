package fairlead.server.admin;

import fairlead.server.access.Action;
import fairlead.server.access.audit.Holds;
import fairlead.server.access.audit.Holds.Hold;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// `/fairlead/audit/holds`: which records are kept whatever retention and erasures say.
final class HoldRoutes {

    static final String WORD = "holds";

    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final Set<String> MEMBERS = Set.of("subscription", "from", "until", "reason");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

    private final Holds holds;

    HoldRoutes(Holds holds) {
        this.holds = holds;
    }

    static Action action(Request request) {
        return Action.ofMethod(request.method(), "Fairlead.Control/audit/holds");
    }

    /// @param path what follows `/fairlead/audit/holds`
    Response answer(Request request, List<String> path) {
        if (path.size() > 1) {
            throw UnknownAddress.of(request);
        }
        return switch (request.method() + " " + path.size()) {
            case "GET 0" -> list();
            case "GET 1" -> JsonAnswer.of(200, json(holds.find(path.getFirst()).orElseThrow(() -> missing(path))));
            case "PUT 1" -> put(request, path.getFirst());
            case "DELETE 1" -> Response.empty(holds.delete(request.caller(), path.getFirst()) ? 200 : 204);
            default -> throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        };
    }

    private static ProblemException missing(List<String> path) {
        return new ProblemException(new Problem.NotFound(
                ProblemCode.AUDIT_RECORD_NOT_FOUND, "There is no hold '" + path.getFirst() + "'."));
    }

    private Response list() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode value = json.putArray("value");
        holds.list().forEach(hold -> value.add(json(hold)));
        return JsonAnswer.of(200, json);
    }

    private Response put(Request request, String name) {
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,62}")) {
            throw wrong("name", "expected up to 63 letters, digits, '.', '_' and '-', found '" + name + "'", "/name");
        }
        JsonNode body = request.object(STRICT);
        Set<String> unknown = new TreeSet<>(body.propertyNames());
        unknown.removeAll(MEMBERS);
        if (!unknown.isEmpty()) {
            String first = unknown.iterator().next();
            throw wrong("member", "expected subscription, from, until and reason, found " + first, "/" + first);
        }
        String reason = body.path("reason").asString("");
        if (reason.isBlank()) {
            throw wrong("reason", "expected a reason, found none", "/reason");
        }
        Instant from = time(body, "from", Instant.EPOCH);
        Instant until = time(body, "until", LAST);
        if (!from.isBefore(until)) {
            throw wrong("until", "expected a time after from, found " + until, "/until");
        }
        String subscription = body.path("subscription").asString("").toLowerCase(Locale.ROOT);
        return JsonAnswer.of(200, json(holds.put(request.caller(), name, subscription, from, until, reason)));
    }

    private static Instant time(JsonNode body, String member, Instant usual) {
        if (!body.has(member)) {
            return usual;
        }
        String text = body.path(member).asString("");
        try {
            return Instant.parse(text);
        } catch (DateTimeException none) {
            throw wrong(member, "expected a time such as 2026-11-26T00:00:00Z, found '" + text + "'", "/" + member);
        }
    }

    private static ProblemException wrong(String id, String message, String pointer) {
        return new ProblemException(Problem.InvalidBody.of("hold." + id, message, pointer));
    }

    private static ObjectNode json(Hold hold) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("name", hold.name());
        if (!hold.subscription().isEmpty()) {
            json.put("subscription", hold.subscription());
        }
        return json.put("from", hold.begins().toString())
                .put("until", hold.ends().toString())
                .put("reason", hold.reason())
                .put("createdBy", hold.madeBy())
                .put("createdAt", hold.madeAt().toString());
    }
}
