package fairlead.server.access.identity.accesskey;

import fairlead.server.access.Action;
import fairlead.server.access.Asked;
import fairlead.server.access.Caller;
import fairlead.server.access.identity.Directory;
import fairlead.server.access.identity.DirectoryObject;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// `/fairlead/principals/{id}/keys`: the access keys of AWS tools that a principal has.
///
/// | address | |
/// |---|---|
/// | `GET`, `POST /fairlead/principals/{id}/keys` | its keys; mints one: `{"subscription", "days"}` |
/// | `DELETE /fairlead/principals/{id}/keys/{key}` | removes one |
public final class AccessKeySurface implements Surface {

    private static final String CREDENTIALS = "Fairlead.Identity/principals/credentials";
    private static final Set<String> ALL = Set.of("GET", "POST");
    private static final Set<String> ONE = Set.of("DELETE");
    private static final Set<String> MEMBERS = Set.of("subscription", "days");
    private static final Pattern ID = Pattern.compile("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}");
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final AccessKeys keys;
    private final Subscriptions subscriptions;

    /// What is to be known of subscriptions.
    public interface Subscriptions {

        /// The number by which AWS tools know a subscription, which is made ready for them; a problem if there is no
        /// such subscription.
        String account(Caller caller, String subscription);

        /// The same, of one for which there is a key.
        String number(String subscription);
    }

    public AccessKeySurface(AccessKeys keys, Subscriptions subscriptions) {
        this.keys = keys;
        this.subscriptions = subscriptions;
    }

    @Override
    public boolean serves(Request request) {
        if (!request.path().startsWith("/fairlead/principals/")) {
            return false;
        }
        List<String> path = request.segments();
        return (path.size() == 4 || path.size() == 5) && path.get(3).equals("keys");
    }

    @Override
    public Asked asks(Request request) {
        Action action = request.method().equals("GET") ? Action.read(CREDENTIALS) : Action.write(CREDENTIALS);
        return new Asked.Of(action, DirectoryObject.scopeOf(request.segments().get(2)));
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        return ErrorDocument.response(request, problem);
    }

    @Override
    public Response answer(Request request) {
        List<String> path = request.segments();
        boolean all = path.size() == 4;
        if (!(all ? ALL : ONE).contains(request.method())) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        UUID principal = id(path.get(2));
        return switch (request.method()) {
            case "GET" -> list(principal);
            case "POST" -> mint(request, principal);
            default -> Response.empty(keys.remove(request.caller(), principal, path.get(4)) ? 200 : 204);
        };
    }

    private Response list(UUID principal) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode value = json.putArray("value");
        keys.list(principal).forEach(key -> value.add(json(key, subscriptions.number(key.subscription()))));
        return json(200, json);
    }

    private Response mint(Request request, UUID principal) {
        ObjectNode body = request.object(STRICT);
        for (String name : body.propertyNames()) {
            if (!MEMBERS.contains(name)) {
                throw invalid("expected subscription or days, found '" + name + "'", "/" + name);
            }
        }
        JsonNode subscription = body.path("subscription");
        if (!subscription.isString() || !ID.matcher(subscription.asString()).matches()) {
            throw invalid("expected the id of a subscription, a GUID", "/subscription");
        }
        JsonNode days = body.path("days");
        if (!days.isMissingNode() && !days.isIntegralNumber()) {
            throw invalid("expected a number of days", "/days");
        }
        Duration validity = days.isMissingNode() ? Directory.USUAL : Duration.ofDays(days.asLong());
        String id = subscription.asString().toLowerCase(Locale.ROOT);
        String account = subscriptions.account(request.caller(), id);
        AccessKeys.Minted made = keys.mint(request.caller(), principal, id, validity);
        ObjectNode json = json(made.key(), account);
        json.put("secretAccessKey", made.secret());
        return json(201, json).with("Cache-Control", "no-store");
    }

    private static ProblemException invalid(String message, String pointer) {
        return new ProblemException(Problem.InvalidBody.of("principal.key", message, pointer));
    }

    private static ObjectNode json(AccessKeys.Listed key, String account) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("accessKeyId", key.id());
        json.put("subscription", key.subscription());
        json.put("account", account);
        json.put("createdAt", key.createdAt().toString());
        json.put("ends", key.ends().toString());
        key.usedAt().ifPresent(hour -> json.put("lastUsed", hour.toString()));
        return json;
    }

    private static UUID id(String text) {
        if (!ID.matcher(text).matches()) {
            throw new ProblemException(
                    new Problem.NotFound(ProblemCode.PRINCIPAL_NOT_FOUND, "There is no principal '" + text + "'."));
        }
        return UUID.fromString(text);
    }

    private static Response json(int status, ObjectNode body) {
        return Response.json(status, JsonMapper.shared().writeValueAsBytes(body));
    }
}
