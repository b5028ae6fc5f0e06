package fairlead.lambda;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What a provider gets back with its next call: its callback context, byte for byte, and the model that it
/// returned.
///
/// @param context the JSON text as it came; empty if there was none
/// @param model what is sent as the resource's properties; empty for what was asked for
record Memo(Optional<String> context, Optional<ObjectNode> model) {

    static final Memo NONE = new Memo(Optional.empty(), Optional.empty());

    private static final String CONTEXT = "callbackContext";
    private static final String MODEL = "resourceModel";

    static Memo of(Optional<ObjectNode> memo) {
        return memo.map(Memo::decode).orElse(NONE);
    }

    private static Memo decode(ObjectNode memo) {
        @Nullable JsonNode context = memo.get(CONTEXT);
        Optional<ObjectNode> model =
                memo.get(MODEL) instanceof ObjectNode found ? Optional.of(found) : Optional.empty();
        return new Memo(context == null ? Optional.empty() : Optional.of(context.asString("")), model);
    }

    ObjectNode encode() {
        ObjectNode memo = JsonNodeFactory.instance.objectNode();
        context.ifPresent(text -> memo.put(CONTEXT, text));
        model.ifPresent(known -> memo.set(MODEL, known));
        return memo;
    }
}
