package fairlead.server.access.identity;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.access.Finding;
import fairlead.server.access.Plane;
import fairlead.server.access.RequestAttributes;
import fairlead.server.access.Subject;
import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Questions whether something would be allowed, and why: nothing is done.
final class AccessChecks {

    /// Which a caller needs to ask for others.
    static final Action FOR_OTHERS = Action.called("checkAccess", "Fairlead.Identity/principals");

    private static final int MOST = 1_000;

    private final Authorizer authorizer;

    AccessChecks(Authorizer authorizer) {
        this.authorizer = authorizer;
    }

    /// A question.
    ///
    /// @param other for whom, if not for the caller
    private record Check(Optional<UUID> other, Action action, AccessScope scope) {}

    /// Answers `{"checks": [{"action", "scope", "principal", "isDataAction"}]}`.
    ObjectNode answer(Caller caller, JsonNode body) {
        List<Check> checks = read(body.path("checks"));
        if (checks.stream().anyMatch(check -> check.other().isPresent())) {
            authorizer.require(caller, FOR_OTHERS, AccessScope.ROOT);
        }
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode results = json.putArray("results");
        for (Check check : checks) {
            Subject subject = check.other().map(Subject::of).orElse(caller.subject());
            write(check, authorizer.find(subject, check.action(), check.scope(), RequestAttributes.NONE), results);
        }
        return json;
    }

    private static void write(Check check, Finding finding, ArrayNode results) {
        ObjectNode result = results.addObject();
        result.put("action", check.action().name()).put("scope", check.scope().toString());
        switch (finding) {
            case Finding.Allowed(var assignment, var role, var pattern) -> {
                result.put("allowed", true).put("decision", "allowed");
                if (!assignment.isEmpty()) {
                    result.put("assignment", assignment).put("role", role).put("pattern", pattern);
                }
            }
            case Finding.Denied(var name, var id, var scope) ->
                result.put("allowed", false)
                        .put("decision", "explicitDeny")
                        .put("denial", id)
                        .put("denialName", name)
                        .put("denialScope", scope);
            case Finding.NotAllowed() -> result.put("allowed", false).put("decision", "implicitDeny");
        }
    }

    private static List<Check> read(JsonNode list) {
        List<Detail> wrong = new ArrayList<>();
        if (!list.isArray() || list.isEmpty() || list.size() > MOST) {
            wrong.add(new Detail("access.checks", "expected 1 to " + MOST + " checks", "/checks"));
        }
        List<Check> checks = new ArrayList<>();
        for (int i = 0; i < Math.min(list.size(), MOST); i++) {
            JsonNode one = list.get(i);
            String action = one.path("action").asString("");
            String scope = one.path("scope").asString("");
            if (action.isBlank()) {
                wrong.add(new Detail("access.checks", "expected an action", "/checks/" + i + "/action"));
            }
            if (!scope.startsWith("/")) {
                wrong.add(new Detail("access.checks", "expected a scope, / for all", "/checks/" + i + "/scope"));
            }
            Plane plane = one.path("isDataAction").asBoolean(false) ? Plane.DATA : Plane.CONTROL;
            checks.add(new Check(other(one, i, wrong), new Action(action, plane), new AccessScope(scope)));
        }
        if (!wrong.isEmpty()) {
            throw new ProblemException(new Problem.InvalidBody(wrong));
        }
        return checks;
    }

    private static Optional<UUID> other(JsonNode check, int i, List<Detail> wrong) {
        String text = check.path("principal").asString("");
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(UUID.fromString(text));
        } catch (IllegalArgumentException notOne) {
            wrong.add(new Detail("access.checks", "expected the id of a principal", "/checks/" + i + "/principal"));
            return Optional.empty();
        }
    }
}
