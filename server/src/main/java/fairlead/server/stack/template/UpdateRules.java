package fairlead.server.stack.template;

import java.util.Optional;

/// Says which changes of what a stack has an update may not make. What is made or taken over is not asked about.
public interface UpdateRules {

    /// Those that deny nothing.
    UpdateRules NONE = (_, _, _) -> Optional.empty();

    /// What becomes of a resource.
    enum Change {
        MODIFY,
        REPLACE,
        DELETE
    }

    /// Why a change is denied; empty if it is not.
    ///
    /// @param key of the node
    Optional<String> denial(Change change, String key, String type);
}
