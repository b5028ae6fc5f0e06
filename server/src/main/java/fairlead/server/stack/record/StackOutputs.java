package fairlead.server.stack.record;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The outputs of a stack, as they are kept.
public final class StackOutputs {

    private StackOutputs() {}

    /// One of them.
    ///
    /// @param secret whether the value must not be shown
    public record Entry(
            String name, JsonNode value, boolean secret, Optional<String> description, Optional<String> export) {}

    public static ObjectNode write(List<Entry> entries) {
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        for (Entry entry : entries) {
            ObjectNode one = all.putObject(entry.name());
            one.set("value", entry.value());
            one.put("secret", entry.secret());
            entry.description().ifPresent(text -> one.put("description", text));
            entry.export().ifPresent(text -> one.put("export", text));
        }
        return all;
    }

    /// Those of a stack, in the order of its template.
    public static List<Entry> of(Stack stack) {
        List<Entry> entries = new ArrayList<>();
        stack.outputs()
                .forEachEntry((name, one) -> entries.add(new Entry(
                        name,
                        one.path("value"),
                        one.path("secret").asBoolean(),
                        Optional.ofNullable(one.path("description").stringValue(null)),
                        Optional.ofNullable(one.path("export").stringValue(null)))));
        return entries;
    }
}
