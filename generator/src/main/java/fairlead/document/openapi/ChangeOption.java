package fairlead.document.openapi;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A query option of a PUT and a PATCH of a resource, and of the question what they would do. The routes read no other
/// ones, and each is described in the document of every type.
public enum ChangeOption {
    REPLACE(
            "replace",
            "Whether a resource that can't be changed in place may be replaced, and in which order.",
            List.of("false", "true", "create_then_delete", "delete_then_create"));

    private final String name;
    private final String description;

    @SuppressWarnings("ImmutableEnumChecker") // A list made with List.of.
    private final List<String> values;

    /// @param values the first is the one that an absent option has
    ChangeOption(String name, String description, List<String> values) {
        this.name = name;
        this.description = description;
        this.values = values;
    }

    /// All names.
    public static Set<String> names() {
        return Arrays.stream(values()).map(option -> option.name).collect(Collectors.toUnmodifiableSet());
    }

    ObjectNode parameter() {
        ObjectNode parameter = JsonNodeFactory.instance.objectNode();
        parameter.put("name", name).put("in", "query").put("required", false).put("description", description);
        ObjectNode schema = parameter.putObject("schema").put("type", "string").put("default", values.getFirst());
        values.forEach(schema.putArray("enum")::add);
        return parameter;
    }
}
