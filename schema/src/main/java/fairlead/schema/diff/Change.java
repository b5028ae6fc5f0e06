package fairlead.schema.diff;

import tools.jackson.databind.JsonNode;

/// One difference: [Added], [Removed] or [Replaced].
public sealed interface Change {

    /// Where it is made, once all changes before it are.
    Pointer pointer();

    /// Where people look for it: in the model before, or in the model after if it was added.
    Pointer place();

    Effect effect();

    record Added(Pointer pointer, Pointer place, JsonNode value, Effect effect) implements Change {}

    record Removed(Pointer pointer, Pointer place, JsonNode value, Effect effect) implements Change {}

    record Replaced(Pointer pointer, Pointer place, JsonNode before, JsonNode after, Effect effect) implements Change {}

    /// The change as a step of a patch. It has the values as they are, secrets among them.
    default Operation operation() {
        return switch (this) {
            case Added added -> new Operation.Add(added.pointer(), added.value());
            case Removed removed -> new Operation.Remove(removed.pointer());
            case Replaced replaced -> new Operation.Replace(replaced.pointer(), replaced.after());
        };
    }
}
