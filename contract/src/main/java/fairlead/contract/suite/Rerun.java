package fairlead.contract.suite;

import fairlead.contract.suite.Calls.Delivery;
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
final class Rerun {

    private final Bench bench;
    private final Map<String, String> tokens = new HashMap<>();
    private final Map<String, String> values = new HashMap<>();
    private final Map<String, Progress.Again> waiting = new HashMap<>();
    private final Set<String> made = new LinkedHashSet<>();

    Rerun(Bench bench) {
        this.bench = bench;
    }

    List<Repeated> of(List<Exchange> calls) {
        bench.findings.enter("calls of the replay", Optional.empty());
        List<Repeated> repeated = new ArrayList<>();
        try {
            for (Exchange call : calls) {
                ObjectNode answer = Shown.of(again(call));
                learn(call.answer(), answer);
                repeated.add(new Repeated(call, answer));
            }
        } catch (Stop _) {
            // A call that does not come back is the last one.
        } finally {
            bench.sweep(made);
        }
        return repeated;
    }

    // -- calls ----------------------------------------------------------------------------------------------------

    private Object again(Exchange call) {
        ObjectNode request = translated(call.request());
        String token =
                call.verb().equals("list") ? call.token() : tokens.computeIfAbsent(call.token(), _ -> bench.token());
        Delivery delivery = new Delivery(token, 1, name(request), tags(request.path("tags")));
        String operation = call.verb() + " " + token;
        Optional<Progress.Again> last = Optional.ofNullable(waiting.remove(operation));
        Optional<ObjectNode> memo = request.has("memo")
                ? last.map(Progress.Again::memo).or(() -> Optional.of(object(request, "memo")))
                : Optional.empty();
        Calls calls = bench.calls;
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
        ObjectNode model = bench.schema.document().objectNode();
        if (answer instanceof Progress.Again again) {
            waiting.put(operation, again);
            bench.operations.wait(again.after());
            model = again.properties();
        } else if (answer instanceof Progress.Done(var done)) {
            model = done;
        }
        bench.schema.identifier(model).ifPresent(made::add);
        return answer;
    }

    private static Query query(ObjectNode request) {
        return new Query(
                object(request, "filter"),
                request.path("limit").asInt(Lister.USUAL),
                request.optional("token").map(token -> token.asString("")));
    }

    private String name(ObjectNode request) {
        ObjectNode subject = object(request, request.has("identifier") ? "identifier" : "desired");
        return bench.schema.identifier(subject).orElse("thing");
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
        List<PropertyPath> chosen = new ArrayList<>(bench.schema.primaryIdentifier());
        bench.schema.additionalIdentifiers().forEach(chosen::addAll);
        chosen.addAll(bench.schema.readOnly());
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
