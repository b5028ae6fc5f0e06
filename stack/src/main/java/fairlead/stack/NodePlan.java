package fairlead.stack;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What becomes of one node.
///
/// @param type of what is there, or is to be made
/// @param physical the identifier of what is there
/// @param effects what is done to it
/// @param wanted what is asked for
/// @param pointer where the node stands in the template; empty of one that is no longer in it
public record NodePlan(
        String key,
        String type,
        Action action,
        Optional<String> physical,
        Effects effects,
        Desired wanted,
        String pointer) {

    /// What is done to a node.
    ///
    /// @param replacement whether something else takes its place
    /// @param changes of its properties
    /// @param aside what else the document says otherwise
    public record Effects(Replacement replacement, List<PropertyChange> changes, Set<Aside> aside) {

        /// Of what is made, removed or kept.
        public static final Effects NONE = new Effects(Replacement.NEVER, List.of(), Set.of());

        public Effects {
            changes = List.copyOf(changes);
            aside = Set.copyOf(aside);
        }
    }

    /// What is asked for.
    ///
    /// @param known its properties, as far as they are known
    /// @param complete whether all of them are
    public record Desired(ObjectNode known, boolean complete) {

        static final Desired NOTHING = new Desired(JsonNodeFactory.instance.objectNode(), false);
    }

    public Replacement replacement() {
        return effects.replacement();
    }

    public List<PropertyChange> changes() {
        return effects.changes();
    }

    public Set<Aside> aside() {
        return effects.aside();
    }

    /// What is asked for, if all of it is known.
    public Optional<ObjectNode> desired() {
        return wanted.complete() ? Optional.of(wanted.known()) : Optional.empty();
    }

    /// What is done.
    public enum Action {
        ADD,
        MODIFY,
        REMOVE,
        /// What is there already is taken over as it is. Its changes are what the document says otherwise.
        IMPORT,
        /// Nothing: it stays as it is.
        KEEP
    }

    /// What a node has besides its properties.
    public enum Aside {
        METADATA,
        ON_REMOVE,
        ON_REPLACE,
        /// It has another type now.
        TYPE,
        /// It is a stack that would change within, though it is asked for as before.
        WITHIN
    }

    /// Whether anything is done to the resource.
    public boolean touches() {
        return action != Action.KEEP
                && (action != Action.MODIFY
                        || !changes().isEmpty()
                        || aside().contains(Aside.TYPE)
                        || aside().contains(Aside.WITHIN));
    }

    /// Whether something else takes its place, for certain.
    public boolean replaces() {
        return action == Action.MODIFY && replacement() == Replacement.ALWAYS;
    }
}
