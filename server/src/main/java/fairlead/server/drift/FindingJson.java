package fairlead.server.drift;

import fairlead.schema.diff.Effect;
import fairlead.schema.diff.Pointer;
import fairlead.server.problem.Code;
import fairlead.server.resource.document.Documents;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A finding as JSON, the form in which it is stored.
final class FindingJson {

    private FindingJson() {}

    static byte[] bytes(Finding finding) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        switch (finding) {
            case Finding.Same(), Finding.Gone() -> {}
            case Finding.Unknown(var code, var message) ->
                json.put("code", code.text()).put("message", message);
            case Finding.Differs(var differences, var troubles) -> {
                for (Difference difference : differences) {
                    json.withArray("/differences").add(json(difference));
                }
                troubles.forEach(trouble -> json.withArray("/troubles").add(trouble));
            }
        }
        return JsonMapper.shared().writeValueAsBytes(json);
    }

    private static ObjectNode json(Difference difference) {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("pointer", difference.pointer().toString())
                .put("effect", difference.effect().wireName());
        difference.desired().ifPresent(value -> json.set("desired", value));
        difference.known().ifPresent(value -> json.set("known", value));
        difference.actual().ifPresent(value -> json.set("actual", value));
        return json;
    }

    static Finding read(Status status, byte[] bytes) {
        JsonNode json = Documents.JSON.readTree(bytes);
        return switch (status) {
            case IN_SYNC -> new Finding.Same();
            case DELETED -> new Finding.Gone();
            case NOT_CHECKABLE ->
                new Finding.Unknown(
                        Code.parse(json.path("code").asString("")),
                        json.path("message").asString(""));
            case DRIFTED -> {
                List<Difference> differences = new ArrayList<>();
                json.path("differences").forEach(one -> differences.add(difference(one)));
                List<String> troubles = new ArrayList<>();
                json.path("troubles").forEach(one -> troubles.add(one.asString("")));
                yield new Finding.Differs(differences, troubles);
            }
        };
    }

    private static Difference difference(JsonNode json) {
        return new Difference(
                Pointer.parse(json.path("pointer").asString("")),
                value(json.get("desired")),
                value(json.get("known")),
                value(json.get("actual")),
                effect(json.path("effect").asString("")));
    }

    private static Optional<JsonNode> value(@Nullable JsonNode node) {
        return Optional.ofNullable(node);
    }

    private static Effect effect(String name) {
        return Arrays.stream(Effect.values())
                .filter(effect -> effect.wireName().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
