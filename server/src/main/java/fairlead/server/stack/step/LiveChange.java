package fairlead.server.stack.step;

import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.stack.NodeChange;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Whether a resource is still as it was asked for, as far as it can be seen.
public final class LiveChange {

    private LiveChange() {}

    /// @param live what its handler reads
    /// @param desired what was asked for: what else the resource has does not count
    public static boolean differs(Optional<ResourceSchema> schema, ObjectNode live, ObjectNode desired) {
        ObjectNode wanted = desired.deepCopy();
        schema.map(ResourceSchema::writeOnly).ifPresent(paths -> {
            for (PropertyPath path : paths) {
                path.remove(wanted);
            }
        });
        ObjectNode seen = live.objectNode();
        wanted.propertyNames().forEach(name -> live.optional(name).ifPresent(value -> seen.set(name, value)));
        return NodeChange.between(schema, seen, wanted).isPresent();
    }
}
