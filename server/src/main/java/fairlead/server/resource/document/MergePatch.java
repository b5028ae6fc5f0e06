package fairlead.server.resource.document;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// RFC 7396, JSON Merge Patch, of an object by an object.
public final class MergePatch {

    private MergePatch() {}

    public static ObjectNode apply(ObjectNode target, ObjectNode patch) {
        ObjectNode result = target.deepCopy();
        merge(result, patch);
        return result;
    }

    private static void merge(ObjectNode target, ObjectNode patch) {
        for (Map.Entry<String, JsonNode> member : patch.properties()) {
            JsonNode value = member.getValue();
            if (value.isNull()) {
                target.remove(member.getKey());
            } else if (value instanceof ObjectNode inner) {
                ObjectNode into =
                        target.get(member.getKey()) instanceof ObjectNode object ? object : target.objectNode();
                merge(into, inner);
                target.set(member.getKey(), into);
            } else {
                target.set(member.getKey(), value.deepCopy());
            }
        }
    }
}
