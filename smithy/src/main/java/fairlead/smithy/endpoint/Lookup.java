package fairlead.smithy.endpoint;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What the operation that knows the endpoints is asked, and what the answer is kept under.
///
/// @param operation the client's operation; empty if the question has no member for it
/// @param identifiers the values that tell which endpoint, by the members' names; empty if the question has no member
///     for them
public record Lookup(Optional<String> operation, Optional<Map<String, String>> identifiers) {

    public Lookup {
        identifiers = identifiers.map(Map::copyOf);
    }

    /// The input of the operation.
    public ObjectNode input() {
        ObjectNode input = JsonNodeFactory.instance.objectNode();
        operation.ifPresent(name -> input.put("Operation", name));
        identifiers.ifPresent(values -> {
            ObjectNode map = input.putObject("Identifiers");
            new TreeMap<>(values).forEach(map::put);
        });
        return input;
    }
}
