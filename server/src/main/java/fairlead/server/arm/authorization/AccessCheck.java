package fairlead.server.arm.authorization;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Finding;
import fairlead.server.access.Plane;
import fairlead.server.access.RequestAttributes;
import fairlead.server.access.Subject;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// `POST {scope}/providers/Microsoft.Authorization/checkAccess`, by which Azure's services ask whether a principal may
/// do
/// something: `{"Subject": {"Attributes": {"ObjectId", "Groups"}}, "Actions": [{"Id", "IsDataAction"}], "Resource":
/// {"Id"}}`. Without a subject it is the caller.
final class AccessCheck {

    private static final Action FOR_OTHERS = Action.called("checkAccess", "Fairlead.Identity/principals");
    private static final int MOST = 200;
    private static final long GOOD_FOR = 300_000;

    private final Authorizer authorizer;

    AccessCheck(Authorizer authorizer) {
        this.authorizer = authorizer;
    }

    Response answer(Request request, AccessScope scope) {
        AuthorizationSurface.require(request, "POST");
        ObjectNode body = request.object(AuthorizationSurface.STRICT);
        JsonNode actions = member(body, "actions");
        if (!actions.isArray() || actions.isEmpty() || actions.size() > MOST) {
            throw invalid("expected 1 to " + MOST + " actions", "/Actions");
        }
        Subject subject = subject(request, member(body, "subject"));
        String resource = member(member(body, "resource"), "id").asString("");
        AccessScope where = resource.isEmpty() ? scope : new AccessScope(resource);
        if (!scope.covers(where)) {
            throw invalid("expected an id at or below '" + scope + "'", "/Resource/Id");
        }
        ArrayNode results = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < actions.size(); i++) {
            String id = member(actions.get(i), "id").asString("");
            if (id.isBlank()) {
                throw invalid("expected an action", "/Actions/" + i + "/Id");
            }
            boolean data = member(actions.get(i), "isDataAction").asBoolean(false);
            Action action = new Action(id, data ? Plane.DATA : Plane.CONTROL);
            results.add(result(action, authorizer.find(subject, action, where, RequestAttributes.NONE)));
        }
        return Response.json(200, JsonMapper.shared().writeValueAsBytes(results));
    }

    private Subject subject(Request request, JsonNode asked) {
        JsonNode attributes = member(asked, "attributes");
        String text = member(attributes, "objectId").asString("");
        UUID self = request.caller().principal().id();
        if (text.isEmpty() || text.equalsIgnoreCase(self.toString())) {
            return request.caller().subject();
        }
        authorizer.require(request.caller(), FOR_OTHERS, AccessScope.ROOT);
        UUID id = id(text).orElseThrow(() -> invalid("expected a GUID", "/Subject/Attributes/ObjectId"));
        Set<UUID> groups = new HashSet<>();
        for (JsonNode group : member(attributes, "groups")) {
            groups.add(
                    id(group.asString("")).orElseThrow(() -> invalid("expected GUIDs", "/Subject/Attributes/Groups")));
        }
        return new Subject(id, groups, true, Long.MAX_VALUE);
    }

    private static ObjectNode result(Action action, Finding finding) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("actionId", action.name()).put("isDataAction", action.plane() == Plane.DATA);
        switch (finding) {
            case Finding.Allowed(var assignment, var _, var _) -> {
                json.put("accessDecision", "Allowed");
                json.putObject("roleAssignment").put("id", assignment);
            }
            case Finding.Denied(var name, var id, var scope) -> {
                json.put("accessDecision", "Denied");
                json.putObject("denyAssignment").put("id", id).put("name", name).put("scope", scope);
            }
            case Finding.NotAllowed() -> json.put("accessDecision", "NotAllowed");
        }
        return json.put("timeToLiveInMs", GOOD_FOR);
    }

    /// Some clients begin names with a capital, and others do not.
    private static JsonNode member(JsonNode json, String name) {
        String capital = Character.toUpperCase(name.charAt(0)) + name.substring(1);
        return json.has(capital) ? json.path(capital) : json.path(name);
    }

    private static Optional<UUID> id(String text) {
        try {
            return Optional.of(UUID.fromString(text));
        } catch (IllegalArgumentException notOne) {
            return Optional.empty();
        }
    }

    private static ProblemException invalid(String message, String pointer) {
        return new ProblemException(Problem.InvalidBody.of("access.checks", message, pointer));
    }
}
