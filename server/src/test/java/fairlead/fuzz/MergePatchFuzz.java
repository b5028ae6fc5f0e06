package fairlead.fuzz;

import fairlead.server.resource.document.Documents;
import fairlead.server.resource.document.MergePatch;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// JSON Merge Patch: a list of an object and of a patch of it.
final class MergePatchFuzz implements FuzzTarget {

    @Override
    public void run(byte[] input) {
        JsonNode both;
        try {
            both = Documents.JSON.readTree(input);
        } catch (JacksonException none) {
            return;
        }
        if (both.path(0) instanceof ObjectNode target && both.path(1) instanceof ObjectNode patch) {
            ObjectNode before = target.deepCopy();
            ObjectNode result = MergePatch.apply(target, patch);
            Law.same(result, reference(target.deepCopy(), patch), "what RFC 7396 says");
            Law.same(target, before, "the target is not changed by a patch");
            Law.same(MergePatch.apply(result, patch), result, "a patch that is applied twice");
        }
    }

    /// The pseudo-code of RFC 7396, section 2.
    private static JsonNode reference(@Nullable JsonNode target, JsonNode patch) {
        if (!(patch instanceof ObjectNode members)) {
            return patch;
        }
        ObjectNode result = target instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
        members.properties().forEach(member -> {
            if (member.getValue().isNull()) {
                result.remove(member.getKey());
            } else {
                result.set(member.getKey(), reference(result.get(member.getKey()), member.getValue()));
            }
        });
        return result;
    }
}
