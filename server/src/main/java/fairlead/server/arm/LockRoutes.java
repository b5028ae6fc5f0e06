package fairlead.server.arm;

import fairlead.server.arm.address.Address;
import fairlead.server.arm.address.Names;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.Resources;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.scope.Lock;
import fairlead.server.scope.Locks;
import fairlead.server.scope.Scopes;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The verbs on locks.
final class LockRoutes {

    private static final int GROUP_PARTS = 5;

    private final Locks locks;
    private final Scopes scopes;
    private final Resources resources;

    LockRoutes(Locks locks, Scopes scopes, Resources resources) {
        this.locks = locks;
        this.scopes = scopes;
        this.resources = resources;
    }

    Response answer(Request request, Address.Locks address) {
        if (!request.method().equals("GET")) {
            return Answers.notAllowed(request, "GET");
        }
        requireScope(address.subscription(), address.scope());
        ListJson list = new ListJson();
        locks.list(address.subscription(), address.scope()).forEach(lock -> list.add(json(lock)));
        return list.end(Optional.empty());
    }

    Response answer(Request request, Address.OneLock address) {
        return switch (request.method()) {
            case "GET" ->
                locks.find(address.subscription(), address.scope(), address.name())
                        .map(lock -> Answers.json(200, json(lock)))
                        .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                                ProblemCode.LOCK_NOT_FOUND, "The lock '" + address.name() + "' could not be found.")));
            case "PUT" -> put(request, address);
            case "DELETE" -> {
                boolean deleted =
                        locks.delete(request.caller(), address.subscription(), address.scope(), address.name());
                yield Response.empty(deleted ? 200 : 204);
            }
            default -> Answers.notAllowed(request, "GET, PUT, DELETE");
        };
    }

    private Response put(Request request, Address.OneLock address) {
        Lock lock = lock(address, request.object(Documents.JSON));
        boolean made = locks.put(request.caller(), address.subscription(), lock);
        return Answers.json(made ? 201 : 200, json(lock));
    }

    /// The lock that a body asks for; a problem if it can't be made there.
    Lock lock(Address.OneLock address, ObjectNode body) {
        Names.requireNew(address.name());
        requireScope(address.subscription(), address.scope());
        scopes.requireInOrder(address.subscription());
        String level = body.at("/properties/level").asString("");
        return new Lock(
                address.scope(),
                address.name(),
                Lock.Level.parse(level)
                        .orElseThrow(() -> new ProblemException(Problem.InvalidBody.of(
                                "envelope.lock-level",
                                "expected CanNotDelete or ReadOnly, found '" + level + "'",
                                "/properties/level"))),
                body.at("/properties/notes").asString(""));
    }

    private void requireScope(String subscription, String scope) {
        List<String> parts = List.of(scope.split("/", -1));
        if (parts.size() > GROUP_PARTS) {
            resources.get(ResourceId.parse(scope));
        } else if (parts.size() == GROUP_PARTS) {
            scopes.group(subscription, parts.getLast());
        } else {
            scopes.subscription(subscription);
        }
    }

    static ObjectNode json(Lock lock) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("id", lock.id());
        json.put("name", lock.name());
        json.put("type", "Microsoft.Authorization/locks");
        ObjectNode properties = json.putObject("properties");
        properties.put("level", lock.level().word());
        if (!lock.notes().isEmpty()) {
            properties.put("notes", lock.notes());
        }
        return json;
    }
}
