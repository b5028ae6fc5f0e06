package fairlead.server.arm;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.access.Permit;
import fairlead.server.arm.address.Address;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.move.MoveRequest;
import fairlead.server.resource.move.Moves;
import fairlead.server.resource.record.ResourceId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The moving of resources, and the question whether they can be moved.
final class MoveRoutes {

    private static final Pattern GROUP =
            Pattern.compile("/subscriptions/([^/]+)/resourceGroups/([^/]+)/?", Pattern.CASE_INSENSITIVE);

    private final Moves moves;
    private final Answers answers;
    private final Authorizer authorizer;

    MoveRoutes(Moves moves, Answers answers, Authorizer authorizer) {
        this.authorizer = authorizer;
        this.moves = moves;
        this.answers = answers;
    }

    /// A move is always answered as one that goes on: clients expect 202, or 204 where the contract's text has 200.
    Response answer(Request request, Address.Move address) {
        if (!request.method().equals("POST")) {
            return Answers.notAllowed(request, "POST");
        }
        MoveRequest move = allowed(move(request, new MoveRequest.Place(address.subscription(), address.group())));
        if (address.validate()) {
            moves.validate(move);
            return Response.empty(204);
        }
        return answers.accepted(request, moves.begin(move));
    }

    /// Who moves takes away from one place and makes at another: else a move would be a way around what is not allowed.
    private MoveRequest allowed(MoveRequest move) {
        if (authorizer.isOpen()) {
            return move;
        }
        Caller caller = move.caller();
        MoveRequest.Place to = move.target();
        AccessScope target = AccessScope.group(to.subscription(), to.group());
        List<Permit> permits = new ArrayList<>();
        permits.add(
                authorizer.require(caller, Action.write("Microsoft.Resources/subscriptions/resourceGroups"), target));
        for (ResourceId id : move.resources()) {
            String type = id.type().toString();
            AccessScope there =
                    new AccessScope(id.in(to.subscription(), to.group()).toString());
            permits.add(authorizer.require(caller, Action.delete(type), new AccessScope(id.toString())));
            permits.add(authorizer.require(caller, Action.write(type), there));
        }
        return move.by(caller.with(permits));
    }

    private static MoveRequest move(Request request, MoveRequest.Place source) {
        ObjectNode body = request.object(Documents.JSON);
        List<Detail> wrong = new ArrayList<>();
        String group = body.path("targetResourceGroup").asString("");
        Matcher target = GROUP.matcher(group);
        if (!target.matches()) {
            wrong.add(new Detail(
                    "move.target",
                    "expected /subscriptions/ID/resourceGroups/NAME, found '" + group + "'",
                    "/targetResourceGroup"));
        }
        List<ResourceId> resources = new ArrayList<>();
        JsonNode ids = body.path("resources");
        for (int i = 0; i < ids.size(); i++) {
            String id = ids.path(i).asString("");
            id(id).ifPresentOrElse(
                            resources::add,
                            wrong("/resources/" + i, "expected the id of a resource, found '" + id + "'", wrong));
        }
        if (!wrong.isEmpty()) {
            throw new ProblemException(new Problem.InvalidBody(wrong));
        }
        MoveRequest.Place to = new MoveRequest.Place(target.group(1).toLowerCase(Locale.ROOT), target.group(2));
        return new MoveRequest(request.caller(), source, to, resources);
    }

    private static Runnable wrong(String pointer, String message, List<Detail> wrong) {
        return () -> wrong.add(new Detail("move.id", message, pointer));
    }

    private static Optional<ResourceId> id(String text) {
        try {
            return Optional.of(ResourceId.parse(text));
        } catch (IllegalArgumentException notOne) {
            return Optional.empty();
        }
    }
}
