package fairlead.stack;

import fairlead.schema.HandlerKind;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.stack.document.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// What the change of a resource's properties does to the resource, by its schema.
public final class NodeChange {

    /// How the paths of members begin that stand beside a resource's properties: see [Node#BESIDE].
    private static final String BESIDE = "/" + Node.BESIDE;

    private NodeChange() {}

    /// What it takes to get from one to the other; empty if they are the same.
    ///
    /// @param before what was asked for last
    public static Optional<Replacement> between(Optional<ResourceSchema> schema, ObjectNode before, ObjectNode after) {
        List<Replacement> found = new ArrayList<>();
        Leaves.differing("", Optional.of(before), Optional.of(after), (path, _, _) -> found.add(of(schema, path)));
        return found.stream().reduce(Replacement::or);
    }

    /// What the change of a property does.
    ///
    /// @param path a JSON pointer in the model; empty for the whole
    static Replacement of(Optional<ResourceSchema> schema, String path) {
        if (schema.isEmpty() || path.startsWith(BESIDE)) {
            return Replacement.NEVER;
        }
        if (!schema.get().handlers().contains(HandlerKind.UPDATE)
                || isAmong(schema.get().createOnly(), path)) {
            return Replacement.ALWAYS;
        }
        return isAmong(schema.get().conditionalCreateOnly(), path) ? Replacement.CONDITIONALLY : Replacement.NEVER;
    }

    /// Whether a path names one of those, a part of one, or something that one is a part of.
    static boolean isAmong(List<PropertyPath> paths, String pointer) {
        List<String> asked =
                pointer.isEmpty() ? List.of() : List.of(pointer.substring(1).split("/", -1));
        return paths.stream().anyMatch(path -> {
            List<String> known =
                    List.of(path.toString().substring("/properties/".length()).split("/", -1));
            for (int i = 0; i < Math.min(asked.size(), known.size()); i++) {
                if (!known.get(i).equals("*") && !known.get(i).equals(asked.get(i))) {
                    return false;
                }
            }
            return true;
        });
    }
}
