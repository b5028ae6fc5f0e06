package fairlead.server.stack.step;

import fairlead.server.resource.document.Documents;
import fairlead.stack.document.Node;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// What a node wants of its resource, taken apart: the properties, and the members that stand beside them, see
/// [Node#BESIDE].
public final class BesideProperties {

    /// The tags.
    public static final String TAGS = Node.BESIDE + "tags";

    /// The SKU, of a type that does not keep it in a property.
    public static final String SKU = Node.BESIDE + "sku";

    private BesideProperties() {}

    /// The properties alone.
    static ObjectNode properties(ObjectNode desired) {
        ObjectNode properties = desired.deepCopy();
        desired.propertyNames().stream()
                .filter(name -> name.startsWith(Node.BESIDE))
                .forEach(properties::remove);
        return properties;
    }

    static ObjectNode tags(ObjectNode desired) {
        return desired.path(TAGS) instanceof ObjectNode tags ? tags : Documents.empty();
    }

    static Optional<ObjectNode> sku(ObjectNode desired) {
        return desired.path(SKU) instanceof ObjectNode sku ? Optional.of(sku) : Optional.empty();
    }

    /// The tags of a resource, once what was wanted is what is wanted now: what others have set stays.
    static ObjectNode tags(ObjectNode before, ObjectNode desired, ObjectNode present) {
        ObjectNode next = present.deepCopy();
        next.remove(tags(before).propertyNames());
        next.setAll(tags(desired));
        return next;
    }
}
