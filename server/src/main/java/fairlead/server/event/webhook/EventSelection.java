package fairlead.server.event.webhook;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The events that a receiver wants, in the words of the request that set them. A condition that is empty matches
/// every event.
record EventSelection(Optional<String> scope, List<String> types, List<String> kinds, List<String> changes) {

    EventSelection {
        types = List.copyOf(types);
        kinds = List.copyOf(kinds);
        changes = List.copyOf(changes);
    }

    static EventSelection parse(String json) {
        JsonNode node = JsonMapper.shared().readTree(json);
        return new EventSelection(
                Optional.of(node.path("scope").asString("")).filter(scope -> !scope.isEmpty()),
                texts(node.path("types")),
                texts(node.path("kinds")),
                texts(node.path("changes")));
    }

    static List<String> texts(JsonNode list) {
        return list.valueStream().map(item -> item.asString("")).toList();
    }

    ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        scope.ifPresent(text -> json.put("scope", text));
        put(json, "types", types);
        put(json, "kinds", kinds);
        put(json, "changes", changes);
        return json;
    }

    private static void put(ObjectNode json, String name, List<String> values) {
        if (!values.isEmpty()) {
            ArrayNode list = json.putArray(name);
            values.forEach(list::add);
        }
    }
}
