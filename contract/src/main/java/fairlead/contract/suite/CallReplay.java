package fairlead.contract.suite;

import fairlead.contract.call.AnswerJson;
import fairlead.contract.call.Delivery;
import fairlead.contract.call.HandlerCaller;
import fairlead.contract.call.ListReader;
import fairlead.contract.call.ScenarioAborted;
import fairlead.contract.call.SuiteContext;
import fairlead.contract.check.Cleanup;
import fairlead.contract.result.Exchange;
import fairlead.contract.result.ReplayedCall;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.Tags;
import fairlead.handler.Update;
import fairlead.schema.PropertyPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Makes the calls of a transcript again, one after the other and with the same content.
///
/// What a handler chooses is not the same twice. So where a call of the transcript speaks of such a value, that of
/// this run takes its place: an identifier, a token of a page, a memo. Idempotency tokens are new, and equal where
/// they were.
final class CallReplay {

    private final SuiteContext context;
    private final Map<String, String> tokens = new HashMap<>();
    private final Map<String, String> values = new HashMap<>();
    private final Map<String, Progress.Again> waiting = new HashMap<>();
    private final Set<String> made = new LinkedHashSet<>();

    CallReplay(SuiteContext context) {
        this.context = context;
    }

    List<ReplayedCall> of(List<Exchange> calls) {
        context.findings.enter("calls of the replay", Optional.empty());
        List<ReplayedCall> repeated = new ArrayList<>();
        try {
            for (Exchange call : calls) {
                ObjectNode answer = AnswerJson.of(again(call));
                learn(call.answer(), answer);
                repeated.add(new ReplayedCall(call, answer));
            }
        } catch (ScenarioAborted _) {
            // A call that does not come back is the last one.
        } finally {
            Cleanup.delete(context, made);
        }
        return repeated;
    }

    // -- calls ----------------------------------------------------------------------------------------------------

    private Object again(Exchange call) {
        ObjectNode request = translated(call.request());
        String token =
                call.verb().equals("list") ? call.token() : tokens.computeIfAbsent(call.token(), _ -> context.token());
        Delivery delivery = new Delivery(token, 1, name(request), tags(request.path("tags")));
        String operation = call.verb() + " " + token;
        Optional<Progress.Again> last = Optional.ofNullable(waiting.remove(operation));
        Optional<ObjectNode> memo = request.has("memo")
                ? last.map(Progress.Again::memo).or(() -> Optional.of(object(request, "memo")))
                : Optional.empty();
        HandlerCaller calls = context.calls;
        return switch (call.verb()) {
            case "create" -> {
                Optional<ObjectNode> reached = memo.flatMap(_ -> last).map(Progress.Again::properties);
                yield kept(operation, calls.create(new Create(object(request, "desired"), memo, reached), delivery));
            }
            case "update" ->
                kept(
                        operation,
                        calls.update(
                                new Update(
                                        object(request, "identifier"),
                                        object(request, "desired"),
                                        object(request, "previous"),
                                        memo),
                                delivery));
            case "delete" -> kept(operation, calls.delete(new Delete(object(request, "identifier"), memo), delivery));
            case "read" -> calls.read(new Read(object(request, "identifier")), delivery);
            default -> calls.list(query(request), delivery);
        };
    }

    private Progress kept(String operation, Progress answer) {
        ObjectNode model = context.schema.document().objectNode();
        if (answer instanceof Progress.Again again) {
            waiting.put(operation, again);
            context.operations.wait(again.after());
            model = again.properties();
        } else if (answer instanceof Progress.Done(var done)) {
            model = done;
        }
        context.schema.identifier(model).ifPresent(made::add);
        return answer;
    }

    private static Query query(ObjectNode request) {
        return new Query(
                object(request, "filter"),
                request.path("limit").asInt(ListReader.USUAL),
                request.optional("token").map(token -> token.asString("")));
    }

    private String name(ObjectNode request) {
        ObjectNode subject = object(request, request.has("identifier") ? "identifier" : "desired");
        return context.schema.identifier(subject).orElse("resource");
    }

    private static Tags tags(JsonNode tags) {
        return new Tags(texts(tags.path("desired")), texts(tags.path("previous")));
    }

    private static Map<String, String> texts(JsonNode node) {
        Map<String, String> texts = new HashMap<>();
        node.forEachEntry((key, value) -> texts.put(key, value.asString("")));
        return texts;
    }

    private static ObjectNode object(ObjectNode request, String name) {
        return request.path(name) instanceof ObjectNode object ? object : request.objectNode();
    }

    // -- what the handler has chosen ------------------------------------------------------------------------------

    /// Pairs each value of the first answer that a handler chooses with that of this one.
    private void learn(ObjectNode before, ObjectNode now) {
        pair(before.path("nextToken"), now.path("nextToken"));
        List<PropertyPath> chosen = new ArrayList<>(context.schema.primaryIdentifier());
        context.schema.additionalIdentifiers().forEach(chosen::addAll);
        chosen.addAll(context.schema.readOnly());
        if (before.path("model") instanceof ObjectNode first && now.path("model") instanceof ObjectNode second) {
            for (PropertyPath path : chosen) {
                path.value(first).ifPresent(value -> path.value(second).ifPresent(other -> pair(value, other)));
            }
        }
    }

    private void pair(JsonNode before, JsonNode now) {
        if (before.isString() && now.isString() && !before.equals(now)) {
            values.putIfAbsent(before.stringValue(), now.stringValue());
        }
    }

    private ObjectNode translated(ObjectNode request) {
        ObjectNode copy = request.deepCopy();
        translate(copy);
        return copy;
    }

    private void translate(JsonNode node) {
        if (node instanceof ObjectNode object) {
            for (String name : List.copyOf(object.propertyNames())) {
                String known = values.get(object.path(name).asString(""));
                if (object.path(name).isString() && known != null) {
                    object.put(name, known);
                }
            }
        }
        node.values().forEach(this::translate);
    }
}
