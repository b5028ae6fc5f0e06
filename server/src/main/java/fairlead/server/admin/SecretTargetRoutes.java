package fairlead.server.admin;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Asked;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.secret.SecretReads;
import fairlead.server.resource.secret.SecretTarget;
import fairlead.server.resource.secret.SecretTarget.Kind;
import fairlead.server.resource.secret.SecretTarget.Place;
import fairlead.server.resource.secret.SecretTargets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// `/fairlead/targets?resource=ID`: where the secrets of a resource are pushed. Who may read them may say so.
public final class SecretTargetRoutes {

    static final String RESOURCE = "resource";

    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final Set<String> MEMBERS = Set.of("file", "vault", "property");

    private final SecretTargets targets;

    public SecretTargetRoutes(SecretTargets targets) {
        this.targets = targets;
    }

    /// To have secrets pushed is to read them.
    static Asked asked(Request request) {
        return request.written(RESOURCE)
                .flatMap(SecretTargetRoutes::parsed)
                .<Asked>map(id -> new Asked.Of(SecretReads.action(id.type()), new AccessScope(id.toString())))
                .orElse(Asked.KNOWN);
    }

    private static Optional<ResourceId> parsed(String text) {
        try {
            return Optional.of(ResourceId.parse(text));
        } catch (IllegalArgumentException none) {
            return Optional.empty();
        }
    }

    /// @param path what follows `/fairlead/targets`
    Response answer(Request request, List<String> path) {
        if (path.size() > 1) {
            throw UnknownAddress.of(request);
        }
        Set<String> methods = path.isEmpty() ? Set.of("GET") : Set.of("GET", "PUT", "DELETE");
        if (!methods.contains(request.method())) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        ResourceId id = request.query(RESOURCE)
                .flatMap(SecretTargetRoutes::parsed)
                .orElseThrow(() -> new ProblemException(new Problem.BadRequest(
                        ProblemCode.INVALID_QUERY_PARAMETER, "resource: expected the id of a resource.", RESOURCE)));
        return switch (request.method() + " " + path.size()) {
            case "GET 0" -> list(id);
            case "GET 1" -> JsonAnswer.of(200, json(targets.get(id, path.getFirst())));
            case "PUT 1" -> put(request, id, path.getFirst());
            default -> Response.empty(targets.delete(request.caller(), id, path.getFirst()) ? 200 : 204);
        };
    }

    private Response list(ResourceId id) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode value = json.putArray("value");
        targets.list(id).forEach(target -> value.add(json(target)));
        return JsonAnswer.of(200, json);
    }

    private Response put(Request request, ResourceId id, String name) {
        JsonNode body = request.object(STRICT);
        Set<String> unknown = new TreeSet<>(body.propertyNames());
        unknown.removeAll(MEMBERS);
        if (!unknown.isEmpty()) {
            throw SecretTargets.invalid(
                    "member",
                    "expected file or vault, and perhaps property, found " + String.join(", ", unknown),
                    "/" + unknown.iterator().next());
        }
        if (body.has("file") == body.has("vault")) {
            throw SecretTargets.invalid("place", "expected either file or vault", "");
        }
        Kind kind = body.has("file") ? Kind.FILE : Kind.VAULT;
        String property = body.path("property").asString("");
        if (!property.isEmpty() && !property.startsWith("/")) {
            throw SecretTargets.invalid(
                    "property", "expected a JSON pointer such as /Password, found '" + property + "'", "/property");
        }
        return JsonAnswer.of(200, json(targets.put(request.caller(), id, name, place(kind, body), property)));
    }

    private static Place place(Kind kind, JsonNode body) {
        String member = kind.word();
        try {
            return new Place(kind, body.path(member).asString(""));
        } catch (IllegalArgumentException wrong) {
            throw SecretTargets.invalid("path", String.valueOf(wrong.getMessage()), "/" + member);
        }
    }

    private static ObjectNode json(SecretTarget target) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("name", target.name());
        json.put(target.place().kind().word(), target.place().path());
        if (!target.property().isEmpty()) {
            json.put("property", target.property());
        }
        SecretTarget.State state = target.state();
        String word = !state.message().isEmpty()
                ? "Failing"
                : state.delivered() > 0 && state.delivered() == state.tried() ? "Delivered" : "Pending";
        json.put("state", word).put("deliveredVersion", state.delivered());
        state.deliveredAt().ifPresent(at -> json.put("deliveredAt", at.toString()));
        json.put("attempts", state.attempts());
        if (!state.message().isEmpty()) {
            json.put("message", state.message());
        }
        return json.put("createdBy", target.made().by())
                .put("createdAt", target.made().at().toString());
    }
}
