package fairlead.server.stack.http;

import fairlead.schema.text.Percent;
import fairlead.server.http.Request;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.Stacks;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackEvent;
import fairlead.server.stack.record.StackPlace;
import fairlead.server.stack.record.StackStatus;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What is shown of stacks.
final class StackReads {

    private static final int USUAL = 100;
    private static final int MOST = 1000;

    private final Stacks stacks;
    private final Languages languages;

    StackReads(Stacks stacks, Languages languages) {
        this.stacks = stacks;
        this.languages = languages;
    }

    /// The stack of that name, or of that id, be it deleted or not.
    Stack require(StackPlace place, String nameOrId) {
        return stacks.find(place, nameOrId)
                .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                        ProblemCode.RESOURCE_NOT_FOUND,
                        "There is no stack '" + nameOrId + "' in " + place.location() + " of the subscription "
                                + place.subscription() + ".")));
    }

    ObjectNode whole(Stack stack) {
        return StackJson.whole(stack, languages.shown(stack), stacks.nodes(stack.id()));
    }

    /// Those that are not deleted, newest first.
    ObjectNode list(Request request, StackPlace place) {
        int limit = top(request);
        Optional<Stack> before = request.query("$skipToken")
                .map(token -> stacks.find(place, token).orElseThrow(StackReads::noToken));
        List<Stack> found = new ArrayList<>();
        for (boolean more = true; more && found.size() <= limit; ) {
            List<Stack> some = stacks.list(place, before, limit + 1);
            some.stream()
                    .filter(stack -> stack.status() != StackStatus.DELETE_COMPLETE)
                    .limit(limit + 1L - found.size())
                    .forEach(found::add);
            more = some.size() > limit;
            before = some.isEmpty() ? before : Optional.of(some.getLast());
        }
        List<Stack> page = found.subList(0, Math.min(limit, found.size()));
        ObjectNode json = Documents.empty();
        ArrayNode value = json.putArray("value");
        page.forEach(stack -> value.add(StackJson.brief(stack)));
        if (found.size() > limit) {
            json.put(
                    "nextLink",
                    request.urlWith("$skipToken", page.getLast().id().toString()));
        }
        return json;
    }

    /// What has happened, newest first.
    ObjectNode events(Request request, Stack stack) {
        int limit = top(request);
        Optional<Instant> before = request.query("$skipToken").map(StackReads::time);
        List<StackEvent> found = stacks.events(stack.id(), before, limit + 1);
        List<StackEvent> page = found.subList(0, Math.min(limit, found.size()));
        ObjectNode json = Documents.empty();
        ArrayNode value = json.putArray("value");
        page.forEach(event -> value.add(StackJson.event(event)));
        if (found.size() > limit) {
            String next = Percent.encode(page.getLast().at().toString());
            json.put("nextLink", request.urlWith("$skipToken", next));
        }
        return json;
    }

    private static Instant time(String token) {
        try {
            return Instant.parse(token);
        } catch (DateTimeException notOne) {
            throw noToken();
        }
    }

    private static ProblemException noToken() {
        return new ProblemException(new Problem.BadRequest(
                ProblemCode.INVALID_SKIP_TOKEN, "The $skipToken is not one that this list has given.", "$skipToken"));
    }

    private static int top(Request request) {
        String text = request.query("$top").orElse(String.valueOf(USUAL));
        if (!text.matches("[0-9]{1,4}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > MOST) {
            throw StackSurface.wrong("$top", text, "a number from 1 to " + MOST);
        }
        return Integer.parseInt(text);
    }
}
