package fairlead.schema.diff;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// One step of a [Patch]: [Add], [Remove], [Replace], [Move], [Copy] or [Test].
public sealed interface Operation {

    /// Where it works.
    Pointer path();

    /// Puts a member into an object, in place of one that may be there, or an item in front of another in a list.
    record Add(Pointer path, JsonNode value) implements Operation {}

    record Remove(Pointer path) implements Operation {}

    /// Puts a value in place of one that must be there.
    record Replace(Pointer path, JsonNode value) implements Operation {}

    record Move(Pointer from, Pointer path) implements Operation {}

    record Copy(Pointer from, Pointer path) implements Operation {}

    /// Goes on only if the value is there and equal, numbers by value.
    record Test(Pointer path, JsonNode value) implements Operation {}

    /// The operation as RFC 6902 writes it.
    default ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        return switch (this) {
            case Add add -> named(json, "add").set("value", add.value());
            case Remove _ -> named(json, "remove");
            case Replace replace -> named(json, "replace").set("value", replace.value());
            case Move move -> named(json, "move").put("from", move.from().toString());
            case Copy copy -> named(json, "copy").put("from", copy.from().toString());
            case Test test -> named(json, "test").set("value", test.value());
        };
    }

    private ObjectNode named(ObjectNode json, String name) {
        return json.put("op", name).put("path", path().toString());
    }
}
