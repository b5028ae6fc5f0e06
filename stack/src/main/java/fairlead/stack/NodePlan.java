package fairlead.stack;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// What becomes of one node.
///
/// @param type of what is there, or is to be made
/// @param physical the identifier of what is there
/// @param replacement whether something else takes its place
/// @param changes of its properties
/// @param aside what else the document says otherwise
/// @param desired what is asked for, if all of it is known
/// @param pointer where the node stands in the template; empty of one that is no longer in it
public record NodePlan(
        String key,
        String type,
        Action action,
        Optional<String> physical,
        Replacement replacement,
        List<PropertyChange> changes,
        Set<Aside> aside,
        Optional<ObjectNode> desired,
        String pointer) {

    public NodePlan {
        changes = List.copyOf(changes);
        aside = Set.copyOf(aside);
    }

    /// What is done.
    public enum Action {
        ADD,
        MODIFY,
        REMOVE,
        /// Nothing: it stays as it is.
        KEEP
    }

    /// What a node has besides its properties.
    public enum Aside {
        METADATA,
        ON_REMOVE,
        ON_REPLACE,
        /// It has another type now.
        TYPE
    }

    /// Whether anything is done to the resource.
    public boolean touches() {
        return action != Action.KEEP && (action != Action.MODIFY || !changes.isEmpty() || aside.contains(Aside.TYPE));
    }

    /// Whether something else takes its place, for certain.
    public boolean replaces() {
        return action == Action.MODIFY && replacement == Replacement.ALWAYS;
    }
}
