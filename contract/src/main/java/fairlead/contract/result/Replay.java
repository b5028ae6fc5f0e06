package fairlead.contract.result;

import fairlead.contract.Rule;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What it takes to see a failure again: written as a JSON file, and read back by `Suite.replay`.
///
/// @param digest of what was tested
/// @param input what the resource was made with; empty where none was
/// @param calls those that led to the failure
public record Replay(
        String type, String digest, long seed, Rule rule, Optional<ObjectNode> input, List<Exchange> calls) {

    public Replay {
        calls = List.copyOf(calls);
    }

    /// The file of one failure, with the calls and answers that led to it.
    ///
    /// @param input whether the input may be written; those of a project may hold secrets
    public static ObjectNode toJson(Report report, Failure failure, boolean input) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("type", report.type().toString());
        json.put("digest", report.digest());
        json.put("seed", report.seed());
        json.put("rule", failure.rule().id());
        json.put("found", failure.found());
        json.put("where", failure.where());
        if (input) {
            failure.input().ifPresent(made -> json.set("input", made));
        }
        ArrayNode calls = json.putArray("calls");
        if (input) {
            failure.calls().forEach(call -> calls.add(call.toJson()));
        }
        return json;
    }

    /// @throws IllegalArgumentException if this is no such file
    public static Replay parse(JsonNode json) {
        Rule rule = Rule.parse(json.path("rule").asString(""))
                .orElseThrow(() -> new IllegalArgumentException("expected a replay file, found no rule in it"));
        return new Replay(
                json.path("type").asString(""),
                json.path("digest").asString(""),
                json.path("seed").asLong(1),
                rule,
                json.optional("input").filter(ObjectNode.class::isInstance).map(ObjectNode.class::cast),
                json.path("calls").values().stream().map(Exchange::parse).toList());
    }
}
