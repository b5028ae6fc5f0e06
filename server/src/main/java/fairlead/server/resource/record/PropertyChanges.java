package fairlead.server.resource.record;

import fairlead.schema.data.Classification;
import fairlead.server.resource.document.Documents;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/// What a change makes of the properties and tags of a resource: from what to what. Write-only values are in neither
/// document, and of values of sensitive classes it only says that they change.
final class PropertyChanges {

    /// More of them are counted, and not told.
    private static final int MOST = 50;

    private final ArrayNode changes = JsonNodeFactory.instance.arrayNode();
    private int more;

    private PropertyChanges() {}

    /// A JSON array of `{"path", "from", "to"}`: what was not there has no `from`, and what is gone no `to`. No bytes
    /// if
    /// nothing has changed.
    static byte[] between(Resource before, Resource after, Classification data) {
        PropertyChanges found = new PropertyChanges();
        if (!Arrays.equals(before.properties(), after.properties())) {
            ObjectNode old = Documents.object(before.properties());
            ObjectNode next = Documents.object(after.properties());
            found.compare("/properties", old, next, data.redacted(old), data.redacted(next));
        }
        if (!Arrays.equals(before.tags(), after.tags())) {
            ObjectNode old = Documents.object(before.tags());
            ObjectNode next = Documents.object(after.tags());
            found.compare("/tags", old, next, old, next);
        }
        if (found.more > 0) {
            found.changes.addObject().put("more", found.more);
        }
        return found.changes.isEmpty() ? new byte[0] : JsonMapper.shared().writeValueAsBytes(found.changes);
    }

    private void compare(String path, JsonNode old, JsonNode next, JsonNode oldShown, JsonNode nextShown) {
        if (old.equals(next)) {
            return;
        }
        if (old instanceof ObjectNode && next instanceof ObjectNode && oldShown.isObject() && nextShown.isObject()) {
            Set<String> names = new LinkedHashSet<>(old.propertyNames());
            names.addAll(next.propertyNames());
            names.forEach(name -> compare(
                    path + "/" + escaped(name),
                    old.path(name),
                    next.path(name),
                    oldShown.path(name),
                    nextShown.path(name)));
            return;
        }
        if (changes.size() >= MOST) {
            more++;
            return;
        }
        ObjectNode change = changes.addObject().put("path", path);
        if (!(oldShown instanceof MissingNode)) {
            change.set("from", oldShown);
        }
        if (!(nextShown instanceof MissingNode)) {
            change.set("to", nextShown);
        }
    }

    /// As a part of a JSON Pointer.
    private static String escaped(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }
}
